// SPDX-License-Identifier: GPL-3.0-or-later
// When a byte of a run's log was written, from the sizes its sampler saw (`log` lines, docs/metrics.md). Value type,
// pure. Times are the machine's clock and never fall from one byte to the next; what was written while that clock was
// set back has no time. What the sampler has not told yet is dated by when it was seen here. Memory is bounded: past kMaxMarks the marks are thinned and their moments get wider.
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
    // Sizes in the order they were seen. A smaller one than before means another log: what was known is forgotten.
    void append(const LogSize &size);

    // The log held so many bytes when it was looked at, by the machine's clock: what came since the look before has this moment
    // until a size of the sampler's says it better. The first look dates nothing.
    void seen(qint64 bytes, qint64 ms);

    bool isEmpty() const { return m_marks.empty(); }
    qint64 knownBytes() const { return m_marks.empty() ? 0 : m_marks.back().bytes; }

    // Nothing where it is not known: beyond the last size, before the first one, while the clock was set back.
    std::optional<LogMoment> timeAt(qint64 offset) const;
    // What the log held at this moment: the byte written next has this offset. Nothing before the first size.
    std::optional<qint64> offsetAt(qint64 ms) const;

private:
    struct Mark {
        qint64 bytes = 0;  // bytes before this offset, and not before the last mark's, have this moment
        qint64 toMs = 0;
        qint64 widthMs = 0;  // negative: not known
    };

    void thin();
    std::optional<LogMoment> seenAt(qint64 offset) const;

    static constexpr size_t kMaxSeen = 64;  // a minute of growth five times a second has not been told: so be it

    std::vector<Mark> m_marks;
    std::vector<Mark> m_seen;  // looks behind the last mark; the first dates nothing
    size_t m_stride = 1;       // sizes a mark stands for since the marks were thinned
    size_t m_inLast = 0;
};

}  // namespace trainyard
