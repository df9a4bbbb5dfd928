// SPDX-License-Identifier: GPL-3.0-or-later
// Lists and reads a folder of a machine through one program there (python3) that runs as long as this object lives. After its start each
// request costs one round trip, however many files it covers, and names and file headers are sent compressed. For inspecting checkpoints.
// Blocking; one thread at a time.
//
// While idle, the program gives way if the server allows few sessions, and ends after some minutes. It is then restarted automatically,
// which costs two more round trips.
#pragma once

#include "core/transport/ssh/sshconnection.h"
#include "core/transport/transfer/folderlisting.h"

#include <atomic>
#include <memory>
#include <stop_token>

namespace trainyard {

class FolderReader {
public:
    // Sends nothing yet. The connection outlives it. `path`: a folder, or a file, in which case the folder is its parent.
    FolderReader(SshConnection &connection, const QString &path);
    ~FolderReader();

    struct Listed {
        FolderListing listing;
        QString path;  // of the folder, with links resolved
        QString file;  // the name in it, if `path` was a file
    };
    // NotFound, PermissionDenied; for very many files as listRemoteFolder(); errors of the connection. Corrupt, also from read(): the
    // program is missing or its answer is invalid. Then nothing is known; use SFTP instead.
    Result<Listed> list(std::stop_token stop);

    // As FileSource::readEach(); links and everything else that is not a regular file fail.
    static bool canRead(const QList<FileRange> &ranges);  // false: one of them is large, or there are none
    Result<QList<Result<QByteArray>>> read(const QList<FileRange> &ranges, std::stop_token stop);

private:
    template <typename Take>
    Result<void> ask(const QByteArray &request, qint64 mostBytes, const std::stop_token &stop, Take take);
    template <typename Take>
    Result<void> answer(qint64 mostBytes, const std::stop_token &stop, Take take);
    Result<void> start(bool isListed, const std::stop_token &stop);

    SshConnection &m_connection;
    const QString m_path;
    const std::shared_ptr<std::atomic<bool>> m_isIdle;  // the session's thread may read it after this object is destroyed
    std::unique_ptr<RemoteStream> m_stream;
};

// Lists a folder, or the parent of a file, for a caller that will read there: with FolderReader, or with listRemoteFolder() if the
// machine has no python3.
struct OpenedFolder {
    FolderReader::Listed listed;
    std::shared_ptr<FolderReader> reader;  // null: the machine cannot run it
};
Result<OpenedFolder> openRemoteFolder(SshConnection &connection, const QString &path, std::stop_token stop);

}  // namespace trainyard
