// SPDX-License-Identifier: GPL-3.0-or-later
// One moment of one machine, parsed from sampler lines (docs/metrics.md). Pure. Absent values are nullopt, never zero.
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

#include <memory>
#include <optional>

namespace trainyard {

struct GpuSample {
    int index = 0;
    QString uuid, name;                 // simulated if the uuid begins with "SIM-"
    std::optional<double> busyPercent;  // utilization.gpu: a kernel was resident, 0–100
    std::optional<double> memoryUsedMiB, memoryTotalMiB;
    std::optional<double> powerWatts, powerLimitWatts;  // the enforced limit
    std::optional<double> temperatureC;
    std::optional<double> smClockMHz;
    std::optional<double> pcieReceivedPerSecond, pcieSentPerSecond;  // bytes/s over its link; sampled every 10 s
    std::optional<double> memoryBusyPercent;                         // utilization.memory: memory was read or written, 0–100
    bool isSimulated() const { return uuid.startsWith(QLatin1String("SIM-")); }
};

struct MachineSample {
    qint64 timeMs = 0;                 // since 1970, the machine's clock
    std::optional<double> cpuPercent;  // of all CPUs together, 0–100
    std::optional<int> cpuCount;
    std::optional<double> load1;
    std::optional<qint64> memoryTotalBytes, memoryAvailableBytes;
    std::optional<double> netReceivedPerSecond, netSentPerSecond;             // bytes/s, sum of interfaces
    std::optional<double> diskReadPerSecond, diskWrittenPerSecond;            // bytes/s, sum of disks
    std::optional<qint64> diskTotalBytes, diskUsedBytes, diskAvailableBytes;  // last known; of `diskPath`
    QString diskPath;
    QList<GpuSample> gpus;  // by index
    QString gpuAbsence;     // why there are none: "no-nvidia-smi" or an error line; empty = not reported
};

// The run's log had this length at a tick of its sampler, and was shorter or unknown at the tick before.
struct LogSize {
    qint64 timeMs = 0, previousMs = 0;  // since 1970; previousMs 0: this sampler's first tick
    qint64 bytes = 0;
};

// Feed bytes as they come, in any pieces; finished moments come out in order. A moment is finished when a line with a later time of the
// host sampler arrives, or at flush(). Memory is bounded: a line over 64 KiB is dropped.
//
// The lines of a host tick (cpu, mem, load, net, io) carry one time and begin with cpu. GPU lines come from another process at their own
// times: a moment takes each GPU's latest values before the moment finished, unless those are more than 5 s older than the moment (25 s for
// PCIe rates, which are sampled every 10 s); so a dead nvidia-smi shows as a gap, not as frozen values. Disk values and the absence of GPUs
// stay as last reported. A clock that was set back by more than 5 s starts a new order of times.
class SampleParser {
public:
    SampleParser();
    ~SampleParser();
    QList<MachineSample> feed(const QByteArray &bytes);
    QList<MachineSample> flush();
    // The current field names, as in a gpufields line: fed to another parser, they let it continue from here.
    QByteArray gpuFields() const;
    // Reported since the last call. They come immediately, not when their moment is finished; at most one per tick.
    QList<LogSize> takeLogSizes();

private:
    struct State;
    std::unique_ptr<State> m_state;
};

}  // namespace trainyard
