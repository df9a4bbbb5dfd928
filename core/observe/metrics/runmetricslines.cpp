// SPDX-License-Identifier: GPL-3.0-or-later
// The queries of RunMetrics: ranges of its series, reduced to the width at which they are drawn.
#include "core/observe/metrics/runmetrics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace trainyard {
namespace {

// For values sampled every 10 s: between two of them the nearer one counts.
constexpr qint64 kRareReach = 15'000;

bool isRare(GpuMetric metric) { return metric == GpuMetric::PcieReceived || metric == GpuMetric::PcieSent; }

constexpr size_t kPaceSamples = 200;  // enough to distinguish 1 s from 10 s
// A level of the pyramid is fine enough if it has three nodes per two buckets: then no bucket is empty.
constexpr size_t kNodes = 3, kForBuckets = 2;
constexpr float kHighest = std::numeric_limits<float>::max();

// Entries of a digest within [from, to], by their middle.
std::pair<size_t, size_t> entriesIn(const MetricDigest &digest, qint64 from, qint64 to)
{
    const auto middle = [&digest](size_t i) { return digest.begin[i] + (digest.end[i] - digest.begin[i]) / 2; };
    const auto firstNotBefore = [&](qint64 time) {
        size_t low = 0, high = digest.size();
        while (low < high) {
            const size_t half = (low + high) / 2;
            if (middle(half) < time)
                low = half + 1;
            else
                high = half;
        }
        return low;
    };
    const size_t begin = firstNotBefore(from);
    return {begin, std::max(begin, firstNotBefore(to + 1))};
}

// An entry is weighted by its number of moments, so that a mean over entries is the mean of the samples.
void addEntries(PyramidNode &sum, const MetricDigest &digest, const MetricDigest::Column &column, size_t begin, size_t end)
{
    const bool hasBand = !column.low.empty(), hasMoments = !digest.moments.empty();
    for (size_t i = begin; i < std::min(end, column.mean.size()); ++i) {
        const float mean = column.mean[i];
        if (std::isnan(mean))
            continue;
        const quint32 moments = hasMoments ? digest.moments[i] : 1;
        const PyramidNode node{hasBand ? column.low[i] : mean, hasBand ? column.high[i] : mean, mean * float(moments), moments};
        sum.add(node);
    }
}

}  // namespace

// Walks [from, to] in order of time and puts the data into buckets.
class RunMetrics::Planner {
public:
    Planner(Plan &plan, qint64 width) : m_plan(plan), m_width(width) {}

    // One entry or node; `isAlone`: a bucket of its own.
    void add(const Piece &piece, qint64 first, qint64 last, bool isAlone)
    {
        const qint64 middle = first + (last - first) / 2;
        if (m_plan.list.empty() || isAlone || middle < m_begin || middle >= m_end) {
            close();
            m_plan.list.push_back({0, m_plan.pieces.size()});
            m_first = first;
            m_begin = isAlone ? 0 : middle / m_width * m_width;
            m_end = isAlone ? 0 : m_begin + m_width;
            m_isOpen = true;
        }
        m_last = last;
        if (m_plan.pieces.size() > m_plan.list.back().pieces) {
            Piece &before = m_plan.pieces.back();
            if (before.chunk == piece.chunk && before.floor == piece.floor && before.past == piece.past && before.end == piece.begin) {
                before.end = piece.end;
                return;
            }
        }
        m_plan.pieces.push_back(piece);
    }
    void close()
    {
        if (m_isOpen)
            m_plan.list.back().x = double(m_first + m_last) / 2;
        m_isOpen = false;
    }

private:
    Plan &m_plan;
    qint64 m_width, m_begin = 0, m_end = 0, m_first = 0, m_last = 0;  // of the bucket: in the axis; of its first and last moment
    bool m_isOpen = false;
};

qint64 RunMetrics::bucketWidth(qint64 span, int buckets)
{
    const qint64 width = std::max<qint64>(1, span / std::max(1, buckets));
    qint64 step = 1;  // an eighth to a sixteenth of the width
    while (step * 16 <= width)
        step *= 2;
    return (width + step - 1) / step * step;
}

const RunMetrics::Plan &RunMetrics::plan(qint64 from, qint64 to, int buckets) const
{
    if (m_plan.from == from && m_plan.to == to && m_plan.buckets == buckets)
        return m_plan;
    m_plan = {};
    m_plan.from = from;
    m_plan.to = to;
    m_plan.buckets = buckets;
    if (to <= from || buckets < 1)
        return m_plan;
    // Buckets are aligned to the time axis, so a picture does not shimmer while it scrolls.
    const qint64 width = bucketWidth(to - from, buckets);
    Planner planner(m_plan, width);

    const qint64 chunksFrom = m_chunks.empty() ? std::numeric_limits<qint64>::max() : m_chunks.front().firstTime();
    const qint64 pastTo = std::min(to, chunksFrom - 1);
    const auto addPast = [&](int past, qint64 begin, qint64 end) {
        const MetricDigest *const digest = m_pasts[past].digest.get();
        if (!digest || end < begin)
            return;
        const auto [first, last] = entriesIn(*digest, begin, end);
        const bool isSparse = last - first <= size_t(buckets) * 2;
        m_plan.hasBand = m_plan.hasBand || (last > first && (digest->step > 0 || !isSparse));
        for (size_t i = first; i < last; ++i)
            planner.add({past, -1, 0, i, i + 1}, digest->begin[i], digest->end[i], isSparse);
    };
    if (from <= pastTo) {
        const MetricDigest *const overview = m_pasts[Overview].digest.get(), *const detail = m_pasts[Detail].digest.get();
        const qint64 detailFrom = detail ? std::clamp(detail->from, from, pastTo + 1) : pastTo + 1;
        const qint64 detailTo = detail ? std::clamp(detail->to, detailFrom, pastTo + 1) : pastTo + 1;
        addPast(Overview, from, detailFrom - 1);
        addPast(Detail, detailFrom, detailTo - 1);
        addPast(Overview, detailTo, pastTo);
        const bool isDetailed = detail && detailFrom == from && detailTo == pastTo + 1 && detail->step <= 2 * width;
        const bool isFineEnough = isDetailed || (overview && overview->step <= 2 * width);
        if (!isFineEnough && m_wanted && overview && overview->size() > 0 && overview->begin.front() <= pastTo)
            m_wanted(from, to, width);
    }

    size_t moments = 0;
    for (const MetricChunk &chunk : m_chunks) {
        if (chunk.lastTime() >= from && chunk.firstTime() <= to)
            moments += chunk.indexAt(to + 1) - chunk.indexAt(from);
    }
    const bool isDense = moments > size_t(buckets) * 2;
    m_plan.isDense = isDense;
    m_plan.hasBand = m_plan.hasBand || isDense;
    int floor = 0;
    // Only the buckets within the range of moments count.
    const auto filled = size_t(std::max<qint64>(0, std::min(to, lastTime()) - std::max(from, chunksFrom)) / width + 1);
    while (floor + 1 < MetricChunk::kFloors && moments / MetricChunk::span(floor + 1) * kForBuckets >= kNodes * filled)
        ++floor;
    m_plan.floor = floor;
    const size_t span = MetricChunk::span(floor);
    const auto settle = [this] { m_plan.settled = m_plan.list.empty() ? 0 : m_plan.list.size() - 1; };
    for (size_t c = 0; c < m_chunks.size(); ++c) {
        const MetricChunk &chunk = m_chunks[c];
        if (chunk.lastTime() < from || chunk.firstTime() > to)
            continue;
        const size_t begin = chunk.indexAt(from), end = chunk.indexAt(to + 1);
        const auto addMoments = [&](size_t first, size_t last) {
            for (size_t i = first; i < last; ++i)
                planner.add({0, qsizetype(c), 0, i, i + 1}, chunk.time(i), chunk.time(i), !isDense);
        };
        const size_t firstNode = (begin + span - 1) / span, lastNode = end / span;
        if (floor == 0 || firstNode >= lastNode) {
            settle();  // an incomplete node may become complete, and then fall into another bucket
            addMoments(begin, end);
            continue;
        }
        addMoments(begin, firstNode * span);
        for (size_t i = firstNode; i < lastNode; ++i) {
            const qint64 first = chunk.time(i * span), last = chunk.time((i + 1) * span - 1);
            if (last - first > width)  // across a gap, in which nothing must be shown
                addMoments(i * span, (i + 1) * span);
            else
                planner.add({0, qsizetype(c), floor, i, i + 1}, first, last, false);
        }
        settle();
        addMoments(lastNode * span, end);
    }
    planner.close();
    return m_plan;
}

const MetricDigest::Column *RunMetrics::pastColumn(int past, size_t series) const
{
    const MetricDigest *const digest = m_pasts[past].digest.get();
    if (!digest)
        return nullptr;
    if (series < kHostMetrics)
        return &digest->host[series];
    const size_t gpu = (series - kHostMetrics) / kGpuMetrics;
    const int place = gpu < m_pasts[past].gpuAt.size() ? m_pasts[past].gpuAt[gpu] : -1;
    return place < 0 ? nullptr : &digest->gpus[size_t(place)].columns[(series - kHostMetrics) % kGpuMetrics];
}

PyramidNode RunMetrics::sumOf(const Plan &plan, size_t bucket, size_t series) const
{
    const size_t end = bucket + 1 < plan.list.size() ? plan.list[bucket + 1].pieces : plan.pieces.size();
    PyramidNode sum;
    for (size_t i = plan.list[bucket].pieces; i < end; ++i) {
        const Piece &piece = plan.pieces[i];
        if (piece.chunk >= 0)
            m_chunks[size_t(piece.chunk)].addNodes(sum, series, piece.floor, piece.begin, piece.end);
        else if (const MetricDigest::Column *const column = pastColumn(piece.past, series))
            addEntries(sum, *m_pasts[piece.past].digest, *column, piece.begin, piece.end);
    }
    return sum;
}

DecimatedLine RunMetrics::lineOf(size_t series, qint64 from, qint64 to, int buckets) const
{
    const Plan &plan = this->plan(from, to, buckets);
    DecimatedLine line;
    line.mean.reserve(qsizetype(plan.list.size()));
    if (plan.hasBand) {
        line.low.reserve(qsizetype(plan.list.size()));
        line.high.reserve(qsizetype(plan.list.size()));
    }
    for (size_t i = 0; i < plan.list.size(); ++i) {
        const PyramidNode sum = sumOf(plan, i, series);
        if (sum.known == 0)
            continue;
        const double x = plan.list[i].x;
        line.mean.append({x, double(sum.sum) / sum.known});
        if (plan.hasBand) {
            line.low.append({x, double(sum.low)});
            line.high.append({x, double(sum.high)});
        }
    }
    return line;
}

DecimatedLine RunMetrics::line(HostMetric metric, qint64 from, qint64 to, int buckets) const
{
    return lineOf(seriesOf(metric), from, to, buckets);
}

DecimatedLine RunMetrics::line(GpuMetric metric, qsizetype gpu, qint64 from, qint64 to, int buckets) const
{
    return lineOf(seriesOf(metric, gpu), from, to, buckets);
}

DecimatedLine RunMetrics::overGpus(GpuMetric metric, qint64 from, qint64 to, int buckets, bool isMedian) const
{
    const Plan &plan = this->plan(from, to, buckets);
    Merged &known = m_merged[size_t(metric)];
    if (known.from != from || known.to != to || known.buckets != buckets || known.floor != plan.floor || known.isDense != plan.isDense
        || known.isMedian != isMedian || known.settled > plan.settled)
        known = {from, to, buckets, plan.floor, plan.isDense, isMedian, 0, 0, {}};
    DecimatedLine &merged = known.line;
    for (QList<QPointF> *const points : {&merged.mean, &merged.low, &merged.high}) {
        points->resize(known.settledPoints);
        points->reserve(qsizetype(plan.list.size()));
    }
    // GPU by GPU, in the order of their values in memory.
    const size_t first = known.settled, count = plan.list.size() - std::min(first, plan.list.size());
    const QList<qsizetype> own = ownGpus();
    const auto gpus = size_t(own.size());
    std::vector<float> means(count * gpus), lows(count, kHighest), highs(count, -kHighest);
    std::vector<size_t> filled(count, 0);
    for (const qsizetype gpu : own) {
        for (size_t i = 0; i < count; ++i) {
            const PyramidNode sum = sumOf(plan, first + i, seriesOf(metric, gpu));
            if (sum.known == 0)
                continue;
            const float mean = sum.sum / float(sum.known);
            means[i * gpus + filled[i]++] = mean;
            lows[i] = std::min(lows[i], mean);
            highs[i] = std::max(highs[i], mean);
        }
    }
    for (size_t i = 0; i < count; ++i) {
        if (first + i == plan.settled)
            known.settledPoints = merged.mean.size();
        if (filled[i] == 0)
            continue;
        const auto begin = means.begin() + qsizetype(i * gpus), end = begin + qsizetype(filled[i]);
        double middle = 0;
        if (isMedian) {
            const auto half = begin + qsizetype(filled[i] / 2);
            std::nth_element(begin, half, end);
            middle = filled[i] % 2 ? double(*half) : (double(*std::max_element(begin, half)) + double(*half)) / 2;
        } else {
            middle = std::accumulate(begin, end, 0.0) / double(filled[i]);
        }
        const double x = plan.list[first + i].x;
        merged.mean.append({x, middle});
        merged.low.append({x, double(lows[i])});
        merged.high.append({x, double(highs[i])});
    }
    known.settled = plan.settled;
    return merged;
}

DecimatedLine RunMetrics::medianOfGpus(GpuMetric metric, qint64 from, qint64 to, int buckets) const
{
    return overGpus(metric, from, to, buckets, true);
}

DecimatedLine RunMetrics::meanOfGpus(GpuMetric metric, qint64 from, qint64 to, int buckets) const
{
    return overGpus(metric, from, to, buckets, false);
}

std::vector<float> RunMetrics::cells(GpuMetric metric, qsizetype gpu, qint64 from, qint64 to, int count) const
{
    std::vector<float> result(size_t(std::max(0, count)), kNoValue);
    if (to <= from || gpu >= m_gpus.size())
        return result;
    const size_t series = seriesOf(metric, gpu);
    const qint64 chunksFrom = m_chunks.empty() ? to : m_chunks.front().firstTime();
    const auto edge = [&](size_t cell) { return from + qint64(cell) * (to - from) / count; };
    for (size_t cell = 0; cell < result.size(); ++cell) {
        const qint64 begin = edge(cell), end = edge(cell + 1);  // without its end
        PyramidNode sum;
        for (const MetricChunk &chunk : m_chunks) {
            if (chunk.lastTime() >= begin && chunk.firstTime() < end)
                sum.add(chunk.over(series, chunk.indexAt(begin), chunk.indexAt(end)));
        }
        const qint64 pastEnd = std::min(end, chunksFrom) - 1;
        for (const int past : {Detail, Overview}) {
            const MetricDigest::Column *const column = pastColumn(past, series);
            if (!column || pastEnd < begin || sum.known > 0)
                continue;
            const auto [first, last] = entriesIn(*m_pasts[past].digest, begin, pastEnd);
            addEntries(sum, *m_pasts[past].digest, *column, first, last);
        }
        if (sum.known > 0)
            result[cell] = sum.sum / float(sum.known);
    }
    return result;
}

qint64 RunMetrics::pace() const
{
    if (m_pace >= 0)
        return m_pace;
    // The median of the last intervals: a few gaps do not change it.
    std::vector<qint64> distances;
    qint64 later = -1;
    for (auto chunk = m_chunks.rbegin(); chunk != m_chunks.rend() && distances.size() < kPaceSamples; ++chunk) {
        for (size_t i = chunk->size(); i-- > 0 && distances.size() < kPaceSamples;) {
            if (later >= 0)
                distances.push_back(later - chunk->time(i));
            later = chunk->time(i);
        }
    }
    m_pace = 1000;
    if (!distances.empty()) {
        const auto middle = distances.begin() + qsizetype(distances.size() / 2);
        std::nth_element(distances.begin(), middle, distances.end());
        m_pace = *middle;
    }
    return m_pace;
}

qint64 RunMetrics::longestSilence() const { return std::max(kShortestGap, 4 * pace()); }

QList<TimeGap> RunMetrics::gaps(qint64 from, qint64 to) const
{
    QList<TimeGap> result;
    const qint64 longest = longestSilence();
    const auto add = [&](qint64 before, qint64 after) {
        if (after - before > longest && after >= from && before < to)
            result.append({before, after});
    };
    // If both have data, the finer one is used.
    const MetricDigest *const overview = m_pasts[Overview].digest.get(), *const detail = m_pasts[Detail].digest.get();
    const qint64 chunksFrom = m_chunks.empty() ? std::numeric_limits<qint64>::max() : m_chunks.front().firstTime();
    qint64 before = 0;
    bool hasBefore = false;
    const auto walk = [&](const MetricDigest *digest, qint64 begin, qint64 end) {
        if (!digest || end < begin)
            return;
        auto [first, last] = entriesIn(*digest, begin, std::min(end, chunksFrom - 1));
        for (size_t i = first; i < last; ++i) {
            if (hasBefore)
                add(before, digest->begin[i]);
            before = digest->end[i];
            hasBefore = true;
        }
    };
    // One more entry at either end, because a gap may reach into the range from outside.
    const qint64 margin = overview ? 2 * overview->step + (to - from) : 0;
    const qint64 wideFrom = from - margin, wideTo = to + margin;
    walk(overview, wideFrom, detail ? std::min(wideTo, detail->from - 1) : wideTo);
    if (detail) {
        walk(detail, std::max(wideFrom, detail->from), std::min(wideTo, detail->to - 1));
        walk(overview, std::max(wideFrom, detail->to), wideTo);
    }
    if (hasBefore && !m_chunks.empty())
        add(before, chunksFrom);
    const auto first = std::lower_bound(m_silences.begin(), m_silences.end(), from,
                                        [](const TimeGap &gap, qint64 time) { return gap.to < time; });
    for (auto gap = first; gap != m_silences.end() && gap->from < to; ++gap)
        add(gap->from, gap->to);
    return result;
}

float RunMetrics::lastOf(size_t series, int reach) const
{
    if (m_chunks.empty())
        return kNoValue;
    const MetricChunk &chunk = m_chunks.back();
    for (size_t back = 1; back <= size_t(reach); ++back) {
        const bool isBefore = back > chunk.size();
        if (isBefore && m_chunks.size() < 2)
            break;
        const MetricChunk &other = isBefore ? m_chunks[m_chunks.size() - 2] : chunk;
        const float v = other.value(series, isBefore ? other.size() - (back - chunk.size()) : chunk.size() - back);
        if (!std::isnan(v))
            return v;
    }
    return kNoValue;
}

float RunMetrics::last(HostMetric metric) const { return lastOf(seriesOf(metric), 1); }

// GPU and host samplers tick at different times: the value of the previous moment counts as the latest too.
float RunMetrics::last(GpuMetric metric, qsizetype gpu) const
{
    return isRare(metric) ? at(metric, gpu, lastTime()) : lastOf(seriesOf(metric, gpu), 3);
}

float RunMetrics::pastAt(size_t series, qint64 time) const
{
    for (const int past : {Detail, Overview}) {
        const MetricDigest::Column *const column = pastColumn(past, series);
        if (!column)
            continue;
        const MetricDigest &digest = *m_pasts[past].digest;
        if (past == Detail && (time < digest.from || time >= digest.to))
            continue;
        const qint64 reach = longestSilence() / 2;
        const auto after = size_t(std::lower_bound(digest.end.begin(), digest.end.begin() + qsizetype(digest.size()), time)
                                  - digest.end.begin());
        const auto distance = [&](size_t i) { return std::max<qint64>({0, digest.begin[i] - time, time - digest.end[i]}); };
        size_t best = after;
        if (after >= digest.size() || (after > 0 && distance(after - 1) < distance(after)))
            best = after - 1;
        return digest.size() == 0 || distance(best) > reach || best >= column->mean.size() ? kNoValue : column->mean[best];
    }
    return kNoValue;
}

float RunMetrics::near(size_t series, qint64 time) const
{
    if (m_chunks.empty() || time < m_chunks.front().firstTime() - longestSilence() / 2)
        return pastAt(series, time);
    auto chunk = std::lower_bound(m_chunks.begin(), m_chunks.end(), time, [](const MetricChunk &c, qint64 t) { return c.lastTime() < t; });
    const qint64 reach = longestSilence() / 2;
    float best = kNoValue;
    qint64 nearest = reach + 1;
    const auto consider = [&](const MetricChunk &c, size_t i) {
        if (const qint64 distance = std::abs(c.time(i) - time); distance < nearest) {
            nearest = distance;
            best = c.value(series, i);
        }
    };
    if (chunk != m_chunks.end()) {
        const size_t after = chunk->indexAt(time);
        if (after > 0)
            consider(*chunk, after - 1);
        consider(*chunk, after);
        if (after > 0)
            return best;
    }
    if (chunk != m_chunks.begin())
        consider(*(chunk - 1), (chunk - 1)->size() - 1);
    return best;
}

float RunMetrics::at(HostMetric metric, qint64 time) const { return near(seriesOf(metric), time); }
float RunMetrics::at(GpuMetric metric, qsizetype gpu, qint64 time) const
{
    const size_t series = seriesOf(metric, gpu);
    if (!isRare(metric) || m_chunks.empty() || time < m_chunks.front().firstTime())
        return near(series, time);
    const qint64 from = time - kRareReach, to = time + kRareReach;
    float best = kNoValue;
    qint64 nearest = kRareReach + 1;
    for (auto chunk =
             std::lower_bound(m_chunks.begin(), m_chunks.end(), from, [](const MetricChunk &c, qint64 t) { return c.lastTime() < t; });
         chunk != m_chunks.end() && chunk->firstTime() <= to; ++chunk) {
        for (size_t i = chunk->indexAt(from); i < chunk->size() && chunk->time(i) <= to; ++i) {
            const float value = chunk->value(series, i);
            if (const qint64 distance = std::abs(chunk->time(i) - time); !std::isnan(value) && distance < nearest) {
                nearest = distance;
                best = value;
            }
        }
    }
    return best;
}

}  // namespace trainyard
