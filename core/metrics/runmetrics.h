// What the samplers said about a run, in columns: one row per moment, one float per metric and moment, absent
// values as NaN. Pure; fed in order of time. Ranges come out reduced to the width they are drawn at.
#pragma once

#include "core/metrics/sample.h"

#include <QList>
#include <QPointF>
#include <QString>

#include <vector>

namespace trainyard {

enum class HostMetric { CpuPercent, MemoryPercent, NetReceived, NetSent, DiskRead, DiskWritten, Count };
enum class GpuMetric { BusyPercent, MemoryGiB, PowerWatts, TemperatureC, SmClockMHz, Count };

struct GpuIdentity {
    int index = 0;
    QString name;
    bool isSimulated = false;
    double memoryGiB = 0, powerLimitWatts = 0;      // 0 = not known
};

// x in milliseconds since 1970, y the mean of a bucket; low and high its extremes.
struct DecimatedLine {
    QList<QPointF> mean, low, high;
};

struct TimeGap {
    qint64 from = 0, to = 0;      // milliseconds since 1970
};

class RunMetrics {
public:
    void clear();
    void append(const QList<MachineSample> &samples);

    qsizetype count() const { return qsizetype(m_times.size()); }
    qint64 firstTime() const { return m_times.empty() ? 0 : m_times.front(); }
    qint64 lastTime() const { return m_times.empty() ? 0 : m_times.back(); }
    const QList<GpuIdentity> &gpus() const { return m_gpus; }
    // Every sampler said that there is no GPU (or there were no samples with one), and why.
    const QString &gpuAbsence() const { return m_gpuAbsence; }
    double hostMemoryGiB() const { return m_hostMemoryGiB; }

    // The latest value if it belongs to the last moment; NaN else.
    float last(HostMetric metric) const;
    float last(GpuMetric metric, qsizetype gpu) const;

    DecimatedLine line(HostMetric metric, qint64 from, qint64 to, int buckets) const;
    DecimatedLine line(GpuMetric metric, qsizetype gpu, qint64 from, qint64 to, int buckets) const;
    // Over all GPUs: their median as the mean, the smallest and largest as the extremes.
    DecimatedLine medianOfGpus(GpuMetric metric, qint64 from, qint64 to, int buckets) const;
    // Mean per cell, newest last; NaN where nothing was sampled.
    std::vector<float> cells(GpuMetric metric, qsizetype gpu, qint64 from, qint64 to, int count) const;
    // Where nothing was sampled for longer than the sampler's own pace explains.
    QList<TimeGap> gaps(qint64 from, qint64 to) const;
    // NaN where there is none within the pace of the sampler.
    float at(HostMetric metric, qint64 time) const;
    float at(GpuMetric metric, qsizetype gpu, qint64 time) const;

private:
    using Column = std::vector<float>;

    const Column &column(HostMetric metric) const { return m_host[size_t(metric)]; }
    const Column &column(GpuMetric metric, qsizetype gpu) const { return m_gpuColumns[size_t(gpu)][size_t(metric)]; }
    size_t indexAt(qint64 time) const;      // first moment not before
    qint64 pace() const;
    DecimatedLine reduced(const Column &column, qint64 from, qint64 to, int buckets) const;
    float near(const Column &column, qint64 time) const;

    std::vector<qint64> m_times;
    Column m_host[size_t(HostMetric::Count)];
    std::vector<std::vector<Column>> m_gpuColumns;   // [gpu][metric]
    QList<GpuIdentity> m_gpus;
    QString m_gpuAbsence;
    double m_hostMemoryGiB = 0;
};

}  // namespace trainyard
