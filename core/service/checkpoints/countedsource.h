// SPDX-License-Identifier: GPL-3.0-or-later
// Counts what is actually read through it, and may cache small answers, so that a second inspection makes no requests. Blocking, one thread
// at a time.
#pragma once

#include "core/checkpoint/format/filesource.h"

#include <QHash>

#include <memory>

namespace trainyard {

class CountedSource : public FileSource {
public:
    // Fleeting: every question is passed on. Kept: only where an answer stays true as long as one comes at all, as with objects that are
    // requested by their etag.
    enum class Answers { Fleeting, Kept };
    CountedSource(std::unique_ptr<FileSource> source, Answers answers) : m_source(std::move(source)), m_answers(answers) {}

    Result<QList<QByteArray>> read(const QList<FileRange> &ranges) override;
    QList<Result<QByteArray>> readEach(const QList<FileRange> &ranges) override;

    qint64 bytesRead() const { return m_bytesRead; }
    int requests() const { return m_requests; }  // ranges asked for

private:
    struct Piece {
        qint64 offset = 0, length = 0;  // as requested: the answer may be shorter
        QByteArray bytes;
    };
    const Piece *kept(const FileRange &range) const;
    void take(const FileRange &range, const QByteArray &bytes);

    const std::unique_ptr<FileSource> m_source;
    const Answers m_answers;
    QHash<QString, QList<Piece>> m_pieces;
    qint64 m_keptBytes = 0, m_bytesRead = 0;
    int m_requests = 0;
};

}  // namespace trainyard
