// SPDX-License-Identifier: GPL-3.0-or-later
// The kinds of charts, and how the charts of several GPUs are shown.
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

// Values that the training itself reports; they may be drawn over its steps.
inline bool isOfTraining(ChartKind kind) { return kind == ChartKind::Loss || kind == ChartKind::Throughput; }

// Auto: one line each for up to four GPUs, median and range for five or more.
enum class GpuShow { Auto, Lines, Band, Small, Heat, One };

struct GpuView {
    GpuShow show = GpuShow::Auto;
    qsizetype gpu = 0;  // of One: its place in RunMetrics::gpus()

    bool operator==(const GpuView &) const = default;
};

}  // namespace trainyard
