// A folder of a machine for those who look into checkpoints: over SFTP with many requests under way at once, so that the
// ranges of many files cost about two round trips (open, read) and not two for each; of hundreds by one command, as a server
// holds only some hundred files open. Only names that a listing gave as regular files may be asked for. Blocking; one thread
// at a time.
#pragma once

#include "core/format/filesource.h"
#include "core/ssh/sftp.h"

#include <memory>
#include <stop_token>

namespace trainyard {

class SshConnection;

class RemoteFileSource : public FileSource {
public:
    // `commands`: the connection where commands may be run; it outlives this. Null: SFTP alone.
    RemoteFileSource(std::shared_ptr<Sftp> sftp, const QString &folder, std::stop_token stop = {}, SshConnection *commands = nullptr);

    Result<QList<QByteArray>> read(const QList<FileRange> &ranges) override { return allOrError(readEach(ranges)); }
    QList<Result<QByteArray>> readEach(const QList<FileRange> &ranges) override;

private:
    QList<Result<QByteArray>> oneByOne(const QList<FileRange> &ranges);     // by shell commands, where there is no SFTP

    const std::shared_ptr<Sftp> m_sftp;
    const QString m_folder;
    const std::stop_token m_stop;
    SshConnection *m_commands;               // null as well once it turned out that none can be run
};

}  // namespace trainyard
