// One file, read by ranges and remembered: every question is asked once, and what was asked is counted.
#pragma once

#include "core/format/checkpoint.h"
#include "core/format/filesource.h"

#include <QByteArray>
#include <QList>

#include <vector>

namespace trainyard {

struct Inspection;

class RangeReader {
public:
    RangeReader(FileSource &source, const CheckpointFile &file) : m_source(source), m_file(file) {}

    struct Range {
        qint64 offset = 0, length = 0;   // clipped to the file
    };
    // What is not known yet of all of them, in one round. An answer that is shorter than the listed size allows is an
    // error (Corrupt): the file changed meanwhile.
    Result<void> fetch(const QList<Range> &ranges);
    // The first and the last bytes: enough for most files.
    Result<void> fetchEnds(qint64 head = 128 * 1024, qint64 tail = 128 * 1024);

    // Of what was fetched; shorter where that ends. Without copying when it was one answer.
    QByteArray bytes(qint64 offset, qint64 length) const;
    bool has(qint64 offset, qint64 length) const { return bytes(offset, length).size() == length; }
    qint64 knownHead() const { return m_pieces.empty() || m_pieces.front().offset ? 0 : knownEnd(0); }

    const CheckpointFile &file() const { return m_file; }
    qint64 size() const { return m_file.sizeBytes; }
    void count(Inspection &inspection) const;    // adds bytesRead, requests and rounds

private:
    struct Piece {
        qint64 offset;
        QByteArray bytes;
        qint64 end() const { return offset + bytes.size(); }
    };
    qint64 knownEnd(qint64 offset) const;        // where what is known from there on ends

    FileSource &m_source;
    const CheckpointFile m_file;
    std::vector<Piece> m_pieces;                 // by offset, not overlapping
    quint64 m_bytesRead = 0;
    int m_requests = 0, m_rounds = 0;
};

}  // namespace trainyard
