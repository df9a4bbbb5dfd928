// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/diagnosis/ranktable.h"

#include "core/knowledge/health/plaintext.h"
#include "core/observe/trainlog/rankprefix.h"

#include <algorithm>
#include <utility>

namespace trainyard {
namespace {

constexpr size_t kMaxTrackedRanks = 1024;
constexpr qsizetype kLine = 200;

}  // namespace

void RankTable::take(const QByteArray &line, std::optional<double> step, qint64 offset)
{
    const auto rank = rankOf(line);
    if (!rank || (m_last.size() >= kMaxTrackedRanks && !m_last.contains(*rank)))
        return;
    Last &last = m_last[*rank];
    last.line = line.left(kLine + 64);
    if (step)
        last.step = step;
    last.undatedFrom = offset;
    m_hasUndated = true;
}

void RankTable::cameBy(qint64 timeMs, qint64 offset)
{
    if (!std::exchange(m_hasUndated, false))
        return;
    for (auto &[rank, last] : m_last) {
        if (last.undatedFrom >= 0 && last.undatedFrom < offset) {
            last.timeMs = timeMs;
            last.undatedFrom = -1;
        }
        m_hasUndated |= last.undatedFrom >= 0;
    }
}

QList<RankState> RankTable::ranks() const
{
    std::optional<double> furthest;
    for (const auto &[rank, last] : m_last) {
        if (last.step)
            furthest = std::max(furthest.value_or(*last.step), *last.step);
    }
    QList<RankState> ranks;
    for (const auto &[rank, last] : m_last) {
        ranks << RankState{rank, last.timeMs, last.step, plainText(withoutRank(last.line).toByteArray()).left(kLine).trimmed(),
                           last.step && furthest && *last.step < *furthest};
    }
    std::stable_sort(ranks.begin(), ranks.end(), [](const RankState &a, const RankState &b) { return a.isBehind > b.isBehind; });
    return ranks;
}

}  // namespace trainyard
