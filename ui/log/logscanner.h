// SPDX-License-Identifier: GPL-3.0-or-later
// Splits bytes in pieces of any size into log lines and classifies them; each byte is read once and memory use is constant. A line shows
// its last state, after the carriage returns. A line that is indented or empty belongs to the previous one and takes over its level and
// rank (tracebacks, wrapped messages). Pure.
#pragma once

#include "ui/log/loglead.h"

#include <QtGlobal>

#include <array>
#include <cstring>
#include <vector>

namespace trainyard {

struct LogKind {
    LogLevel level = LogLevel::None;
    bool isStart = true;  // not a continuation
    qint16 rank = -1;
};

// Which lines are wanted.
struct LogChoice {
    LogLevel least = LogLevel::None;  // Info: all but Debug, so lines without a level stay
    bool hasAllRanks = true;
    bool withoutRank = false;  // with hasAllRanks false: also lines that name none
    std::vector<bool> ranks;

    bool isAll() const { return least == LogLevel::None && hasAllRanks; }
    bool matches(const LogKind &kind) const
    {
        if (least == LogLevel::Info ? kind.level == LogLevel::Debug : kind.level < least)
            return false;
        return hasAllRanks || (kind.rank < 0 ? withoutRank : size_t(kind.rank) < ranks.size() && ranks[size_t(kind.rank)]);
    }
    bool operator==(const LogChoice &) const = default;
};

struct LogScanned {
    qint64 begin = 0, end = 0;            // end: before the newline
    qint64 shownBegin = 0, shownEnd = 0;  // of the last state
    LogKind kind;
};

class LogScanner {
public:
    LogScanner() = default;
    // Starts at the beginning of a line that follows a line of this kind.
    LogScanner(qint64 offset, const LogKind &before)
        : m_offset(offset), m_begin(offset), m_shownBegin(offset), m_shownEnd(offset), m_before(before)
    {
    }

    // Calls f(LogScanned) for each line that ends within these bytes, which follow those passed before.
    template <typename F>
    void feed(const char *bytes, qint64 length, F f)
    {
        const char *at = bytes, *const end = bytes + length;
        while (at < end) {
            const auto *newline = static_cast<const char *>(std::memchr(at, '\n', size_t(end - at)));
            take(at, newline ? newline : end, m_offset + (at - bytes), newline != nullptr);
            if (!newline)
                break;
            LogScanned line = current();
            line.end = m_offset + (newline - bytes);
            m_before = line.kind;
            f(line);
            restart(line.end + 1);
            at = newline + 1;
        }
        m_offset += length;
    }

    qint64 offset() const { return m_offset; }          // end of the bytes passed so far
    const LogKind &before() const { return m_before; }  // of the last complete line
    // The line that is not complete yet.
    LogScanned current() const;
    bool isInLine() const { return m_offset > m_begin; }

private:
    static constexpr size_t kHeadBytes = 256;

    void take(const char *begin, const char *end, qint64 offset, bool isTerminated);
    void restart(qint64 offset);

    qint64 m_offset = 0, m_begin = 0, m_shownBegin = 0, m_shownEnd = 0;
    bool m_isAfterReturn = false;
    const char *m_direct = nullptr;  // the start of the line in the caller's buffer, while that is available
    size_t m_headSize = 0;
    std::array<char, kHeadBytes> m_head{};
    LogKind m_before;
};

// The kind of a line with these first bytes that follows a line of kind `before`.
LogKind kindOf(QByteArrayView head, const LogKind &before);

}  // namespace trainyard
