// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/format/rangereader.h"

#include "core/checkpoint/format/inspection.h"

#include <QCoreApplication>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Format)
};

}  // namespace

qint64 RangeReader::knownEnd(qint64 offset) const
{
    auto piece = std::upper_bound(m_pieces.begin(), m_pieces.end(), offset, [](qint64 at, const Piece &p) { return at < p.offset; });
    if (piece == m_pieces.begin() || (--piece)->end() <= offset)
        return offset;
    qint64 end = piece->end();
    while (++piece != m_pieces.end() && piece->offset == end)
        end = piece->end();
    return end;
}

Result<void> RangeReader::fetch(const QList<Range> &ranges)
{
    std::vector<Range> wanted;
    for (Range range : ranges) {
        range.offset = std::clamp<qint64>(range.offset, 0, size());
        range.length = std::clamp<qint64>(range.length, 0, size() - range.offset);
        wanted.push_back(range);
    }
    std::sort(wanted.begin(), wanted.end(), [](const Range &a, const Range &b) { return a.offset < b.offset; });
    // The new part of it: without overlaps, and without known bytes.
    QList<FileRange> asked;
    qint64 done = 0;
    for (const Range &range : wanted) {
        const qint64 end = range.offset + range.length;
        for (qint64 at = std::max(done, range.offset); at < end;) {
            at = knownEnd(at);
            const auto next = std::upper_bound(m_pieces.begin(), m_pieces.end(), at,
                                               [](qint64 place, const Piece &p) { return place < p.offset; });
            const qint64 until = next == m_pieces.end() ? end : std::min(end, next->offset);
            if (at >= until)
                break;
            if (!asked.isEmpty() && asked.last().offset + asked.last().length == at)
                asked.last().length += until - at;
            else
                asked << FileRange{m_file.name, at, until - at};
            at = until;
        }
        done = std::max(done, end);
    }
    if (asked.isEmpty())
        return {};
    ++m_rounds;
    m_requests += int(asked.size());
    TRY(auto answers, m_source.read(asked));
    for (qsizetype i = 0; i < asked.size(); ++i) {
        QByteArray bytes = i < answers.size() ? answers[i] : QByteArray();
        bytes.truncate(asked[i].length);
        m_bytesRead += quint64(bytes.size());
        if (bytes.size() < asked[i].length)
            return Error{ErrorCode::Corrupt, Words::tr("The file changed while it was read. Try again in a moment."), {}};
        m_pieces.push_back({asked[i].offset, bytes});
    }
    std::sort(m_pieces.begin(), m_pieces.end(), [](const Piece &a, const Piece &b) { return a.offset < b.offset; });
    return {};
}

Result<void> RangeReader::fetchEnds() { return fetch({{0, m_head}, {tailOffset(), m_tail}}); }

QByteArray RangeReader::bytes(qint64 offset, qint64 length) const
{
    const qint64 end = std::min(knownEnd(offset), length > size() - offset ? size() : offset + length);
    auto piece = std::upper_bound(m_pieces.begin(), m_pieces.end(), offset, [](qint64 at, const Piece &p) { return at < p.offset; });
    if (end <= offset || piece == m_pieces.begin())
        return {};
    --piece;
    if (piece->offset == offset && piece->end() == end)
        return piece->bytes;
    if (end <= piece->end())
        return piece->bytes.mid(offset - piece->offset, end - offset);
    QByteArray out;
    out.reserve(end - offset);
    for (; piece != m_pieces.end() && piece->offset < end; ++piece) {
        const qint64 from = std::max(offset, piece->offset);
        out.append(piece->bytes.constData() + (from - piece->offset), std::min(end, piece->end()) - from);
    }
    return out;
}

void RangeReader::count(Inspection &inspection) const
{
    inspection.bytesRead += m_bytesRead;
    inspection.requests += m_requests;
    inspection.rounds += m_rounds;
}

}  // namespace trainyard
