// SPDX-License-Identifier: GPL-3.0-or-later
// When a disk will be full if it goes on filling as in the last half hour: a straight line through what was used (least
// squares). Pure; at most kMaxPoints are kept.
#pragma once

#include <QtGlobal>

#include <deque>
#include <optional>

namespace trainyard {

class DiskForecast {
public:
    static constexpr qint64 kEveryMs = 30'000;
    static constexpr size_t kMaxPoints = 60;   // half an hour
    static constexpr qint64 kMinMs = 600'000;  // one checkpoint says nothing of the next

    // Seconds from then until nothing is left; infinite when it does not fill, nothing as long as too little is known.
    std::optional<double> feed(qint64 timeMs, qint64 totalBytes, qint64 availableBytes);

private:
    struct Point {
        qint64 timeMs = 0;
        double used = 0;
    };
    std::deque<Point> m_points;
    qint64 m_total = 0;
};

}  // namespace trainyard
