// The files of one folder, read by ranges: a local folder, a machine's over SFTP, a bucket's prefix. Nothing is ever
// read whole to be looked at.
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QList>
#include <QString>

namespace trainyard {

struct FileRange {
    QString name;                // relative to the folder
    qint64 offset = 0;           // bytes
    qint64 length = 0;
};

class FileSource {
public:
    virtual ~FileSource() = default;

    // All ranges are asked for at once: one round trip where the way there is long. One answer for each, in order; an
    // answer is shorter than asked only where its file ends. Blocking, one thread at a time.
    virtual Result<QList<QByteArray>> read(const QList<FileRange> &ranges) = 0;
};

}  // namespace trainyard
