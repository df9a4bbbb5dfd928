// SPDX-License-Identifier: GPL-3.0-or-later
// A folder of a machine, listed and read by one program there (python3) that stays for as long as this lives: after its start each
// question costs one round trip, however many files it is about, and names and heads of files come compressed. For those who look
// into checkpoints. Blocking; one thread at a time.
//
// While it is not asked, the program gives way where the server allows few sessions, and ends after some minutes: it is started again
// by itself, which costs two round trips more.
#pragma once

#include "core/transport/ssh/sshconnection.h"
#include "core/transport/transfer/folderlisting.h"

#include <atomic>
#include <memory>
#include <stop_token>

namespace trainyard {

class FolderReader {
public:
    // Nothing is asked yet. The connection outlives it. `path`: of a folder, or of a file: then the folder is the one above it.
    FolderReader(SshConnection &connection, const QString &path);
    ~FolderReader();

    struct Listed {
        FolderListing listing;
        QString path;  // of the folder, without links
        QString file;  // the name in it, where `path` was that of a file
    };
    // NotFound, PermissionDenied; of very many files as listRemoteFolder(); errors of the connection. Corrupt, also of read(): there
    // is no such program, or what it answered is no answer: then nothing is known, and SFTP is the other way.
    Result<Listed> list(std::stop_token stop);

    // As FileSource::readEach(); links and all that is no regular file fail.
    static bool canRead(const QList<FileRange> &ranges);  // false: one of them is large, or none at all
    Result<QList<Result<QByteArray>>> read(const QList<FileRange> &ranges, std::stop_token stop);

private:
    template <typename Take>
    Result<void> ask(const QByteArray &request, qint64 mostBytes, const std::stop_token &stop, Take take);
    template <typename Take>
    Result<void> answer(qint64 mostBytes, const std::stop_token &stop, Take take);
    Result<void> start(bool isListed, const std::stop_token &stop);

    SshConnection &m_connection;
    const QString m_path;
    const std::shared_ptr<std::atomic<bool>> m_isIdle;  // the session's thread may ask after this has gone
    std::unique_ptr<RemoteStream> m_stream;
};

// Lists a folder, or the one above a file, for those who will read there: as FolderReader does, or where the machine has no python3
// as listRemoteFolder() does.
struct OpenedFolder {
    FolderReader::Listed listed;
    std::shared_ptr<FolderReader> reader;  // null: it cannot
};
Result<OpenedFolder> openRemoteFolder(SshConnection &connection, const QString &path, std::stop_token stop);

}  // namespace trainyard
