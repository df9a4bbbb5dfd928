// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/format/filesource.h"

#include <QCoreApplication>

namespace trainyard {

namespace {

// Halves the failed ranges until only those that really fail are left: a few rounds for one bad file among thousands.
void readHalves(FileSource &source, const QList<FileRange> &ranges, QList<Result<QByteArray>> &answers)
{
    if (ranges.isEmpty())
        return;
    const auto read = source.read(ranges);
    if (read && read->size() == ranges.size()) {
        for (const QByteArray &bytes : *read)
            answers << bytes;
        return;
    }
    const Error error = read ? Error{ErrorCode::Corrupt, {}, QStringLiteral("answers missing")} : read.error();
    if (ranges.size() == 1 || error.isCancelled() || error.code == ErrorCode::ConnectionLost || error.code == ErrorCode::TimedOut) {
        for (qsizetype i = 0; i < ranges.size(); ++i)
            answers << error;
        return;
    }
    readHalves(source, ranges.first(ranges.size() / 2), answers);
    readHalves(source, ranges.sliced(ranges.size() / 2), answers);
}

}  // namespace

QList<Result<QByteArray>> FileSource::readEach(const QList<FileRange> &ranges)
{
    QList<Result<QByteArray>> answers;
    answers.reserve(ranges.size());
    readHalves(*this, ranges, answers);
    return answers;
}

Result<QList<QByteArray>> allOrError(const QList<Result<QByteArray>> &answers)
{
    QList<QByteArray> bytes;
    bytes.reserve(answers.size());
    for (const auto &answer : answers) {
        if (!answer)
            return answer.error();
        bytes << *answer;
    }
    return bytes;
}

Result<QByteArray> readExactly(FileSource &source, const QString &name, qint64 offset, qint64 length)
{
    TRY(auto answers, source.read({{name, offset, length}}));
    QByteArray bytes = answers.value(0);
    if (bytes.size() > length)
        bytes.truncate(length);
    if (bytes.size() < length)
        return Error{ErrorCode::Corrupt,
                     QCoreApplication::translate("trainyard::Format", "The file changed while it was read. Try again in a moment."),
                     {}};
    return bytes;
}

}  // namespace trainyard
