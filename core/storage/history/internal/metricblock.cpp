// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/storage/history/internal/metricblock.h"

#include "core/storage/history/internal/packedcolumn.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <zlib.h>

namespace trainyard {
namespace {

constexpr float kNone = std::numeric_limits<float>::quiet_NaN();

// The step that values are rounded to; 0: a rate, which keeps its first 11 binary digits (1 in 2048).
constexpr double kHostSteps[] = {0.1, 0.1, 0, 0, 0, 0};
constexpr double kGpuSteps[] = {1, 1.0 / 1024, 0.1, 1, 1, 1, 0, 0};
static_assert(std::size(kHostSteps) == kHostMetrics && std::size(kGpuSteps) == kGpuMetrics);
constexpr int kMeanParts = 16;  // a mean is stored more finely than its step
constexpr int kRateBits = 13;   // bits that a float has beyond those kept of a rate
constexpr double kMaxCode = 1e15;

// As integers that grow with the value, so that neighbours differ little.
qint64 codeOf(float value, double step)
{
    if (std::isnan(value))
        return kAbsent;
    if (step > 0)
        return qint64(std::llround(std::clamp(double(value) / step, -kMaxCode, kMaxCode)));
    const float rate = std::clamp(value, 0.0F, 1e30F);
    return (std::bit_cast<quint32>(rate) + (1U << (kRateBits - 1))) >> kRateBits;
}

float valueOf(qint64 code, double step)
{
    if (code == kAbsent)
        return kNone;
    if (step > 0)
        return float(double(code) * step);
    const float rate = std::bit_cast<float>(quint32(code) << kRateBits);
    return std::isfinite(rate) && rate >= 0 ? rate : kNone;
}

double meanStep(double step) { return step / kMeanParts; }  // of a rate: 0, as it is fine enough

void packValues(const std::vector<float> &values, double step, size_t count, QByteArray &out)
{
    PackedValues codes;
    codes.reserve(count);
    for (size_t i = 0; i < count; ++i)
        codes.push_back(i < values.size() ? codeOf(values[i], step) : kAbsent);
    packColumn(codes, out);
}

void packMetric(size_t metric, const MetricDigest::Column &column, double step, bool hasBand, size_t count, QByteArray &out)
{
    const auto known = std::find_if(column.mean.begin(), column.mean.end(), [](float v) { return !std::isnan(v); });
    if (known == column.mean.end())
        return;
    QByteArray bytes;
    packValues(column.mean, hasBand ? meanStep(step) : step, count, bytes);
    if (hasBand) {
        packValues(column.low, step, count, bytes);
        packValues(column.high, step, count, bytes);
    }
    packNumber(metric, out);
    packNumber(quint64(bytes.size()), out);
    out += bytes;
}

quint32 checksum(QByteArrayView bytes) { return quint32(crc32(0, reinterpret_cast<const Bytef *>(bytes.data()), uInt(bytes.size()))); }

// SQLite itself would not notice a few bytes damaged by a bad disk.
void seal(QByteArray &bytes)
{
    const quint32 sum = checksum(bytes);
    for (int shift = 0; shift < 32; shift += 8)
        bytes += char(sum >> shift);
}

bool unseal(QByteArrayView &bytes)
{
    if (bytes.size() < 4)
        return false;
    quint32 sum = 0;
    for (int i = 0; i < 4; ++i)
        sum |= quint32(quint8(bytes[bytes.size() - 4 + i])) << (8 * i);
    bytes.chop(4);
    return checksum(bytes) == sum;
}

bool unpackMetrics(PackedReader &in, const double *steps, size_t metrics, bool hasBand, size_t first, size_t count,
                   MetricDigest::Column *columns)
{
    PackedValues codes;
    const auto append = [&](PackedReader &reader, std::vector<float> &values, double step) {
        reader.column(count, codes);
        values.resize(first, kNone);
        values.resize(first + codes.size());
        for (size_t i = 0; i < codes.size(); ++i)
            values[first + i] = valueOf(codes[i], step);
    };
    while (in.isFine() && !in.isAtEnd()) {
        const quint64 metric = in.number();
        PackedReader bytes(in.bytes(in.number()));
        if (metric >= metrics)
            continue;  // from a newer program
        MetricDigest::Column &column = columns[metric];
        append(bytes, column.mean, hasBand ? meanStep(steps[metric]) : steps[metric]);
        if (hasBand) {
            append(bytes, column.low, steps[metric]);
            append(bytes, column.high, steps[metric]);
        }
        if (!bytes.isFine() || column.mean.size() != first + count)
            return false;
    }
    return in.isFine();
}

struct Summary {
    double sum = 0;
    quint64 moments = 0;
    float low = std::numeric_limits<float>::max(), high = std::numeric_limits<float>::lowest();
};

void summarize(const MetricDigest &of, const MetricDigest::Column &from, size_t begin, size_t end, size_t place, MetricDigest::Column &to)
{
    Summary summary;
    for (size_t i = begin; i < std::min(end, from.mean.size()); ++i) {
        if (std::isnan(from.mean[i]))
            continue;
        const quint32 moments = of.moments.empty() ? 1 : of.moments[i];
        summary.sum += double(from.mean[i]) * moments;
        summary.moments += moments;
        summary.low = std::min(summary.low, from.low.empty() ? from.mean[i] : from.low[i]);
        summary.high = std::max(summary.high, from.high.empty() ? from.mean[i] : from.high[i]);
    }
    if (summary.moments == 0)
        return;
    for (std::vector<float> *values : {&to.mean, &to.low, &to.high})
        values->resize(place, kNone);
    to.mean.push_back(float(summary.sum / double(summary.moments)));
    to.low.push_back(summary.low);
    to.high.push_back(summary.high);
}

}  // namespace

QByteArray packHost(const MetricDigest &digest, qint64 base)
{
    const size_t count = std::min(digest.size(), kMaxEntries);
    const bool hasBand = digest.step > 0;
    QByteArray out;
    packNumber(count, out);
    // Samplers tick evenly, so the intervals hardly differ.
    PackedValues distances(count), lengths(count), moments(count);
    for (size_t i = 0; i < count; ++i) {
        distances[i] = digest.begin[i] - (i == 0 ? base : digest.begin[i - 1]);
        lengths[i] = digest.end[i] - digest.begin[i];
        moments[i] = i < digest.moments.size() ? digest.moments[i] : 1;
    }
    packColumn(distances, out);
    if (hasBand) {
        packColumn(lengths, out);
        packColumn(moments, out);
    }
    for (size_t metric = 0; metric < kHostMetrics; ++metric)
        packMetric(metric, digest.host[metric], kHostSteps[metric], hasBand, count, out);
    seal(out);
    return out;
}

QByteArray packGpu(const MetricDigest &digest, size_t gpu)
{
    QByteArray out;
    for (size_t metric = 0; metric < kGpuMetrics; ++metric)
        packMetric(metric, digest.gpus[gpu].columns[metric], kGpuSteps[metric], digest.step > 0, std::min(digest.size(), kMaxEntries), out);
    if (!out.isEmpty())
        seal(out);
    return out;
}

bool unpackHost(QByteArrayView bytes, qint64 base, MetricDigest &digest)
{
    if (!unseal(bytes))
        return false;
    PackedReader in(bytes);
    const quint64 count = in.number();
    if (count > kMaxEntries)
        return false;
    PackedValues distances, lengths(count, 0), moments(count, 1);
    in.column(count, distances);
    if (digest.step > 0) {
        in.column(count, lengths);
        in.column(count, moments);
    }
    if (!in.isFine() || distances.size() != count || lengths.size() != count || moments.size() != count)
        return false;
    const size_t first = digest.size();
    qint64 time = base;
    for (size_t i = 0; i < count; ++i) {
        constexpr qint64 kMax = 86'400'000;  // no row covers more than a day
        if (distances[i] < 0 || distances[i] > kMax || lengths[i] < 0 || lengths[i] > kMax || moments[i] < 1
            || moments[i] > std::numeric_limits<qint32>::max())
            return false;
        time += distances[i];
        digest.begin.push_back(time);
        digest.end.push_back(time + lengths[i]);
        if (digest.step > 0)
            digest.moments.push_back(quint32(moments[i]));
    }
    return unpackMetrics(in, kHostSteps, kHostMetrics, digest.step > 0, first, count, digest.host.data());
}

bool unpackGpu(QByteArrayView bytes, const GpuIdentity &gpu, size_t first, MetricDigest &digest)
{
    if (!unseal(bytes))
        return false;
    PackedReader in(bytes);
    return unpackMetrics(in, kGpuSteps, kGpuMetrics, digest.step > 0, first, digest.size() - first, gpuOf(digest, gpu).columns.data());
}

QByteArray packSizes(const QList<LogSize> &sizes)
{
    PackedValues times, befores, bytes;
    for (qsizetype i = 0; i < sizes.size(); ++i) {
        times.push_back(sizes[i].timeMs - (i == 0 ? 0 : sizes[i - 1].timeMs));
        befores.push_back(sizes[i].previousMs > 0 ? sizes[i].timeMs - sizes[i].previousMs : kAbsent);
        bytes.push_back(sizes[i].bytes - (i == 0 ? 0 : sizes[i - 1].bytes));
    }
    QByteArray out;
    packNumber(quint64(sizes.size()), out);
    for (const PackedValues &column : {times, befores, bytes})
        packColumn(column, out);
    seal(out);
    return out;
}

bool unpackSizes(QByteArrayView bytes, QList<LogSize> &sizes)
{
    if (!unseal(bytes))
        return false;
    PackedReader in(bytes);
    const quint64 count = in.number();
    // This many different values take at least a bit each in the file, so a false count cannot use up memory.
    if (count > quint64(bytes.size()) * 8 + 8)
        return false;
    PackedValues times, befores, grown;
    in.column(count, times);
    in.column(count, befores);
    in.column(count, grown);
    if (!in.isFine() || times.size() != count || befores.size() != count || grown.size() != count)
        return false;
    LogSize size;
    for (size_t i = 0; i < count; ++i) {
        size.timeMs = qint64(quint64(size.timeMs) + quint64(times[i]));
        size.bytes = qint64(quint64(size.bytes) + quint64(grown[i]));
        size.previousMs = befores[i] == kAbsent ? 0 : qint64(quint64(size.timeMs) - quint64(befores[i]));
        sizes.append(size);
    }
    return true;
}

MetricDigest::Gpu &gpuOf(MetricDigest &digest, const GpuIdentity &gpu)
{
    const auto known = std::find_if(digest.gpus.begin(), digest.gpus.end(),
                                    [&gpu](const MetricDigest::Gpu &g) { return g.identity.index == gpu.index; });
    return known != digest.gpus.end() ? *known : digest.gpus.emplace_back(MetricDigest::Gpu{gpu, {}});
}

void appendSummaries(MetricDigest &to, const MetricDigest &of, size_t group)
{
    const size_t width = group == 0 ? std::max<size_t>(1, of.size()) : group;
    for (size_t begin = 0; begin < of.size(); begin += width) {
        const size_t end = std::min(begin + width, of.size()), place = to.size();
        to.begin.push_back(of.begin[begin]);
        to.end.push_back(of.end[end - 1]);
        quint32 moments = 0;
        for (size_t i = begin; i < end; ++i)
            moments += of.moments.empty() ? 1 : of.moments[i];
        to.moments.push_back(moments);
        for (size_t metric = 0; metric < kHostMetrics; ++metric)
            summarize(of, of.host[metric], begin, end, place, to.host[metric]);
        for (const MetricDigest::Gpu &gpu : of.gpus) {
            MetricDigest::Gpu &target = gpuOf(to, gpu.identity);
            for (size_t metric = 0; metric < kGpuMetrics; ++metric)
                summarize(of, gpu.columns[metric], begin, end, place, target.columns[metric]);
        }
    }
}

void cutFrom(MetricDigest &digest, qint64 time)
{
    const auto kept = size_t(std::lower_bound(digest.end.begin(), digest.end.end(), time) - digest.end.begin());
    const auto cut = [kept](auto &values) { values.resize(std::min(kept, values.size())); };
    const auto cutColumn = [&cut](MetricDigest::Column &column) {
        for (std::vector<float> *values : {&column.mean, &column.low, &column.high})
            cut(*values);
    };
    cut(digest.begin);
    cut(digest.end);
    cut(digest.moments);
    for (MetricDigest::Column &column : digest.host)
        cutColumn(column);
    for (MetricDigest::Gpu &gpu : digest.gpus) {
        for (MetricDigest::Column &column : gpu.columns)
            cutColumn(column);
    }
}

}  // namespace trainyard
