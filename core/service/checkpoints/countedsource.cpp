// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/checkpoints/countedsource.h"

#include <algorithm>

namespace trainyard {

namespace {

// Heads, tails and indexes of some hundred files; the numbers of tensors are larger and read once.
constexpr qint64 kMaxSizeOfKept = 512 * 1024, kMaxKept = 32 * 1024 * 1024;

}  // namespace

const CountedSource::Piece *CountedSource::kept(const FileRange &range) const
{
    const auto pieces = m_pieces.constFind(range.name);
    if (pieces == m_pieces.constEnd() || range.offset < 0 || range.length < 0)
        return nullptr;
    const auto found = std::find_if(pieces->begin(), pieces->end(), [&](const Piece &piece) {
        return range.offset >= piece.offset && range.length <= piece.length && range.offset - piece.offset <= piece.length - range.length;
    });
    return found == pieces->end() ? nullptr : &*found;
}

void CountedSource::take(const FileRange &range, const QByteArray &bytes)
{
    m_bytesRead += bytes.size();
    if (m_answers == Answers::Fleeting || bytes.size() > kMaxSizeOfKept || bytes.size() > kMaxKept - m_keptBytes)
        return;
    m_keptBytes += bytes.size();
    m_pieces[range.name].append({range.offset, range.length, bytes});
}

QList<Result<QByteArray>> CountedSource::readEach(const QList<FileRange> &ranges)
{
    QList<Result<QByteArray>> answers(ranges.size(), QByteArray());
    QList<FileRange> asked;
    QList<qsizetype> places;
    for (qsizetype i = 0; i < ranges.size(); ++i) {
        if (const Piece *piece = kept(ranges[i])) {
            answers[i] = piece->bytes.mid(ranges[i].offset - piece->offset, ranges[i].length);
        } else {
            asked << ranges[i];
            places << i;
        }
    }
    if (asked.isEmpty())
        return answers;
    m_requests += int(asked.size());
    const QList<Result<QByteArray>> fresh = m_source->readEach(asked);
    for (qsizetype i = 0; i < asked.size(); ++i) {
        answers[places[i]] = i < fresh.size() ? fresh[i] : Result<QByteArray>(Error{ErrorCode::Io, {}, QStringLiteral("no answer")});
        if (answers[places[i]])
            take(asked[i], *answers[places[i]]);
    }
    return answers;
}

Result<QList<QByteArray>> CountedSource::read(const QList<FileRange> &ranges)
{
    if (m_answers == Answers::Kept)
        return allOrError(readEach(ranges));
    m_requests += int(ranges.size());
    auto answers = m_source->read(ranges);
    if (answers) {
        for (const QByteArray &bytes : *answers)
            m_bytesRead += bytes.size();
    }
    return answers;
}

}  // namespace trainyard
