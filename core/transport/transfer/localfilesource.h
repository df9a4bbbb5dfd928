// SPDX-License-Identifier: GPL-3.0-or-later
// A folder of this computer for inspecting checkpoints. Links are not followed, and only regular files are read, because reading a pipe
// or a device might never end. Blocking; one thread at a time.
#pragma once

#include "core/checkpoint/format/filesource.h"
#include "core/transport/transfer/localfiles.h"

namespace trainyard {

class LocalFileSource : public FileSource {
public:
    explicit LocalFileSource(const QString &folder);

    Result<QList<QByteArray>> read(const QList<FileRange> &ranges) override { return allOrError(readEach(ranges)); }
    QList<Result<QByteArray>> readEach(const QList<FileRange> &ranges) override;

private:
    Result<QByteArray> readOne(const FileRange &range);

    const QByteArray m_folder;
    LocalFd m_top, m_file;  // the file read last: ranges of one file come in a row
    QString m_name;
};

}  // namespace trainyard
