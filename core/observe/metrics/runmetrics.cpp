// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/metrics/runmetrics.h"

#include "core/observe/metrics/samplevalues.h"

#include <algorithm>
#include <cmath>

namespace trainyard {
namespace {

constexpr double kMiBPerGiB = 1024, kBytesPerGiB = 1024.0 * 1024 * 1024;
constexpr qint64 kClockStep = 5000;        // the same as in the parser of the lines
constexpr qsizetype kMaxClockSteps = 100;  // a clock that keeps jumping must not fill the memory
constexpr size_t kSummary = 256;           // moments that become one summary: the last level of the pyramid
constexpr qint64 kAlwaysKept = 3'600'000;  // ms

// A digest with a single owner, which can be appended to.
void appendSummary(MetricDigest::Column &column, size_t before, const PyramidNode &node)
{
    column.mean.resize(before, kNoValue);
    column.low.resize(before, kNoValue);
    column.high.resize(before, kNoValue);
    const bool isKnown = node.known > 0;
    column.mean.push_back(isKnown ? node.sum / float(node.known) : kNoValue);
    column.low.push_back(isKnown ? node.low : kNoValue);
    column.high.push_back(isKnown ? node.high : kNoValue);
}

}  // namespace

void RunMetrics::clear()
{
    const auto wanted = std::move(m_wanted);
    const qint64 most = m_mostSamples;
    *this = {};
    m_wanted = wanted;
    m_mostSamples = most;
}

void RunMetrics::replaceBy(RunMetrics &&other)
{
    auto wanted = std::move(m_wanted);
    const GpuUse use = m_use;
    *this = std::move(other);
    m_wanted = std::move(wanted);
    m_use = use;
    m_plan = {};
}

void RunMetrics::setUse(const GpuUse &use)
{
    if (use == m_use)
        return;
    m_use = use;
    m_merged.fill({});
}

QList<qsizetype> RunMetrics::ownGpus() const
{
    QList<qsizetype> own;
    for (qsizetype gpu = 0; gpu < m_gpus.size(); ++gpu) {
        if (isOwn(gpu))
            own << gpu;
    }
    return own;
}

qint64 RunMetrics::firstTime() const
{
    const MetricDigest *const overview = m_pasts[Overview].digest.get();
    if (overview && overview->size() > 0)
        return overview->begin.front();
    return m_chunks.empty() ? 0 : m_chunks.front().firstTime();
}

bool RunMetrics::beginMoment(qint64 time)
{
    const qint64 last = lastTime();
    if (!m_chunks.empty() && time <= last) {
        if (time >= last - kClockStep) {
            ++m_dropped;
            return false;
        }
        forgetFrom(time);
    }
    if (!m_chunks.empty() && time - lastTime() > kShortestGap)
        m_silences.push_back({lastTime(), time});
    if (m_chunks.empty() || !m_chunks.back().hasRoomFor(time))
        m_chunks.emplace_back(time);
    m_chunks.back().open(time);
    ++m_moments;
    return true;
}

void RunMetrics::endMoment()
{
    m_chunks.back().close();
    if (m_chunks.back().size() == 1)  // a new chunk: check the oldest
        forgetOldest();
}

qsizetype RunMetrics::gpuFor(const GpuIdentity &identity, qsizetype hint)
{
    if (hint < m_gpus.size() && m_gpus[hint].index == identity.index)
        return hint;
    const auto known = std::find_if(m_gpus.begin(), m_gpus.end(), [&identity](const GpuIdentity &g) { return g.index == identity.index; });
    if (known != m_gpus.end())
        return known - m_gpus.begin();
    m_gpus.append(identity);
    m_merged.fill({});
    for (Past &past : m_pasts)
        past.gpuAt.push_back(-1);
    return m_gpus.size() - 1;
}

void RunMetrics::append(const QList<MachineSample> &samples)
{
    for (const MachineSample &sample : samples) {
        if (!beginMoment(sample.timeMs))
            continue;
        MetricChunk &chunk = m_chunks.back();
        const auto host = hostValues(sample);
        for (size_t metric = 0; metric < kHostMetrics; ++metric)
            chunk.set(metric, host[metric]);
        if (sample.memoryTotalBytes && *sample.memoryTotalBytes > 0)
            m_hostMemoryGiB = double(*sample.memoryTotalBytes) / kBytesPerGiB;
        if (!sample.gpuAbsence.isEmpty())
            m_gpuAbsence = sample.gpuAbsence;
        for (qsizetype i = 0; i < sample.gpus.size(); ++i) {
            const GpuSample &gpu = sample.gpus[i];
            qsizetype at = i;
            if (at >= m_gpus.size() || m_gpus[at].index != gpu.index)
                at = gpuFor({gpu.index, gpu.name, gpu.isSimulated(), 0, 0}, i);
            if (gpu.memoryTotalMiB)
                m_gpus[at].memoryGiB = *gpu.memoryTotalMiB / kMiBPerGiB;
            if (gpu.powerLimitWatts)
                m_gpus[at].powerLimitWatts = *gpu.powerLimitWatts;
            const auto values = gpuValues(gpu);
            for (size_t metric = 0; metric < kGpuMetrics; ++metric)
                chunk.set(seriesOf(GpuMetric(metric), at), values[metric]);
        }
        endMoment();
    }
    m_plan = {};
    m_pace = -1;
}

void RunMetrics::append(const MetricDigest &moments)
{
    std::vector<qsizetype> places;
    for (const MetricDigest::Gpu &gpu : moments.gpus) {
        places.push_back(gpuFor(gpu.identity, qsizetype(places.size())));
        m_gpus[places.back()] = gpu.identity;
    }
    if (!moments.gpuAbsence.isEmpty())
        m_gpuAbsence = moments.gpuAbsence;
    if (moments.hostMemoryGiB > 0)
        m_hostMemoryGiB = moments.hostMemoryGiB;
    for (size_t i = 0; i < moments.size(); ++i) {
        if (!beginMoment(moments.begin[i]))
            continue;
        MetricChunk &chunk = m_chunks.back();
        const auto set = [&](size_t series, const MetricDigest::Column &column) {
            if (i < column.mean.size())
                chunk.set(series, column.mean[i]);
        };
        for (size_t metric = 0; metric < kHostMetrics; ++metric)
            set(metric, moments.host[metric]);
        for (size_t gpu = 0; gpu < places.size(); ++gpu) {
            for (size_t metric = 0; metric < kGpuMetrics; ++metric)
                set(seriesOf(GpuMetric(metric), places[gpu]), moments.gpus[gpu].columns[metric]);
        }
        endMoment();
    }
    m_plan = {};
    m_pace = -1;
}

void RunMetrics::adopt(int past, std::shared_ptr<const MetricDigest> digest)
{
    if (digest) {
        for (size_t i = 0; i < digest->gpus.size(); ++i)
            gpuFor(digest->gpus[i].identity, qsizetype(i));
    }
    std::vector<int> &places = m_pasts[past].gpuAt;
    places.assign(size_t(m_gpus.size()), -1);
    for (size_t i = 0; digest && i < digest->gpus.size(); ++i)
        places[size_t(gpuFor(digest->gpus[i].identity, qsizetype(i)))] = int(i);
    m_pasts[past].digest = std::move(digest);
    m_plan = {};
    m_merged.fill({});
}

void RunMetrics::setOverview(const MetricDigest &overview)
{
    auto summaries = std::make_shared<MetricDigest>(overview);
    summaries->moments.resize(summaries->size(), 1);  // entries that are moments have no counts
    adopt(Overview, std::move(summaries));
    if (overview.hostMemoryGiB > 0)
        m_hostMemoryGiB = overview.hostMemoryGiB;
    if (m_gpuAbsence.isEmpty())
        m_gpuAbsence = overview.gpuAbsence;
    m_pastMoments = 0;
    for (const quint32 moments : m_pasts[Overview].digest->moments)
        m_pastMoments += moments;
}

void RunMetrics::setDetail(std::shared_ptr<const MetricDigest> detail) { adopt(Detail, std::move(detail)); }

void RunMetrics::forgetFrom(qint64 time)
{
    ClockStep step{lastTime(), time, 0};
    while (!m_chunks.empty() && m_chunks.back().lastTime() >= time) {
        const size_t kept = m_chunks.back().indexAt(time);
        step.replaced += qint64(m_chunks.back().size() - kept);
        if (kept > 0) {
            m_chunks.back().truncate(kept);
            break;
        }
        m_chunks.pop_back();
    }
    m_moments -= step.replaced;
    while (!m_silences.empty() && m_silences.back().to >= time)
        m_silences.pop_back();
    setDetail(nullptr);
    if (const auto overview = m_pasts[Overview].digest; overview && overview->size() > 0 && overview->end.back() >= time) {
        auto kept = std::make_shared<MetricDigest>(*overview);
        const auto size = size_t(std::lower_bound(kept->end.begin(), kept->end.end(), time) - kept->end.begin());
        for (size_t i = size; i < kept->moments.size(); ++i) {
            step.replaced += kept->moments[i];
            m_pastMoments -= kept->moments[i];
        }
        kept->begin.resize(size);
        kept->end.resize(size);
        kept->moments.resize(std::min(size, kept->moments.size()));
        kept->to = std::min(kept->to, time);
        adopt(Overview, std::move(kept));
    }
    if (m_clockSteps.size() < kMaxClockSteps)
        m_clockSteps.append(step);
}

void RunMetrics::forgetOldest()
{
    const auto series = qint64(kHostMetrics + size_t(m_gpus.size()) * kGpuMetrics);
    while (m_chunks.size() > 2 && m_moments * series > m_mostSamples && lastTime() - m_chunks[1].firstTime() >= kAlwaysKept) {
        const MetricChunk &oldest = m_chunks.front();
        const auto before = std::move(m_pasts[Overview].digest);
        std::shared_ptr<MetricDigest> overview;
        if (!before) {
            overview = std::make_shared<MetricDigest>();
            overview->from = oldest.firstTime();
        } else if (before.use_count() == 1) {
            overview = std::const_pointer_cast<MetricDigest>(before);  // made here, and not shared
        } else {
            overview = std::make_shared<MetricDigest>(*before);
        }
        std::vector<size_t> places;  // in the overview, of each GPU
        for (qsizetype gpu = 0; gpu < m_gpus.size(); ++gpu) {
            const int known = m_pasts[Overview].gpuAt.empty() ? -1 : m_pasts[Overview].gpuAt[size_t(gpu)];
            if (known < 0)
                overview->gpus.push_back({m_gpus[gpu], {}});
            places.push_back(known < 0 ? overview->gpus.size() - 1 : size_t(known));
        }
        for (size_t begin = 0; begin < oldest.size(); begin += kSummary) {
            const size_t end = std::min(begin + kSummary, oldest.size()), index = overview->size();
            overview->begin.push_back(oldest.time(begin));
            overview->end.push_back(oldest.time(end - 1));
            overview->moments.resize(index, 0);
            overview->moments.push_back(quint32(end - begin));
            overview->step = std::max(overview->step, overview->end.back() - overview->begin.back());
            for (size_t metric = 0; metric < kHostMetrics; ++metric)
                appendSummary(overview->host[metric], index, oldest.over(metric, begin, end));
            for (size_t gpu = 0; gpu < places.size(); ++gpu) {
                for (size_t metric = 0; metric < kGpuMetrics; ++metric)
                    appendSummary(overview->gpus[places[gpu]].columns[metric], index,
                                  oldest.over(seriesOf(GpuMetric(metric), qsizetype(gpu)), begin, end));
            }
        }
        overview->to = m_chunks[1].firstTime();
        m_moments -= qint64(oldest.size());
        m_pastMoments += qint64(oldest.size());
        m_chunks.pop_front();
        m_silences.erase(m_silences.begin(), std::find_if(m_silences.begin(), m_silences.end(),
                                                          [&](const TimeGap &gap) { return gap.to >= m_chunks.front().firstTime(); }));
        adopt(Overview, std::move(overview));
    }
}

size_t RunMetrics::bytes() const
{
    size_t sum = m_silences.capacity() * sizeof(TimeGap);
    for (const MetricChunk &chunk : m_chunks)
        sum += chunk.bytes();
    for (const Past &past : m_pasts) {
        if (!past.digest)
            continue;
        size_t columns = 0;
        const auto count = [&columns](const MetricDigest::Column &c) { columns += c.mean.size() + c.low.size() + c.high.size(); };
        for (const auto &column : past.digest->host)
            count(column);
        for (const auto &gpu : past.digest->gpus) {
            for (const auto &column : gpu.columns)
                count(column);
        }
        sum += columns * sizeof(float) + past.digest->size() * (2 * sizeof(qint64) + sizeof(quint32));
    }
    return sum;
}

}  // namespace trainyard
