// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/metrics/logclock.h"

#include <algorithm>

namespace trainyard {

void LogClock::clear()
{
    m_marks.clear();
    m_seen.clear();
    m_stride = 1;
    m_inLast = 0;
}

void LogClock::seen(qint64 bytes, qint64 ms)
{
    if (m_seen.empty()) {
        m_seen.push_back({bytes, ms, -1});
        return;
    }
    const Mark before = m_seen.back();
    if (bytes < before.bytes || ms < before.toMs)
        m_seen = {Mark{bytes, ms, -1}};
    else if (bytes > before.bytes)
        m_seen.push_back({bytes, ms, ms - before.toMs});
    else
        m_seen.back() = {bytes, before.widthMs < 0 ? ms : before.toMs, before.widthMs};
    if (m_seen.size() > kMaxSeen)
        m_seen.erase(m_seen.begin());
}

void LogClock::append(const LogSize &size)
{
    if (size.bytes < knownBytes())
        clear();
    if (size.bytes == knownBytes() && !m_marks.empty())
        return;
    Mark mark{size.bytes, size.timeMs, -1};
    const qint64 lastMs = m_marks.empty() ? size.previousMs : m_marks.back().toMs;
    if (size.timeMs < lastMs)
        mark.toMs = lastMs;  // the clock was set back: no moment until it has caught up
    else if (size.previousMs > 0 && size.previousMs <= size.timeMs)
        mark.widthMs = size.timeMs - std::max(size.previousMs, lastMs);
    if (m_marks.empty() && size.bytes == 0)
        mark.widthMs = 0;  // dates nothing, but serves as a starting point

    while (m_seen.size() > 1 && m_seen[1].bytes <= size.bytes)
        m_seen.erase(m_seen.begin());
    if (m_stride > 1 && m_inLast < m_stride && !m_marks.empty()) {
        Mark &last = m_marks.back();
        const bool isKnown = last.widthMs >= 0 && mark.widthMs >= 0;
        mark.widthMs = isKnown ? mark.toMs - (last.toMs - last.widthMs) : -1;
        last = mark;
        ++m_inLast;
        return;
    }
    if (m_marks.size() >= kMaxMarks)
        thin();
    m_marks.push_back(mark);
    m_inLast = 1;
}

void LogClock::thin()
{
    size_t kept = 0;
    for (size_t i = 0; i < m_marks.size(); i += 2) {
        Mark mark = m_marks[i];
        if (i + 1 < m_marks.size()) {
            const Mark &next = m_marks[i + 1];
            const bool isKnown = mark.widthMs >= 0 && next.widthMs >= 0;
            mark = {next.bytes, next.toMs, isKnown ? next.toMs - (mark.toMs - mark.widthMs) : -1};
        }
        m_marks[kept++] = mark;
    }
    m_marks.resize(kept);
    m_stride *= 2;
}

std::optional<LogMoment> LogClock::timeAt(qint64 offset) const
{
    if (offset < 0)
        return std::nullopt;
    const auto mark = std::upper_bound(m_marks.begin(), m_marks.end(), offset, [](qint64 at, const Mark &m) { return at < m.bytes; });
    if (mark == m_marks.end())
        return seenAt(offset);
    if (mark->widthMs < 0)
        return std::nullopt;
    return LogMoment{mark->toMs - mark->widthMs, mark->toMs};
}

std::optional<LogMoment> LogClock::seenAt(qint64 offset) const
{
    const auto look = std::upper_bound(m_seen.begin(), m_seen.end(), offset, [](qint64 at, const Mark &m) { return at < m.bytes; });
    if (look == m_seen.begin() || look == m_seen.end())
        return std::nullopt;
    // Not before the last certain moment.
    const qint64 least = m_marks.empty() ? 0 : m_marks.back().toMs;
    return LogMoment{std::max(std::prev(look)->toMs, std::min(least, look->toMs)), std::max(look->toMs, least)};
}

std::optional<qint64> LogClock::offsetAt(qint64 ms) const
{
    const auto after = std::upper_bound(m_marks.begin(), m_marks.end(), ms, [](qint64 time, const Mark &m) { return time < m.toMs; });
    if (after == m_marks.begin())
        return std::nullopt;
    return std::prev(after)->bytes;
}

}  // namespace trainyard
