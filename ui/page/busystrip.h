// SPDX-License-Identifier: GPL-3.0-or-later
// The last hour of one machine, one cell a minute: the mean of all GPUs' busy percent, or of the CPUs where there
// is no GPU. Fed sample by sample, so that a fleet costs nothing per repaint. Pure.
#pragma once

#include "core/observe/metrics/sample.h"

#include <array>
#include <deque>
#include <optional>

namespace trainyard {

class BusyStrip {
public:
    static constexpr int kCells = 60;
    using Cells = std::array<std::optional<float>, kCells>;  // oldest first; nullopt = no sample in that minute

    void add(const MachineSample &sample);  // later than the ones before; others are dropped
    qint64 lastTimeMs() const { return m_lastTimeMs; }
    // nowMs on the machine's clock: the last cell is the minute that is going on.
    Cells cells(qint64 nowMs) const;

private:
    struct Minute {
        qint64 number = 0;
        double sum = 0;
        int count = 0;
    };
    std::deque<Minute> m_minutes;
    qint64 m_lastTimeMs = -1;
};

}  // namespace trainyard
