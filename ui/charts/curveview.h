// SPDX-License-Identifier: GPL-3.0-or-later
// How training curves are drawn: over steps or over the time of the other charts, how much smoothing, and whether the loss scale is
// logarithmic. Plain values.
#pragma once

#include "core/observe/trainlog/trainingseries.h"

#include <algorithm>
#include <array>

namespace trainyard {

enum class CurveAxis { Step, Time };

struct CurveView {
    static constexpr int kUsualSmoothing = 4, kMaxSmoothing = 7;

    CurveAxis axis = CurveAxis::Step;
    bool isLogarithmic = false;
    int smoothing = kUsualSmoothing;  // 0: no smoothing

    // The fraction of the visible range that is averaged into one point.
    double part() const
    {
        constexpr std::array kParts{0.0, 1.0 / 480, 1.0 / 240, 1.0 / 120, TrainingSeries::kUsualPart, 1.0 / 30, 1.0 / 15, 1.0 / 8};
        static_assert(kParts.size() == kMaxSmoothing + 1);
        return kParts[size_t(std::clamp(smoothing, 0, kMaxSmoothing))];
    }

    bool operator==(const CurveView &) const = default;
};

}  // namespace trainyard
