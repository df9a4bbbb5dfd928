// SPDX-License-Identifier: GPL-3.0-or-later
// The quantities that the samplers report, the GPUs they belong to, and stretches of a run's history as they are handed from the store to
// the code that draws them. Values; pure. Absent values are NaN, never zero.
#pragma once

#include <QList>
#include <QPointF>
#include <QString>

#include <array>
#include <vector>

namespace trainyard {

enum class HostMetric { CpuPercent, MemoryPercent, NetReceived, NetSent, DiskRead, DiskWritten, Count };  // rates in bytes/s
enum class GpuMetric {
    BusyPercent,
    MemoryGiB,
    PowerWatts,
    TemperatureC,
    SmClockMHz,
    MemoryBusyPercent,
    PcieReceived,
    PcieSent,
    Count
};  // PCIe rates in bytes/s

inline constexpr size_t kHostMetrics = size_t(HostMetric::Count), kGpuMetrics = size_t(GpuMetric::Count);

struct GpuIdentity {
    int index = 0;
    QString name;
    bool isSimulated = false;
    double memoryGiB = 0, powerLimitWatts = 0;  // 0 = unknown
    bool operator==(const GpuIdentity &) const = default;
};

// x in milliseconds since 1970, y the mean of a bucket; low and high its extremes.
struct DecimatedLine {
    QList<QPointF> mean, low, high;
};

struct TimeGap {
    qint64 from = 0, to = 0;  // milliseconds since 1970
};

// The machine's clock was set back by more than late lines explain: the earlier values for these moments are no longer drawn, because the
// new clock covers them again.
struct ClockStep {
    qint64 from = 0, to = 0;  // the last moment before, the first after; milliseconds since 1970
    qint64 replaced = 0;      // moments that are no longer drawn
    bool operator==(const ClockStep &) const = default;
};

// All series of a stretch of time: entries in order of time, each either one moment or a summary of several. It covers all of [from, to),
// so where there is no entry nothing was sampled.
struct MetricDigest {
    struct Column {                          // as long as begin and end, or empty: unknown
        std::vector<float> mean, low, high;  // low and high are empty if the entries are moments
    };
    struct Gpu {
        GpuIdentity identity;
        std::array<Column, kGpuMetrics> columns;
    };

    qint64 from = 0, to = 0;
    qint64 step = 0;                 // the longest time that an entry may span; 0: entries are moments
    std::vector<qint64> begin, end;  // first and last moment of each entry
    std::vector<quint32> moments;    // number per entry; empty if the entries are moments
    std::array<Column, kHostMetrics> host;
    std::vector<Gpu> gpus;
    QString gpuAbsence;
    double hostMemoryGiB = 0;

    size_t size() const { return begin.size(); }
};

}  // namespace trainyard
