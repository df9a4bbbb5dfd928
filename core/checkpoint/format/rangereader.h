// SPDX-License-Identifier: GPL-3.0-or-later
// One file, read by ranges and cached: each range is requested once, and requests are counted.
#pragma once

#include "core/checkpoint/format/checkpoint.h"
#include "core/checkpoint/format/filesource.h"

#include <QByteArray>
#include <QList>

#include <algorithm>
#include <vector>

namespace trainyard {

struct Inspection;

class RangeReader {
public:
    // `head` and `tail`: the sizes for fetchEnds(), enough for most files.
    RangeReader(FileSource &source, const CheckpointFile &file, qint64 head = 128 * 1024, qint64 tail = 128 * 1024)
        : m_source(source), m_file(file), m_head(head), m_tail(tail)
    {
    }

    struct Range {
        qint64 offset = 0, length = 0;  // clipped to the file
    };
    // Fetches the missing parts of all ranges in one round. An answer that is shorter than the listed size allows is an error (Corrupt):
    // the file changed meanwhile.
    Result<void> fetch(const QList<Range> &ranges);
    // The first and the last bytes.
    Result<void> fetchEnds();

    // From the fetched bytes; shorter where those end. Not copied if they came in one answer.
    QByteArray bytes(qint64 offset, qint64 length) const;
    bool has(qint64 offset, qint64 length) const { return bytes(offset, length).size() == length; }
    qint64 knownHead() const { return m_pieces.empty() || m_pieces.front().offset ? 0 : knownEnd(0); }

    const CheckpointFile &file() const { return m_file; }
    qint64 size() const { return m_file.sizeBytes; }
    qint64 tailOffset() const { return std::max<qint64>(0, size() - m_tail); }
    void count(Inspection &inspection) const;  // adds bytesRead, requests and rounds

private:
    struct Piece {
        qint64 offset;
        QByteArray bytes;
        qint64 end() const { return offset + bytes.size(); }
    };
    qint64 knownEnd(qint64 offset) const;  // the end of the fetched bytes that start there

    FileSource &m_source;
    const CheckpointFile m_file;
    const qint64 m_head, m_tail;
    std::vector<Piece> m_pieces;  // by offset, not overlapping
    quint64 m_bytesRead = 0;
    int m_requests = 0, m_rounds = 0;
};

}  // namespace trainyard
