// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/retention/tensorchange.h"

#include <algorithm>
#include <cmath>

namespace trainyard {

void ChangeMeter::feed(QByteArrayView before, QByteArrayView after)
{
    const qsizetype count = std::min(before.size() / bytesOf(m_before), after.size() / bytesOf(m_after));
    // Unchanged numbers usually come in long stretches.
    if (m_before == m_after && before == after && !countNonFinite(before, m_before).any()) {
        m_statistics.count += quint64(count);
        for (qsizetype i = 0; i < count; ++i) {
            const double a = numberAt(before, i, m_before);
            m_before2 += a * a;
        }
        return;
    }
    for (qsizetype i = 0; i < count; ++i) {
        const double a = numberAt(before, i, m_before), b = numberAt(after, i, m_after);
        if (!std::isfinite(a) || !std::isfinite(b)) {
            ++m_statistics.notFinite;
            continue;
        }
        const double change = std::abs(b - a);
        ++m_statistics.count;
        m_statistics.changed += change > 0;
        m_statistics.largest = std::max(m_statistics.largest, change);
        m_sum += change;
        m_squares += change * change;
        m_before2 += a * a;
    }
}

ChangeStatistics ChangeMeter::statistics() const
{
    ChangeStatistics result = m_statistics;
    result.mean = result.count ? m_sum / double(result.count) : 0;
    result.norm = std::sqrt(m_squares);
    if (m_before2 > 0)
        result.relative = std::sqrt(m_squares / m_before2);
    return result;
}

}  // namespace trainyard
