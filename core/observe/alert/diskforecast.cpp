// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/alert/diskforecast.h"

#include <limits>

namespace trainyard {

std::optional<double> DiskForecast::feed(qint64 timeMs, qint64 totalBytes, qint64 availableBytes)
{
    if (totalBytes <= 0 || availableBytes < 0)
        return std::nullopt;
    // Another disk, or a clock that was set: the earlier points no longer apply.
    const bool isOther = totalBytes != m_total || (!m_points.empty() && timeMs < m_points.back().timeMs);
    if (isOther)
        m_points.clear();
    m_total = totalBytes;
    if (m_points.empty() || timeMs - m_points.back().timeMs >= kEveryMs) {
        m_points.push_back({timeMs, double(totalBytes) - double(availableBytes)});
        while (m_points.size() > kMaxPoints || m_points.front().timeMs < timeMs - qint64(kMaxPoints) * kEveryMs)
            m_points.pop_front();
    }
    if (availableBytes == 0)
        return 0;
    if (m_points.size() < 3 || m_points.back().timeMs - m_points.front().timeMs < kMinMs)
        return std::nullopt;
    double meanTime = 0, meanUsed = 0;
    for (const Point &point : m_points) {
        meanTime += double(point.timeMs - m_points.front().timeMs) / double(m_points.size());
        meanUsed += point.used / double(m_points.size());
    }
    double product = 0, square = 0;
    for (const Point &point : m_points) {
        const double time = double(point.timeMs - m_points.front().timeMs) - meanTime;
        product += time * (point.used - meanUsed);
        square += time * time;
    }
    const double bytesPerMs = product / square;
    return bytesPerMs > 0 ? double(availableBytes) / bytesPerMs / 1000 : std::numeric_limits<double>::infinity();
}

}  // namespace trainyard
