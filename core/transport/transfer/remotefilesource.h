// SPDX-License-Identifier: GPL-3.0-or-later
// A folder of a machine for those who look into checkpoints. By the program of a FolderReader each question is one round trip;
// over SFTP, with many requests under way at once, the ranges of many files cost about two (open, read) and not two for each, but
// a server holds only some hundred files open. Only names that a listing gave as regular files may be asked for. Blocking; one
// thread at a time.
#pragma once

#include "core/checkpoint/format/filesource.h"
#include "core/transport/ssh/sftp.h"

#include <memory>
#include <stop_token>

namespace trainyard {

class FolderReader;
class SshConnection;

class RemoteFileSource : public FileSource {
public:
    // The connection outlives it. `reader`: of this folder; null: SFTP alone, which is opened when it is first needed.
    RemoteFileSource(SshConnection &connection, const QString &folder, std::stop_token stop, std::shared_ptr<FolderReader> reader);
    // `commands`: the connection where the ranges of hundreds of files may be read by a program; it outlives this. Null: SFTP alone.
    RemoteFileSource(std::shared_ptr<Sftp> sftp, const QString &folder, std::stop_token stop = {}, SshConnection *commands = nullptr);

    Result<QList<QByteArray>> read(const QList<FileRange> &ranges) override { return allOrError(readEach(ranges)); }
    QList<Result<QByteArray>> readEach(const QList<FileRange> &ranges) override;

private:
    QList<Result<QByteArray>> oneByOne(const QList<FileRange> &ranges);  // by shell commands, where there is no SFTP

    SshConnection *m_connection = nullptr;  // null where m_sftp was given
    std::shared_ptr<Sftp> m_sftp;
    const QString m_folder;
    const std::stop_token m_stop;
    std::shared_ptr<FolderReader> m_reader;  // null as well once it turned out that it cannot
    const bool m_isForMany = false;          // it is asked about many files only
};

}  // namespace trainyard
