// SPDX-License-Identifier: GPL-3.0-or-later
// A FileSource for tests whose bytes come from a function, one call per range. It counts the bytes that are requested.
#pragma once

#include "core/checkpoint/format/filesource.h"

#include <functional>

namespace trainyard {

class FunctionSource : public FileSource {
public:
    using Function = std::function<Result<QByteArray>(const QString &name, qint64 offset, qint64 length)>;
    explicit FunctionSource(Function function) : m_function(std::move(function)) {}

    Result<QList<QByteArray>> read(const QList<FileRange> &ranges) override { return allOrError(readEach(ranges)); }
    QList<Result<QByteArray>> readEach(const QList<FileRange> &ranges) override
    {
        ++rounds;
        QList<Result<QByteArray>> answers;
        for (const FileRange &range : ranges) {
            answers << m_function(range.name, range.offset, range.length);
            ++requests;
            bytesRead += answers.last() ? answers.last()->size() : 0;
        }
        return answers;
    }

    int rounds = 0, requests = 0;
    qint64 bytesRead = 0;

private:
    Function m_function;
};

}  // namespace trainyard
