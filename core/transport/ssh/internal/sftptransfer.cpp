// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/ssh/internal/sftptransfer.h"

#include <QCoreApplication>

#include <algorithm>
#include <deque>
#include <limits>
#include <unordered_set>

namespace trainyard {

namespace {

constexpr qint64 kSftpPiece = 32 * 1024;  // every server accepts it, and it was the fastest measured
constexpr std::size_t kInFlight = 128;    // × kSftpPiece = 4 MiB, the largest window of a channel
constexpr qint64 kFirstPieces = 4;        // sent before the size is known
constexpr quint64 kStatTag = std::numeric_limits<quint64>::max();

struct Range {
    qint64 offset = 0;
    qint64 length = 0;
};

Error shorterError(const QString &path)
{
    return {ErrorCode::Io,
            QCoreApplication::translate("trainyard::Ssh", "The data for %1 got shorter during the transfer. Try again.").arg(path),
            {}};
}

class ReadJob {
public:
    ReadJob(SftpExchange &exchange, const QByteArray &handle, const QString &path, qint64 offset, qint64 length)
        : m_exchange(exchange), m_handle(handle), m_path(path), m_start(offset), m_next(offset),
          m_end(length > std::numeric_limits<qint64>::max() - offset ? std::numeric_limits<qint64>::max() : offset + length),
          m_requestLimit(offset + kFirstPieces * kSftpPiece)
    {
    }

    Result<qint64> run(const SftpSink &sink)
    {
        // The size determines how far to read ahead; the end is trusted only when the server reports it.
        if (m_end - m_start > kFirstPieces * kSftpPiece) {
            m_exchange.send(SftpType::Fstat, kStatTag, [&](SftpRequest &r) { r.string(m_handle); });
            m_isStatPending = true;
        }
        for (;;) {
            ask();
            if (m_inFlight.empty() && !m_isStatPending)
                return std::max<qint64>(std::min(m_eof, m_end) - m_start, 0);
            TRY(auto letter, m_exchange.next());
            if (letter.tag == kStatTag) {
                m_isStatPending = false;
                if (letter.reply.type == SftpType::Attributes && letter.reply.attributes.size) {
                    const quint64 size = std::min<quint64>(*letter.reply.attributes.size, std::numeric_limits<qint64>::max() - 1);
                    m_requestLimit = std::max(m_requestLimit, static_cast<qint64>(size) + 1);
                }
                continue;
            }
            TRY_DO(take(letter, sink));
        }
    }

private:
    void ask()
    {
        while (m_inFlight.size() < kInFlight) {
            Range range;
            if (!m_redo.empty()) {
                range = m_redo.front();
                m_redo.pop_front();
            } else if (m_next < std::min(m_end, m_eof) && (m_next < m_requestLimit || m_inFlight.empty())) {
                range = {m_next, std::min(kSftpPiece, m_end - m_next)};
                m_next += range.length;
            } else {
                return;
            }
            if (range.offset >= m_eof)
                continue;
            const quint64 tag = m_nextTag++;
            m_inFlight.emplace(tag, range);
            m_exchange.send(SftpType::Read, tag, [&](SftpRequest &request) {
                request.string(m_handle).longNumber(static_cast<quint64>(range.offset)).number(static_cast<quint32>(range.length));
            });
        }
    }

    Result<void> take(ReplyQueue::Letter &letter, const SftpSink &sink)
    {
        const auto found = m_inFlight.find(letter.tag);
        Q_ASSERT(found != m_inFlight.end());
        const Range range = found->second;
        m_inFlight.erase(found);
        const SftpReply &reply = letter.reply;
        if (reply.type == SftpType::Status && reply.status == static_cast<quint32>(SftpStatus::Eof)) {
            m_eof = std::min(m_eof, range.offset);
            return {};
        }
        if (reply.type != SftpType::Data)
            return sftpError(reply, m_path);
        // An empty answer would be requested again endlessly; a longer one would overlap its neighbour.
        if (reply.bytes.isEmpty() || reply.bytes.size() > range.length)
            return Error{
                ErrorCode::Corrupt,
                QCoreApplication::translate("trainyard::Ssh", "The machine sent a wrong amount of data for %1. Try again.").arg(m_path),
                QStringLiteral("asked for %1, got %2").arg(range.length).arg(reply.bytes.size())};
        if (reply.bytes.size() < range.length)
            m_redo.push_back({range.offset + reply.bytes.size(), range.length - reply.bytes.size()});
        return sink(range.offset - m_start, reply.bytes);
    }

    SftpExchange &m_exchange;
    const QByteArray &m_handle;
    const QString &m_path;
    const qint64 m_start;
    qint64 m_next;
    const qint64 m_end;
    qint64 m_requestLimit;
    qint64 m_eof = std::numeric_limits<qint64>::max();
    quint64 m_nextTag = 1;
    bool m_isStatPending = false;
    std::unordered_map<quint64, Range> m_inFlight;
    std::deque<Range> m_redo;
};

}  // namespace

Result<qint64> sftpRead(SftpExchange &exchange, const QByteArray &handle, const QString &path, qint64 offset, qint64 length,
                        const SftpSink &sink)
{
    return ReadJob(exchange, handle, path, offset, length).run(sink);
}

Result<void> sftpWrite(SftpExchange &exchange, const QByteArray &handle, const QString &path, qint64 size, const Sftp::Source &source)
{
    std::unordered_set<quint64> inFlight;
    quint64 nextTag = 1;
    qint64 offset = 0;
    for (;;) {
        while (offset < size && inFlight.size() < kInFlight) {
            TRY(auto piece, source(offset, static_cast<qsizetype>(std::min(kSftpPiece, size - offset))));
            if (piece.isEmpty())
                return shorterError(path);
            inFlight.insert(nextTag);
            exchange.send(SftpType::Write, nextTag++,
                          [&](SftpRequest &request) { request.string(handle).longNumber(static_cast<quint64>(offset)).string(piece); });
            offset += piece.size();
        }
        if (inFlight.empty())
            return {};
        TRY(auto letter, exchange.next());
        TRY_DO(sftpChecked(letter.reply, path));
        inFlight.erase(letter.tag);
    }
}

}  // namespace trainyard
