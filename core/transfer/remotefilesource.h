// A folder of a machine for those who look into checkpoints: over SFTP with many requests under way at once, so that the
// ranges of many files cost about two round trips (open, read) and not two for each. Only names that a listing gave as
// regular files may be asked for. Blocking; one thread at a time.
#pragma once

#include "core/format/filesource.h"
#include "core/ssh/sftp.h"

#include <memory>
#include <stop_token>

namespace trainyard {

class RemoteFileSource : public FileSource {
public:
    RemoteFileSource(std::shared_ptr<Sftp> sftp, const QString &folder, std::stop_token stop = {});

    Result<QList<QByteArray>> read(const QList<FileRange> &ranges) override { return allOrError(readEach(ranges)); }
    QList<Result<QByteArray>> readEach(const QList<FileRange> &ranges) override;

private:
    QList<Result<QByteArray>> oneByOne(const QList<FileRange> &ranges);     // by shell commands, where there is no SFTP

    const std::shared_ptr<Sftp> m_sftp;
    const QString m_folder;
    const std::stop_token m_stop;
};

}  // namespace trainyard
