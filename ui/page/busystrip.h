// SPDX-License-Identifier: GPL-3.0-or-later
// The last hour of one machine, one cell a minute: the mean busy percentage of all GPUs, or of the CPUs if there is no GPU. Updated sample
// by sample, so that repainting a fleet is cheap. Pure.
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

    void add(const MachineSample &sample);  // must be later than the previous ones; others are dropped
    qint64 lastTimeMs() const { return m_lastTimeMs; }
    // nowMs by the machine's clock; the last cell is the current minute.
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
