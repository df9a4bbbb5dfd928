// SPDX-License-Identifier: GPL-3.0-or-later
// When a disk will be full if it keeps filling as in the last half hour: a straight line through the used space (least squares). Pure; at
// most kMaxPoints are kept.
#pragma once

#include <QtGlobal>

#include <deque>
#include <optional>

namespace trainyard {

class DiskForecast {
public:
    static constexpr qint64 kEveryMs = 30'000;
    static constexpr size_t kMaxPoints = 60;   // half an hour
    static constexpr qint64 kMinMs = 600'000;  // a single checkpoint does not predict the next

    // Seconds from `timeMs` until nothing is left; infinite if it is not filling, nullopt while too little is known.
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
