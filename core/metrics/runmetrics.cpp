#include "core/metrics/runmetrics.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace trainyard {
namespace {

constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
constexpr double kMiBPerGiB = 1024, kBytesPerGiB = 1024.0 * 1024 * 1024;
constexpr qint64 kShortestGap = 5000;      // ms: less is a late sample, not a gap
constexpr qsizetype kPaceSamples = 200;    // enough to tell 1 s from 10 s

float value(const std::optional<double> &v) { return v ? float(*v) : kNone; }

}  // namespace

void RunMetrics::clear() { *this = {}; }

void RunMetrics::append(const QList<MachineSample> &samples)
{
    for (const MachineSample &sample : samples) {
        if (!m_times.empty() && sample.timeMs <= m_times.back())
            continue;      // the machine's clock went back; what is drawn stays in order
        m_times.push_back(sample.timeMs);
        const auto host = [this](HostMetric metric, float v) { m_host[size_t(metric)].push_back(v); };
        host(HostMetric::CpuPercent, value(sample.cpuPercent));
        const bool hasMemory = sample.memoryTotalBytes && sample.memoryAvailableBytes && *sample.memoryTotalBytes > 0;
        if (hasMemory)
            m_hostMemoryGiB = double(*sample.memoryTotalBytes) / kBytesPerGiB;
        host(HostMetric::MemoryPercent,
             hasMemory ? float(100.0 * double(*sample.memoryTotalBytes - *sample.memoryAvailableBytes)
                               / double(*sample.memoryTotalBytes)) : kNone);
        host(HostMetric::NetReceived, value(sample.netReceivedPerSecond));
        host(HostMetric::NetSent, value(sample.netSentPerSecond));
        host(HostMetric::DiskRead, value(sample.diskReadPerSecond));
        host(HostMetric::DiskWritten, value(sample.diskWrittenPerSecond));
        if (!sample.gpuAbsence.isEmpty())
            m_gpuAbsence = sample.gpuAbsence;
        for (const GpuSample &gpu : sample.gpus) {
            auto known = std::find_if(m_gpus.begin(), m_gpus.end(),
                                      [&gpu](const GpuIdentity &g) { return g.index == gpu.index; });
            if (known == m_gpus.end()) {
                known = m_gpus.insert(m_gpus.size(), GpuIdentity{gpu.index, gpu.name, gpu.isSimulated(), 0, 0});
                m_gpuColumns.emplace_back(size_t(GpuMetric::Count), Column(m_times.size() - 1, kNone));
            }
            if (gpu.memoryTotalMiB)
                known->memoryGiB = *gpu.memoryTotalMiB / kMiBPerGiB;
            if (gpu.powerLimitWatts)
                known->powerLimitWatts = *gpu.powerLimitWatts;
            auto &columns = m_gpuColumns[size_t(known - m_gpus.begin())];
            if (columns[0].size() >= m_times.size())
                continue;      // the same GPU twice in one moment
            columns[size_t(GpuMetric::BusyPercent)].push_back(value(gpu.busyPercent));
            columns[size_t(GpuMetric::MemoryGiB)].push_back(
                gpu.memoryUsedMiB ? float(*gpu.memoryUsedMiB / kMiBPerGiB) : kNone);
            columns[size_t(GpuMetric::PowerWatts)].push_back(value(gpu.powerWatts));
            columns[size_t(GpuMetric::TemperatureC)].push_back(value(gpu.temperatureC));
            columns[size_t(GpuMetric::SmClockMHz)].push_back(value(gpu.smClockMHz));
        }
        for (auto &columns : m_gpuColumns) {
            for (Column &column : columns)
                column.resize(m_times.size(), kNone);
        }
    }
}

size_t RunMetrics::indexAt(qint64 time) const
{
    return size_t(std::lower_bound(m_times.begin(), m_times.end(), time) - m_times.begin());
}

qint64 RunMetrics::pace() const
{
    // The median of the last distances: a few gaps do not change it.
    std::vector<qint64> distances;
    for (size_t i = m_times.size() > kPaceSamples ? m_times.size() - kPaceSamples : 1; i < m_times.size(); ++i)
        distances.push_back(m_times[i] - m_times[i - 1]);
    if (distances.empty())
        return 1000;
    const auto middle = distances.begin() + qsizetype(distances.size() / 2);
    std::nth_element(distances.begin(), middle, distances.end());
    return *middle;
}

float RunMetrics::last(HostMetric metric) const { return m_times.empty() ? kNone : column(metric).back(); }

float RunMetrics::last(GpuMetric metric, qsizetype gpu) const
{
    // GPU and host samplers tick apart: the value of the moment before counts as the latest too.
    const Column &values = column(metric, gpu);
    for (size_t back = 1; back <= 3 && back <= values.size(); ++back) {
        if (!std::isnan(values[values.size() - back]))
            return values[values.size() - back];
    }
    return kNone;
}

DecimatedLine RunMetrics::reduced(const Column &values, qint64 from, qint64 to, int buckets) const
{
    DecimatedLine line;
    const size_t begin = indexAt(from), end = indexAt(to + 1);
    if (begin >= end || to <= from || buckets < 1)
        return line;
    const bool isDense = end - begin > size_t(buckets) * 2;
    size_t i = begin;
    while (i < end) {
        // Buckets lie on the time axis, so a picture does not shimmer while it scrolls.
        const qint64 width = std::max<qint64>(1, (to - from) / buckets);
        const qint64 bucketEnd = isDense ? (m_times[i] / width + 1) * width : m_times[i] + 1;
        double sum = 0;
        float low = std::numeric_limits<float>::max(), high = std::numeric_limits<float>::lowest();
        int known = 0;
        const size_t first = i;
        for (; i < end && m_times[i] < bucketEnd; ++i) {
            const float v = values[i];
            if (std::isnan(v))
                continue;
            sum += double(v);
            low = std::min(low, v);
            high = std::max(high, v);
            ++known;
        }
        if (known == 0)
            continue;
        const double x = isDense ? double(m_times[first] + m_times[i - 1]) / 2 : double(m_times[first]);
        line.mean.append({x, sum / known});
        if (isDense) {
            line.low.append({x, double(low)});
            line.high.append({x, double(high)});
        }
    }
    return line;
}

DecimatedLine RunMetrics::line(HostMetric metric, qint64 from, qint64 to, int buckets) const
{
    return reduced(column(metric), from, to, buckets);
}

DecimatedLine RunMetrics::line(GpuMetric metric, qsizetype gpu, qint64 from, qint64 to, int buckets) const
{
    return reduced(column(metric, gpu), from, to, buckets);
}

DecimatedLine RunMetrics::medianOfGpus(GpuMetric metric, qint64 from, qint64 to, int buckets) const
{
    QList<DecimatedLine> lines;
    for (qsizetype gpu = 0; gpu < m_gpus.size(); ++gpu)
        lines.append(line(metric, gpu, from, to, buckets));
    // All GPUs share the moments, but a GPU may lack some: merge by x.
    DecimatedLine merged;
    std::vector<qsizetype> next(size_t(lines.size()), 0);
    for (;;) {
        double x = std::numeric_limits<double>::max();
        for (qsizetype g = 0; g < lines.size(); ++g) {
            if (next[size_t(g)] < lines[g].mean.size())
                x = std::min(x, lines[g].mean[next[size_t(g)]].x());
        }
        if (x == std::numeric_limits<double>::max())
            return merged;
        std::vector<double> values;
        for (qsizetype g = 0; g < lines.size(); ++g) {
            qsizetype &at = next[size_t(g)];
            if (at < lines[g].mean.size() && lines[g].mean[at].x() <= x)
                values.push_back(lines[g].mean[at++].y());
        }
        std::sort(values.begin(), values.end());
        const size_t half = values.size() / 2;
        merged.mean.append({x, values.size() % 2 ? values[half] : (values[half - 1] + values[half]) / 2});
        merged.low.append({x, values.front()});
        merged.high.append({x, values.back()});
    }
}

std::vector<float> RunMetrics::cells(GpuMetric metric, qsizetype gpu, qint64 from, qint64 to, int count) const
{
    std::vector<float> result(size_t(std::max(0, count)), kNone);
    if (to <= from || gpu >= m_gpus.size())
        return result;
    std::vector<double> sums(result.size(), 0);
    std::vector<int> known(result.size(), 0);
    const Column &values = column(metric, gpu);
    for (size_t i = indexAt(from); i < m_times.size() && m_times[i] < to; ++i) {
        if (std::isnan(values[i]))
            continue;
        const auto cell = size_t((m_times[i] - from) * count / (to - from));
        sums[cell] += double(values[i]);
        ++known[cell];
    }
    for (size_t i = 0; i < result.size(); ++i) {
        if (known[i] > 0)
            result[i] = float(sums[i] / known[i]);
    }
    return result;
}

QList<TimeGap> RunMetrics::gaps(qint64 from, qint64 to) const
{
    QList<TimeGap> result;
    if (m_times.empty())
        return result;
    const qint64 longest = std::max(kShortestGap, 4 * pace());
    for (size_t i = std::max<size_t>(1, indexAt(from)); i < m_times.size() && m_times[i - 1] < to; ++i) {
        if (m_times[i] - m_times[i - 1] > longest)
            result.append({m_times[i - 1], m_times[i]});
    }
    return result;
}

float RunMetrics::near(const Column &values, qint64 time) const
{
    const qint64 reach = std::max(kShortestGap, 4 * pace()) / 2;
    const size_t after = indexAt(time);
    const auto distance = [&](size_t i) { return std::abs(m_times[i] - time); };
    size_t best = after;
    if (after >= m_times.size() || (after > 0 && distance(after - 1) < distance(after)))
        best = after - 1;
    return m_times.empty() || distance(best) > reach ? kNone : values[best];
}

float RunMetrics::at(HostMetric metric, qint64 time) const
{
    return m_times.empty() ? kNone : near(column(metric), time);
}

float RunMetrics::at(GpuMetric metric, qsizetype gpu, qint64 time) const
{
    return m_times.empty() ? kNone : near(column(metric, gpu), time);
}

}  // namespace trainyard
