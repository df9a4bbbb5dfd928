// SPDX-License-Identifier: GPL-3.0-or-later
// The samplers' data on a run: one row per moment, a float per metric and moment, absent values as NaN. The recent past is kept moment by
// moment, with a pyramid of extremes, so that the cost of drawing depends on pixels; older data is kept in summaries, and if a picture
// needs more detail, it is requested (setWanted). Pure; used by one thread at a time, also its const functions.
//
// Time is the machine's and only goes forward. A moment that arrives up to 5 s too late is dropped (droppedMoments). A clock that was set
// back by more replaces its earlier values: see ClockStep. Nothing else is ever dropped.
#pragma once

#include "core/observe/metrics/gpuuse.h"
#include "core/observe/metrics/metric.h"
#include "core/observe/metrics/metricchunk.h"
#include "core/observe/metrics/sample.h"

#include <array>
#include <deque>
#include <functional>
#include <memory>
#include <optional>

namespace trainyard {

class RunMetrics {
public:
    // The data on [from, to) is coarser than the `width` milliseconds of a pixel. Called during drawing, so it may only record the request.
    using Wanted = std::function<void(qint64 from, qint64 to, qint64 width)>;

    void clear();  // everything except setWanted() and setMostSamples()
    void append(const QList<MachineSample> &samples);
    void append(const MetricDigest &moments);        // with step 0
    void setOverview(const MetricDigest &overview);  // summaries of everything before the first moment
    void setDetail(std::shared_ptr<const MetricDigest> detail);
    void setWanted(Wanted wanted) { m_wanted = std::move(wanted); }
    // The oldest moments become summaries if there are more values than this, but never those of the last hour.
    void setMostSamples(qint64 most) { m_mostSamples = most; }
    // Takes over what another object has read. Settings of setWanted() and setUse() are kept.
    void replaceBy(RunMetrics &&other);

    qsizetype count() const { return m_pastMoments + m_moments; }
    qint64 firstTime() const;
    qint64 lastTime() const { return m_chunks.empty() ? 0 : m_chunks.back().lastTime(); }
    const QList<GpuIdentity> &gpus() const { return m_gpus; }  // of the machine
    // Which of them belong to the run: aggregates over all GPUs leave the others out.
    void setUse(const GpuUse &use);
    const GpuUse &use() const { return m_use; }
    bool isOwn(qsizetype gpu) const { return m_use.isOwn(m_gpus[gpu].index); }
    QList<qsizetype> ownGpus() const;
    // Why there are no GPUs, if every sampler reported that (or no sample had one).
    const QString &gpuAbsence() const { return m_gpuAbsence; }
    double hostMemoryGiB() const { return m_hostMemoryGiB; }
    const QList<ClockStep> &clockSteps() const { return m_clockSteps; }  // the first hundred
    qint64 droppedMoments() const { return m_dropped; }

    // The latest value if it belongs to the last moment (PCIe, which is sampled every 10 s: to the last 15 s); else NaN.
    float last(HostMetric metric) const;
    float last(GpuMetric metric, qsizetype gpu) const;

    // The bucket width of a line() over this span: a little more than requested, but stable while a span grows, so that the picture of a
    // running run keeps its points.
    static qint64 bucketWidth(qint64 span, int buckets);
    DecimatedLine line(HostMetric metric, qint64 from, qint64 to, int buckets) const;
    DecimatedLine line(GpuMetric metric, qsizetype gpu, qint64 from, qint64 to, int buckets) const;
    // Over all of the run's own GPUs: their median or mean as the mean, the smallest and largest as the extremes.
    DecimatedLine medianOfGpus(GpuMetric metric, qint64 from, qint64 to, int buckets) const;
    DecimatedLine meanOfGpus(GpuMetric metric, qint64 from, qint64 to, int buckets) const;
    // Mean per cell, newest last; NaN if nothing was sampled.
    std::vector<float> cells(GpuMetric metric, qsizetype gpu, qint64 from, qint64 to, int count) const;
    // Where nothing was sampled for longer than the sampler's own interval explains.
    QList<TimeGap> gaps(qint64 from, qint64 to) const;
    // NaN if there is none within the sampler's interval (PCIe: within 15 s).
    float at(HostMetric metric, qint64 time) const;
    float at(GpuMetric metric, qsizetype gpu, qint64 time) const;

    size_t bytes() const;  // memory used by the series

private:
    struct Past {  // a digest, and the column of each GPU in it (-1: none)
        std::shared_ptr<const MetricDigest> digest;
        std::vector<int> gpuAt;
    };
    struct Piece {  // consecutive entries of a digest (chunk -1) or nodes of a chunk
        int past = 0;
        qsizetype chunk = -1;
        int floor = 0;
        size_t begin = 0, end = 0;
    };
    struct Bucket {
        double x = 0;
        size_t pieces = 0;  // where the pieces of the next bucket begin
    };
    // How [from, to] is divided into buckets: the same for all series, so it is kept for the next one.
    struct Plan {
        qint64 from = 0, to = 0;
        int buckets = -1;
        bool hasBand = false, isDense = false;
        int floor = 0;
        size_t settled = 0;  // buckets that no later append can change
        std::vector<Piece> pieces;
        std::vector<Bucket> list;
    };
    // The last picture of all GPUs together, reused for the next one of the same stretch.
    struct Merged {
        qint64 from = 0, to = 0;
        int buckets = -1, floor = 0;
        bool isDense = false, isMedian = false;
        size_t settled = 0;
        qsizetype settledPoints = 0;
        DecimatedLine line;
    };
    class Planner;
    enum Pasts { Overview, Detail };

    static size_t seriesOf(HostMetric metric) { return size_t(metric); }
    static size_t seriesOf(GpuMetric metric, qsizetype gpu) { return kHostMetrics + size_t(gpu) * kGpuMetrics + size_t(metric); }
    const MetricDigest::Column *pastColumn(int past, size_t series) const;  // nullptr: unknown
    bool beginMoment(qint64 time);
    void endMoment();
    qsizetype gpuFor(const GpuIdentity &identity, qsizetype hint);
    void adopt(int past, std::shared_ptr<const MetricDigest> digest);
    void forgetFrom(qint64 time);
    void forgetOldest();
    qint64 pace() const;
    qint64 longestSilence() const;
    const Plan &plan(qint64 from, qint64 to, int buckets) const;
    PyramidNode sumOf(const Plan &plan, size_t bucket, size_t series) const;
    DecimatedLine lineOf(size_t series, qint64 from, qint64 to, int buckets) const;
    DecimatedLine overGpus(GpuMetric metric, qint64 from, qint64 to, int buckets, bool isMedian) const;
    float near(size_t series, qint64 time) const;
    float pastAt(size_t series, qint64 time) const;
    float lastOf(size_t series, int reach) const;

    std::deque<MetricChunk> m_chunks;
    std::vector<TimeGap> m_silences;  // over 5 s between two moments of the chunks
    Past m_pasts[2];
    QList<GpuIdentity> m_gpus;
    GpuUse m_use;
    QString m_gpuAbsence;
    double m_hostMemoryGiB = 0;
    QList<ClockStep> m_clockSteps;
    qint64 m_moments = 0, m_pastMoments = 0, m_dropped = 0, m_mostSamples = kMaxSamples;
    Wanted m_wanted;
    mutable Plan m_plan;
    mutable std::array<Merged, kGpuMetrics> m_merged;
    mutable qint64 m_pace = -1;

    static constexpr qint64 kShortestGap = 5000;      // ms: less is a late sample, not a gap
    static constexpr qint64 kMaxSamples = 5'000'000;  // 25 MB: a day of eight GPUs at one per second
};

}  // namespace trainyard
