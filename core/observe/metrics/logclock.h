// SPDX-License-Identifier: GPL-3.0-or-later
// When a byte of a run's log was written, from the sizes its sampler saw (`log` lines, docs/metrics.md). Value type, pure. Times are the
// machine's clock and never decrease from one byte to the next; bytes written while that clock was set back have no time. Bytes the sampler
// has not reported yet are dated by when they were seen here. Memory is bounded: past kMaxMarks the marks are thinned and their moments get
// wider.
#pragma once

#include "core/observe/metrics/sample.h"

#include <QList>

#include <optional>
#include <vector>

namespace trainyard {

// Written after `fromMs` and not later than `toMs`, milliseconds since 1970.
struct LogMoment {
    qint64 fromMs = 0, toMs = 0;

    bool operator==(const LogMoment &) const = default;
};

class LogClock {
public:
    static constexpr size_t kMaxMarks = size_t(1) << 17;  // 3 MiB; a day and a half of growth in every second

    void clear();
    // Sizes in the order they were seen. A smaller one than before means a new log: earlier marks are dropped.
    void append(const LogSize &size);

    // The log had this many bytes at `ms`, by the machine's clock: the bytes since the previous call have this moment until a size from the
    // sampler dates them better. The first call dates nothing.
    void seen(qint64 bytes, qint64 ms);

    bool isEmpty() const { return m_marks.empty(); }
    qint64 knownBytes() const { return m_marks.empty() ? 0 : m_marks.back().bytes; }

    // nullopt if unknown: beyond the last size, before the first one, while the clock was set back.
    std::optional<LogMoment> timeAt(qint64 offset) const;
    // The size of the log at this moment: the byte written next has this offset. nullopt before the first size.
    std::optional<qint64> offsetAt(qint64 ms) const;

private:
    struct Mark {
        qint64 bytes = 0;  // bytes from the last mark's offset up to this one have this moment
        qint64 toMs = 0;
        qint64 widthMs = 0;  // negative: unknown
    };

    void thin();
    std::optional<LogMoment> seenAt(qint64 offset) const;

    static constexpr size_t kMaxSeen = 64;  // a minute of unreported growth at five calls a second; older ones are dropped

    std::vector<Mark> m_marks;
    std::vector<Mark> m_seen;  // calls of seen() after the last mark; the first dates nothing
    size_t m_stride = 1;       // sizes per mark since the marks were thinned
    size_t m_inLast = 0;
};

}  // namespace trainyard
