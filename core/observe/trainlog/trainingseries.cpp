// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/trainlog/trainingseries.h"

#include <algorithm>
#include <cmath>

namespace trainyard {
namespace {

QList<QPointF> thinned(const std::vector<QPointF> &points, int width)
{
    const size_t wanted = size_t(std::max(1, width));
    if (points.size() <= wanted * 2)
        return {points.begin(), points.end()};
    QList<QPointF> kept;
    const double share = double(points.size()) / double(wanted);
    for (size_t b = 0; b < wanted; ++b) {
        const auto from = points.begin() + qsizetype(double(b) * share), to = points.begin() + qsizetype(double(b + 1) * share);
        if (from == to)
            continue;
        const auto [low, high] = std::minmax_element(from, to, [](auto &a, auto &c) { return a.y() < c.y(); });
        kept.append(low < high ? *low : *high);
        if (low != high)
            kept.append(low < high ? *high : *low);
    }
    return kept;
}

}  // namespace

void TrainingSeries::merge(Bucket &into, const Bucket &next)
{
    if (next.finite > 0) {
        if (into.finite == 0 || next.low < into.low) {
            into.low = next.low;
            into.lowStep = next.lowStep;
        }
        if (into.finite == 0 || next.high > into.high) {
            into.high = next.high;
            into.highStep = next.highStep;
        }
    }
    into.sum += next.sum;
    into.last = next.last;
    into.values += next.values;
    into.finite += next.finite;
}

size_t TrainingSeries::bucketAt(double step) const
{
    return size_t(std::lower_bound(m_buckets.begin(), m_buckets.end(), step, [](const Bucket &b, double s) { return b.last.step < s; })
                  - m_buckets.begin());
}

void TrainingSeries::forgetFrom(double step)
{
    if (m_buckets.empty() || !(step <= m_buckets.back().last.step))
        return;
    size_t keep = bucketAt(step);
    // The bucket that began before the step stays: the repeated values cannot be removed from it.
    if (keep < m_buckets.size() && m_buckets[keep].first < step) {
        m_buckets[keep].last.step = std::nextafter(step, m_buckets[keep].first);
        ++keep;
    }
    for (size_t i = keep; i < m_buckets.size(); ++i)
        m_count -= m_buckets[i].values;
    m_buckets.resize(keep);
}

void TrainingSeries::put(const TrainingMoment &moment)
{
    if (!std::isfinite(moment.step))
        return;
    forgetFrom(moment.step);
    const bool isFinite = std::isfinite(moment.value);
    ++m_count;
    m_broken += !isFinite;
    const double value = isFinite ? moment.value : 0;
    const Bucket single{moment.step, moment.step, value, moment.step, value, value, moment, 1, qint64(isFinite)};
    if (!m_buckets.empty() && m_buckets.back().values < m_perBucket) {
        merge(m_buckets.back(), single);
        return;
    }
    if (m_buckets.size() >= m_mostBuckets) {
        const size_t half = m_buckets.size() / 2;
        for (size_t i = 0; i < half; ++i) {
            m_buckets[i] = m_buckets[2 * i];
            merge(m_buckets[i], m_buckets[2 * i + 1]);
        }
        m_buckets.resize(half);
        m_perBucket *= 2;
    }
    m_buckets.push_back(single);
}

std::optional<TrainingMoment> TrainingSeries::last() const
{
    return m_buckets.empty() ? std::nullopt : std::optional(m_buckets.back().last);
}

std::optional<QPointF> TrainingSeries::lastFinite() const
{
    for (auto bucket = m_buckets.rbegin(); bucket != m_buckets.rend(); ++bucket) {
        if (std::isfinite(bucket->last.value))
            return QPointF(bucket->last.step, bucket->last.value);
        if (bucket->finite > 0)  // the mean of several represents the last finite one
            return QPointF(bucket->last.step, bucket->sum / double(bucket->finite));
    }
    return std::nullopt;
}

std::optional<QPointF> TrainingSeries::lowest() const
{
    const Bucket *found = nullptr;
    for (const Bucket &bucket : m_buckets) {
        if (bucket.finite > 0 && (!found || bucket.low < found->low))
            found = &bucket;
    }
    return found ? std::optional(QPointF(found->lowStep, found->low)) : std::nullopt;
}

std::optional<QPointF> TrainingSeries::highest() const
{
    const Bucket *found = nullptr;
    for (const Bucket &bucket : m_buckets) {
        if (bucket.finite > 0 && (!found || bucket.high > found->high))
            found = &bucket;
    }
    return found ? std::optional(QPointF(found->highStep, found->high)) : std::nullopt;
}

std::optional<TrainingMoment> TrainingSeries::near(double step) const
{
    if (m_buckets.empty())
        return std::nullopt;
    size_t at = bucketAt(step);
    if (at == m_buckets.size() || (at > 0 && step - m_buckets[at - 1].last.step < m_buckets[at].last.step - step))
        --at;
    return m_buckets[at].last;
}

QList<QPointF> TrainingSeries::line(double from, double to, int width) const
{
    std::vector<QPointF> points;
    for (size_t i = bucketAt(from); i < m_buckets.size() && m_buckets[i].first <= to; ++i) {
        const Bucket &bucket = m_buckets[i];
        if (bucket.finite == 0)
            continue;
        const bool isLowFirst = bucket.lowStep <= bucket.highStep;
        points.emplace_back(isLowFirst ? bucket.lowStep : bucket.highStep, isLowFirst ? bucket.low : bucket.high);
        if (bucket.lowStep < bucket.highStep || bucket.highStep < bucket.lowStep)
            points.emplace_back(isLowFirst ? bucket.highStep : bucket.lowStep, isLowFirst ? bucket.high : bucket.low);
    }
    return thinned(points, width);
}

QList<QPointF> TrainingSeries::smoothed(double from, double to, int width, double part) const
{
    // Includes the values around the stretch: its ends are not ends of the curve.
    size_t first = bucketAt(from), last = first, asked = 0;
    for (; last < m_buckets.size() && m_buckets[last].first <= to; ++last)
        asked += m_buckets[last].finite > 0;
    const auto half = size_t(part > 0 ? std::max(1.0, double(asked) * part / 2) : 0);
    const size_t begin = first - std::min(first, half), end = std::min(m_buckets.size(), last + half);
    std::vector<QPointF> means;
    size_t shownFrom = 0, shownTo = 0;
    for (size_t i = begin; i < end; ++i) {
        if (i == first)
            shownFrom = means.size();
        const Bucket &bucket = m_buckets[i];
        if (bucket.finite > 0)
            means.emplace_back(bucket.values == 1 ? bucket.first : (bucket.first + bucket.last.step) / 2,
                               bucket.sum / double(bucket.finite));
        if (i < last)
            shownTo = means.size();
    }
    // Sums from the beginning of y, and of y by its number.
    std::vector<double> sums{0}, weighted{0};
    for (size_t i = 0; i < means.size(); ++i) {
        sums.push_back(sums.back() + means[i].y());
        weighted.push_back(weighted.back() + double(i) * means[i].y());
    }
    std::vector<QPointF> smooth;
    for (size_t i = shownFrom; i < shownTo; ++i) {
        // As many on either side as there are before it, so that the steep beginning of a curve stays in place; at its end as many as
        // elsewhere, all of them before it.
        const size_t reach = std::min(half, i), to1 = std::min(means.size(), i + reach + 1);
        const size_t from1 = to1 - std::min(to1, 2 * reach + 1);
        const double count = double(to1 - from1), sum = sums[to1] - sums[from1];
        double y = sum / count;
        if (to1 < i + reach + 1 && count > 2) {
            const double middle = (double(from1) + double(to1) - 1) / 2;
            const double slope = (weighted[to1] - weighted[from1] - middle * sum) * 12 / (count * (count * count - 1));
            y += slope * (double(i) - middle);
        }
        smooth.emplace_back(means[i].x(), y);
    }
    return thinned(smooth, width);
}

std::vector<TrainingMoment> TrainingSeries::moments() const
{
    std::vector<TrainingMoment> all;
    all.reserve(m_buckets.size());
    for (const Bucket &bucket : m_buckets)
        all.push_back(bucket.last);
    return all;
}

std::vector<TrainingMoment> TrainingSeries::extremes() const
{
    std::vector<TrainingMoment> all;
    for (const Bucket &bucket : m_buckets) {
        if (bucket.finite == 0)
            continue;
        TrainingMoment low = bucket.last, high = bucket.last;
        low.step = bucket.lowStep;
        low.value = bucket.low;
        high.step = bucket.highStep;
        high.value = bucket.high;
        const bool isLowFirst = low.step <= high.step;
        all.push_back(isLowFirst ? low : high);
        if (low.step != high.step)
            all.push_back(isLowFirst ? high : low);
    }
    return all;
}

}  // namespace trainyard
