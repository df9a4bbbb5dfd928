// SPDX-License-Identifier: GPL-3.0-or-later
// A folder of a machine for inspecting checkpoints. With the program of a FolderReader each request is one round trip. Over SFTP, with many
// requests in flight, the ranges of many files cost about two round trips in total (open, read) instead of two for each; but a server holds
// only some hundred files open. Only names that a listing reported as regular files may be read. Blocking; one thread at a time.
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
    // The connection outlives it. `reader`: for this folder; null: SFTP only, opened when first needed.
    RemoteFileSource(SshConnection &connection, const QString &folder, std::stop_token stop, std::shared_ptr<FolderReader> reader);
    // `commands`: a connection whose program may read the ranges of hundreds of files; it outlives this object. Null: SFTP only.
    RemoteFileSource(std::shared_ptr<Sftp> sftp, const QString &folder, std::stop_token stop = {}, SshConnection *commands = nullptr);

    Result<QList<QByteArray>> read(const QList<FileRange> &ranges) override { return allOrError(readEach(ranges)); }
    QList<Result<QByteArray>> readEach(const QList<FileRange> &ranges) override;

private:
    QList<Result<QByteArray>> oneByOne(const QList<FileRange> &ranges);  // with shell commands, if there is no SFTP

    SshConnection *m_connection = nullptr;  // null if m_sftp was given
    std::shared_ptr<Sftp> m_sftp;
    const QString m_folder;
    const std::stop_token m_stop;
    std::shared_ptr<FolderReader> m_reader;  // also null once it has proved unusable
    const bool m_isForMany = false;          // it is only used for requests about many files
};

}  // namespace trainyard
