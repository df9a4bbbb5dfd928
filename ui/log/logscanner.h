// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of a log and what kind they are, from bytes in any pieces; each byte is looked at once and memory is constant.
// What a line shows is its last state, after the carriage returns. A line that is indented or empty belongs to the
// one before it and has its level and rank (tracebacks, wrapped messages). Pure.
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
    LogLevel least = LogLevel::None;  // Info: all but Debug, so lines that say no level stay
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
    // From the beginning of a line, after a line of this kind.
    LogScanner(qint64 offset, const LogKind &before)
        : m_offset(offset), m_begin(offset), m_shownBegin(offset), m_shownEnd(offset), m_before(before)
    {
    }

    // Calls f(LogScanned) for each line that ends within these bytes, which follow those fed before.
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

    qint64 offset() const { return m_offset; }          // fed so far
    const LogKind &before() const { return m_before; }  // of the last line that has ended
    // The line that has not ended yet.
    LogScanned current() const;
    bool isInLine() const { return m_offset > m_begin; }

private:
    static constexpr size_t kHeadBytes = 256;

    void take(const char *begin, const char *end, qint64 offset, bool isTerminated);
    void restart(qint64 offset);

    qint64 m_offset = 0, m_begin = 0, m_shownBegin = 0, m_shownEnd = 0;
    bool m_isAfterReturn = false;
    const char *m_direct = nullptr;  // the head where it lies, while the caller's bytes are at hand
    size_t m_headSize = 0;
    std::array<char, kHeadBytes> m_head{};
    LogKind m_before;
};

// What kind a line is that shows these first bytes and follows one of the kind `before`.
LogKind kindOf(QByteArrayView head, const LogKind &before);

}  // namespace trainyard
