// SPDX-License-Identifier: GPL-3.0-or-later
// The files of one folder, read by ranges: a local folder, a machine's over SFTP, a bucket's prefix. Nothing is ever
// read whole to be looked at.
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

    // All ranges are asked for at once: one round trip where the way there is long. One answer for each, in order; an
    // answer is shorter than asked only where its file ends. Blocking, one thread at a time.
    virtual Result<QList<QByteArray>> read(const QList<FileRange> &ranges) = 0;

    // The same where a file that is gone or forbidden does not spoil the answers of the others: each range has an outcome
    // of its own. A lost connection is everybody's outcome.
    virtual QList<Result<QByteArray>> readEach(const QList<FileRange> &ranges);
};

// Of many outcomes what read() answers: all bytes, or the first error.
Result<QList<QByteArray>> allOrError(const QList<Result<QByteArray>> &answers);

// Exactly the range, or an error (Corrupt) when the file is shorter than its listing said.
Result<QByteArray> readExactly(FileSource &source, const QString &name, qint64 offset, qint64 length);

}  // namespace trainyard
