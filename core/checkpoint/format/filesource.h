// SPDX-License-Identifier: GPL-3.0-or-later
// The files of one folder, read by ranges: a local folder, a machine's over SFTP, a bucket's prefix. No file is read whole just to inspect
// it.
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QList>
#include <QString>

namespace trainyard {

struct FileRange {
    QString name;       // relative to the folder
    qint64 offset = 0;  // bytes
    qint64 length = 0;
};

class FileSource {
public:
    virtual ~FileSource() = default;

    // Requests all ranges together: one round trip on a slow link. One answer per range, in order; an answer is shorter than requested only
    // at the end of its file. Blocking, one thread at a time.
    virtual Result<QList<QByteArray>> read(const QList<FileRange> &ranges) = 0;

    // The same, but a missing or forbidden file does not affect the other answers: each range has its own outcome. A lost connection is the
    // outcome of every range.
    virtual QList<Result<QByteArray>> readEach(const QList<FileRange> &ranges);
};

// Combines the outcomes as read() returns them: all bytes, or the first error.
Result<QList<QByteArray>> allOrError(const QList<Result<QByteArray>> &answers);

// Exactly the range, or an error (Corrupt) if the file is shorter than its listing reported.
Result<QByteArray> readExactly(FileSource &source, const QString &name, qint64 offset, qint64 length);

}  // namespace trainyard
