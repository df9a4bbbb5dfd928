// SPDX-License-Identifier: GPL-3.0-or-later
// Which charts there are and how those of several GPUs are shown.
#pragma once

#include <QtGlobal>

namespace trainyard {

enum class ChartKind {
    Loss,
    Throughput,
    GpuBusy,
    GpuMemory,
    GpuPower,
    GpuTemperature,
    Cpu,
    Memory,
    Network,
    Disk,
    GpuClock,
    PcieReceived,
    PcieSent
};

// What the training says of itself; it may be drawn over its steps.
inline bool isOfTraining(ChartKind kind) { return kind == ChartKind::Loss || kind == ChartKind::Throughput; }

// Auto: a line each up to four GPUs, their median and range from five on.
enum class GpuShow { Auto, Lines, Band, Small, Heat, One };

struct GpuView {
    GpuShow show = GpuShow::Auto;
    qsizetype gpu = 0;  // of One: its place in RunMetrics::gpus()

    bool operator==(const GpuView &) const = default;
};

}  // namespace trainyard
