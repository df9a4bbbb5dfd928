// Which charts there are and how those of several GPUs are shown.
#pragma once

#include <QtGlobal>

namespace trainyard {

enum class ChartKind { Loss, GpuBusy, GpuMemory, GpuPower, GpuTemperature, Cpu, Memory, Network, Disk, GpuClock, PcieReceived, PcieSent };

// Auto: a line each up to four GPUs, their median and range from five on.
enum class GpuShow { Auto, Lines, Band, Small, Heat, One };

struct GpuView {
    GpuShow show = GpuShow::Auto;
    qsizetype gpu = 0;      // of One: its place in RunMetrics::gpus()

    bool operator==(const GpuView &) const = default;
};

}  // namespace trainyard
