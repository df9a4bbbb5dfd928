// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/timecharts.h"

#include "core/base/format.h"
#include "ui/charts/chartstack.h"
#include "ui/charts/internal/chartlimits.h"

#include <QDateTime>

#include <algorithm>
#include <array>
#include <cmath>

namespace trainyard {
namespace {

constexpr qsizetype kMaxPlainLines = 4;   // so many can be told apart by colour alone
constexpr qint64 kShownSilence = 10'000;  // ms without a sample before the end of the axis shows it
constexpr double kMinJoin = 5000;         // ms: less is a late sample, not a gap
constexpr qint64 kBeside = 30'000;        // ms outside of the visible range that lines extend to
// The warning level in docs/health and common alert rules; a GPU throttles some degrees later.
constexpr double kHotC = 85;

GpuMetric gpuMetric(ChartKind kind)
{
    switch (kind) {
    case ChartKind::GpuMemory: return GpuMetric::MemoryGiB;
    case ChartKind::GpuPower: return GpuMetric::PowerWatts;
    case ChartKind::GpuTemperature: return GpuMetric::TemperatureC;
    case ChartKind::GpuClock: return GpuMetric::SmClockMHz;
    case ChartKind::PcieReceived: return GpuMetric::PcieReceived;
    case ChartKind::PcieSent: return GpuMetric::PcieSent;
    default: return GpuMetric::BusyPercent;
    }
}

bool isOfLink(ChartKind kind) { return kind == ChartKind::PcieReceived || kind == ChartKind::PcieSent; }

QList<HostMetric> hostMetrics(ChartKind kind)
{
    switch (kind) {
    case ChartKind::Cpu: return {HostMetric::CpuPercent};
    case ChartKind::Memory: return {HostMetric::MemoryPercent};
    case ChartKind::Network: return {HostMetric::NetReceived, HostMetric::NetSent};
    default: return {HostMetric::DiskRead, HostMetric::DiskWritten};
    }
}

QString titleOf(ChartKind kind)
{
    switch (kind) {
    case ChartKind::Loss: return ChartStack::tr("Loss");
    case ChartKind::Throughput: return ChartStack::tr("Throughput");
    case ChartKind::GpuBusy: return ChartStack::tr("GPU utilization");
    case ChartKind::GpuMemory: return ChartStack::tr("GPU memory");
    case ChartKind::GpuPower: return ChartStack::tr("GPU power");
    case ChartKind::GpuTemperature: return ChartStack::tr("GPU temperature");
    case ChartKind::Cpu: return ChartStack::tr("CPU");
    case ChartKind::Memory: return ChartStack::tr("Memory");
    case ChartKind::Network: return ChartStack::tr("Network");
    case ChartKind::Disk: return ChartStack::tr("Disk");
    case ChartKind::GpuClock: return ChartStack::tr("GPU clock");
    case ChartKind::PcieReceived: return ChartStack::tr("PCIe, received");
    case ChartKind::PcieSent: return ChartStack::tr("PCIe, sent");
    }
    return {};
}

QString unitOf(ChartKind kind)
{
    switch (kind) {
    case ChartKind::GpuMemory: return ChartStack::tr("GiB");
    case ChartKind::GpuPower: return ChartStack::tr("watt");
    case ChartKind::GpuTemperature: return ChartStack::tr("°C");
    case ChartKind::GpuClock: return ChartStack::tr("MHz");
    case ChartKind::Cpu: return ChartStack::tr("percent of all cores");
    case ChartKind::Network:
    case ChartKind::Disk:
    case ChartKind::PcieReceived:
    case ChartKind::PcieSent: return ChartStack::tr("bytes per second");
    default: return ChartStack::tr("percent");
    }
}

QString labelOf(ChartKind kind, qsizetype line)
{
    if (kind == ChartKind::Network)
        return line == 0 ? ChartStack::tr("received") : ChartStack::tr("sent");
    return line == 0 ? ChartStack::tr("read") : ChartStack::tr("written");
}

// 0, half and all of a known limit, with space above it for the words of its line.
Scale limitScale(double limit, double highest)
{
    Scale scale{0, std::max(limit * 1.12, std::isnan(highest) ? 0 : highest * 1.03), {}};
    for (const double part : {0.0, 0.5, 1.0})
        scale.ticks.append({limit * part, axisNumber(limit * part, 1)});
    return scale;
}

// Bytes in steps that are round in their own unit.
Scale byteScale(double high)
{
    static const std::array<const char *, 4> kUnits = {"B", "KiB", "MiB", "GiB"};
    size_t unit = 0;
    double size = 1;
    for (; unit + 1 < kUnits.size() && high >= 1000 * size; ++unit)
        size *= 1024;
    Scale scale = niceScale(0, std::max(high / size, 1.0), 2, true);
    scale.low *= size;
    scale.high *= size;
    for (ScaleTick &tick : scale.ticks) {
        if (tick.position > 0)
            tick.label += QStringLiteral("\u00a0") + QLatin1String(kUnits[unit]);
        tick.position *= size;
    }
    return scale;
}

double median(std::vector<double> values)
{
    std::erase_if(values, [](double v) { return std::isnan(v); });
    if (values.empty())
        return std::nan("");
    std::sort(values.begin(), values.end());
    const size_t half = values.size() / 2;
    return values.size() % 2 ? values[half] : (values[half - 1] + values[half]) / 2;
}

struct Extremes {
    double low = std::nan(""), high = std::nan("");
    double from = 0, to = 0;  // the visible range
    void take(const QList<QPointF> &points)
    {
        for (const QPointF &p : points) {
            if (p.x() < from || p.x() > to)
                continue;
            low = std::isnan(low) ? p.y() : std::min(low, p.y());
            high = std::isnan(high) ? p.y() : std::max(high, p.y());
        }
    }
};

// The requested data: a little more than the visible range, so that lines reach its edges, with steps as fine.
struct Asked {
    explicit Asked(const TimeFrame &frame)
    {
        const qint64 width = RunMetrics::bucketWidth(frame.to - frame.from, frame.pixels), beside = std::max(kBeside, 2 * width);
        from = frame.from - beside;
        to = frame.to + beside;
        buckets = frame.pixels + int(2 * beside / width);
    }
    qint64 from, to;
    int buckets;
};

// Two values of a series further apart than a few of its usual intervals are not joined.
double joinWithin(const DecimatedLine &line)
{
    const QList<QPointF> &points = line.mean;
    if (points.size() < 3)
        return kMinJoin;
    std::vector<double> distances;
    const qsizetype step = std::max<qsizetype>(1, points.size() / 200);
    for (qsizetype i = step; i < points.size(); i += step)
        distances.push_back(points[i].x() - points[i - 1].x());
    // Buckets are on a grid; single samples are irregular.
    return std::max(kMinJoin, (line.low.isEmpty() ? 4 : 2.5) * median(std::move(distances)));
}

PlotLine lineOf(const DecimatedLine &line, const QString &label, int series, bool hasBand)
{
    PlotLine result{label, series, line.mean, false, {}, {}, false, joinWithin(line)};
    if (hasBand) {
        result.low = line.low;
        result.high = line.high;
    }
    return result;
}

constexpr int kOthersColour = 7;  // of Theme::series: for GPUs not used by the run

// Only beside the run's own lines; alone, or in a band, other GPUs would be taken for the run's.
QString gpuLabel(const RunMetrics &metrics, qsizetype gpu)
{
    const QString name = ChartStack::tr("GPU %1").arg(metrics.gpus()[gpu].index);
    return metrics.use().shareOf(metrics.gpus()[gpu].index) == GpuShare::Others ? ChartStack::tr("%1, used by others").arg(name) : name;
}

double largest(const QList<GpuIdentity> &gpus, double GpuIdentity::*field)
{
    double value = 0;
    for (const GpuIdentity &gpu : gpus)
        value = std::max(value, gpu.*field);
    return value;
}

Scale scaleOf(ChartKind kind, const RunMetrics &metrics, const Extremes &seen)
{
    const bool isKnown = !std::isnan(seen.high);
    switch (kind) {
    case ChartKind::GpuMemory:
        if (const double memory = largest(metrics.gpus(), &GpuIdentity::memoryGiB); memory > 0)
            return limitScale(std::round(memory), seen.high);
        break;
    case ChartKind::GpuPower:
        if (const double limit = largest(metrics.gpus(), &GpuIdentity::powerLimitWatts); limit > 0)
            return limitScale(limit, seen.high);
        break;
    case ChartKind::GpuTemperature: {
        Scale scale = niceScale(isKnown ? std::min(20.0, seen.low) : 20, isKnown ? std::max(100.0, seen.high) : 100, 2, false);
        scale.low = isKnown ? std::min(20.0, seen.low) : 20;
        scale.ticks.removeIf([&scale](const ScaleTick &tick) { return tick.position < scale.low; });
        return scale;
    }
    case ChartKind::Network:
    case ChartKind::Disk:
    case ChartKind::PcieReceived:
    case ChartKind::PcieSent:
        if (isKnown)
            return byteScale(seen.high);
        break;
    case ChartKind::GpuClock: break;
    default: return niceScale(0, 100, 2, true);
    }
    Scale scale = niceScale(isKnown ? seen.low : 0, isKnown ? seen.high : 1, 2, true);
    if (!isKnown)
        scale.ticks.clear();
    return scale;
}

QList<PlotThreshold> thresholdsOf(ChartKind kind, const RunMetrics &metrics)
{
    const QList<GpuIdentity> &gpus = metrics.gpus();
    if (kind == ChartKind::GpuTemperature && !gpus.isEmpty())
        return {{kHotC, ChartStack::tr("hot at %1 °C").arg(kHotC), Tone::Bad, true}};
    if (kind == ChartKind::GpuPower) {
        if (const double limit = largest(gpus, &GpuIdentity::powerLimitWatts); limit > 0)
            return {{limit, ChartStack::tr("limit %1 W").arg(formatNumber(limit, 0)), Tone::Stale}};
    }
    if (kind == ChartKind::GpuMemory) {
        if (const double memory = largest(gpus, &GpuIdentity::memoryGiB); memory > 0)
            return {{memory, ChartStack::tr("total %1 GiB").arg(formatNumber(memory, 0)), Tone::Stale}};
    }
    return {};
}

// Up to now only: on a young run, what is to the right of it is the future, and a sample that is due is not missing.
qint64 silentTo(const RunMetrics &metrics, const TimeFrame &frame)
{
    return metrics.count() > 0 && frame.present - metrics.lastTime() <= kShownSilence ? metrics.lastTime() : frame.present;
}

QList<PlotGap> gapsOf(const RunMetrics &metrics, const TimeFrame &frame)
{
    QList<PlotGap> gaps;
    for (const TimeGap &gap : metrics.gaps(frame.from, frame.to))
        gaps.append({double(gap.from), double(gap.to), ChartStack::tr("no samples %1").arg(formatDuration(gap.to - gap.from))});
    const qint64 silence = frame.present - metrics.lastTime();
    if (metrics.count() > 0 && silentTo(metrics, frame) > metrics.lastTime() && frame.to > metrics.lastTime())
        gaps.append({double(metrics.lastTime()), double(frame.present), ChartStack::tr("no samples %1").arg(formatDuration(silence))});
    return gaps;
}

int colourOf(ChartKind kind, qsizetype line, qsizetype lines)
{
    if (lines > 1)
        return line == 0 ? 2 : 3;
    return kind == ChartKind::Cpu ? 0 : 4;
}

void addLines(PlotContent &content, ChartKind kind, const RunMetrics &metrics, const GpuView &view, const TimeFrame &frame)
{
    const Asked asked(frame);
    const auto line = [&](auto metric, auto... gpu) { return metrics.line(metric, gpu..., asked.from, asked.to, asked.buckets); };
    if (!isOfGpu(kind)) {
        const QList<HostMetric> host = hostMetrics(kind);
        for (qsizetype i = 0; i < host.size(); ++i)
            content.lines.append(
                lineOf(line(host[i]), host.size() > 1 ? labelOf(kind, i) : QString(), colourOf(kind, i, host.size()), true));
        return;
    }
    const GpuMetric metric = gpuMetric(kind);
    const QList<GpuIdentity> &gpus = metrics.gpus();
    switch (shownAs(view, gpus.size())) {
    case GpuShow::Band: content.lines.append(lineOf(metrics.medianOfGpus(metric, asked.from, asked.to, asked.buckets), {}, 0, true)); break;
    case GpuShow::One: {
        const qsizetype gpu = std::clamp<qsizetype>(view.gpu, 0, gpus.size() - 1);
        content.lines.append(lineOf(line(metric, gpu), gpuLabel(metrics, gpu),
                                    !metrics.isOwn(gpu)        ? kOthersColour
                                    : gpus.size() <= kMaxLines ? int(gpu)
                                                               : 0,
                                    true));
        break;
    }
    default:
        for (qsizetype gpu = 0; gpu < gpus.size(); ++gpu) {
            // Bands of several lines hide each other; the lines stay readable with at most four of them.
            const bool isOwn = metrics.isOwn(gpu);
            PlotLine one = lineOf(line(metric, gpu), gpus.size() > 1 ? gpuLabel(metrics, gpu) : QString(), isOwn ? int(gpu) : kOthersColour,
                                  isOwn && gpus.size() <= 2);
            one.isDashed = !isOwn || gpu >= kMaxPlainLines;
            content.lines.append(one);
        }
        break;
    }
}

}  // namespace

bool isOfGpu(ChartKind kind)
{
    return kind == ChartKind::GpuBusy || kind == ChartKind::GpuMemory || kind == ChartKind::GpuPower || kind == ChartKind::GpuTemperature
           || kind == ChartKind::GpuClock || isOfLink(kind);
}

GpuShow shownAs(const GpuView &view, qsizetype gpus)
{
    const GpuShow usual = gpus <= kMaxPlainLines ? GpuShow::Lines : GpuShow::Band;
    if (gpus <= 1 || view.show == GpuShow::Auto || (view.show == GpuShow::Lines && gpus > kMaxLines))
        return usual;
    return view.show;
}

QString valueText(ChartKind kind, double value)
{
    if (std::isnan(value))
        return ChartStack::tr("no value");
    switch (kind) {
    case ChartKind::GpuMemory: return formatNumber(value, 1) + QStringLiteral("\u00a0GiB");
    case ChartKind::GpuPower: return formatNumber(value, 0) + QStringLiteral("\u00a0W");
    case ChartKind::GpuTemperature: return formatNumber(value, 0) + QStringLiteral("\u00a0°C");
    case ChartKind::GpuClock: return formatNumber(value, 0) + QStringLiteral("\u00a0MHz");
    case ChartKind::Network:
    case ChartKind::Disk:
    case ChartKind::PcieReceived:
    case ChartKind::PcieSent: return formatByteRate(value);
    default: return formatPercent(value);
    }
}

QStringList cellValues(ChartKind kind, const RunMetrics &metrics, std::optional<qint64> cursor)
{
    QStringList values;
    const GpuMetric metric = gpuMetric(kind);
    for (qsizetype gpu = 0; isOfGpu(kind) && gpu < metrics.gpus().size(); ++gpu)
        values << valueText(kind, double(cursor ? metrics.at(metric, gpu, *cursor) : metrics.last(metric, gpu)));
    return values;
}

TimeChart timeChart(ChartKind kind, const RunMetrics &metrics, const GpuView &view, const TimeFrame &frame)
{
    TimeChart chart;
    const QList<GpuIdentity> &gpus = metrics.gpus();
    const GpuShow show = shownAs(view, gpus.size());
    const bool isEmpty = metrics.count() == 0;
    const QString emptyWords = isEmpty ? ChartStack::tr("No samples yet")
                               : isOfGpu(kind) && metrics.use().isKnown() && metrics.ownGpus().isEmpty()
                                   ? ChartStack::tr("GPUs of this run unknown")
                                   : ChartStack::tr("No samples in this range");
    Extremes seen;
    seen.from = double(frame.from);
    seen.to = double(frame.to);
    chart.isRaster = isOfGpu(kind) && (show == GpuShow::Small || show == GpuShow::Heat);
    if (chart.isRaster) {
        RasterContent &raster = chart.raster;
        raster.kind = show == GpuShow::Heat ? RasterContent::Heat : RasterContent::Small;
        raster.x = {double(frame.from), double(frame.to), {}};
        raster.emptyWords = emptyWords;
        raster.silentTo = double(silentTo(metrics, frame));
        const GpuMetric metric = gpuMetric(kind);
        raster.joinWithin = kMinJoin;
        const Asked asked(frame);
        for (qsizetype gpu = 0; gpu < gpus.size(); ++gpu) {
            const DecimatedLine line = metrics.line(metric, gpu, asked.from, asked.to, asked.buckets);
            raster.joinWithin = std::max(raster.joinWithin, joinWithin(line));
            seen.take(line.high.isEmpty() ? line.mean : line.high);
            seen.take(line.low);
            raster.cells.append({QString::number(gpus[gpu].index), {}, !metrics.isOwn(gpu), line});
        }
        raster.y = scaleOf(kind, metrics, seen);
        return chart;
    }
    PlotContent &content = chart.plot;
    content.x = timeScale(frame.from, frame.to, std::max(2, frame.pixels / dp(110)));
    content.emptyWords = emptyWords;
    addLines(content, kind, metrics, view, frame);
    for (const PlotLine &line : std::as_const(content.lines)) {
        seen.take(line.points);
        seen.take(line.low);
        seen.take(line.high);
    }
    content.y = scaleOf(kind, metrics, seen);
    content.thresholds = thresholdsOf(kind, metrics);
    content.gaps = gapsOf(metrics, frame);
    if (isEmpty) {  // an axis without any time on it is meaningless
        content.x.ticks.clear();
        content.y.ticks.clear();
        content.thresholds.clear();
    }
    return chart;
}

ChartHead timeHead(ChartKind kind, const RunMetrics &metrics, const GpuView &view, std::optional<qint64> cursor)
{
    ChartHead head;
    head.title = titleOf(kind);
    head.unit = unitOf(kind);
    double value = std::nan("");
    if (isOfGpu(kind)) {
        const GpuMetric metric = gpuMetric(kind);
        const QList<GpuIdentity> &gpus = metrics.gpus();
        const GpuShow show = shownAs(view, gpus.size());
        std::vector<double> values, own;
        for (qsizetype gpu = 0; gpu < gpus.size(); ++gpu) {
            values.push_back(double(cursor ? metrics.at(metric, gpu, *cursor) : metrics.last(metric, gpu)));
            if (metrics.isOwn(gpu))
                own.push_back(values.back());
            head.isSimulated = head.isSimulated || gpus[gpu].isSimulated;
        }
        value = median(own);
        if (show == GpuShow::One && !gpus.isEmpty()) {
            value = values[size_t(std::clamp<qsizetype>(view.gpu, 0, gpus.size() - 1))];
        } else if (gpus.size() > 1) {
            if (show == GpuShow::Band) {
                head.unit = ChartStack::tr("%1, median and range of %2").arg(head.unit).arg(own.size());
                std::erase_if(own, [](double v) { return std::isnan(v); });
                if (!own.empty()) {
                    const auto [low, high] = std::minmax_element(own.begin(), own.end());
                    head.context =
                        ChartStack::tr("%1 to %2", "smallest to largest value").arg(valueText(kind, *low), valueText(kind, *high));
                }
            } else {
                head.context = own.size() == values.size() ? ChartStack::tr("median")
                               : own.size() == 1           ? ChartStack::tr("this run's GPU")
                                                           : ChartStack::tr("median of this run's %1").arg(own.size());
                for (const double v : values)
                    head.keyValues.append(show == GpuShow::Lines ? valueText(kind, v) : QString());
            }
        }
        const double memory = largest(gpus, &GpuIdentity::memoryGiB), limit = largest(gpus, &GpuIdentity::powerLimitWatts);
        const QString most = kind == ChartKind::GpuMemory && memory > 0 ? ChartStack::tr("of %1 GiB each").arg(formatNumber(memory, 0))
                             : kind == ChartKind::GpuPower && limit > 0 ? ChartStack::tr("limit %1 W").arg(formatNumber(limit, 0))
                                                                        : QString();
        if (!most.isEmpty() && !cursor)
            head.context = head.context.isEmpty() ? most : ChartStack::tr("%1, %2", "two facts").arg(head.context, most);
    } else {
        const QList<HostMetric> host = hostMetrics(kind);
        const auto at = [&](HostMetric metric) { return double(cursor ? metrics.at(metric, *cursor) : metrics.last(metric)); };
        value = at(host[0]);
        if (host.size() > 1) {
            for (const HostMetric metric : host)
                head.keyValues.append(valueText(kind, at(metric)));
            value = std::nan("");
        }
        if (kind == ChartKind::Memory && metrics.hostMemoryGiB() > 0)
            head.context = ChartStack::tr("of %1 GiB").arg(formatNumber(metrics.hostMemoryGiB(), 0));
    }
    // Two values are shown beside their keys.
    if (head.keyValues.isEmpty() || isOfGpu(kind))
        head.value = valueText(kind, value);
    if (cursor)
        head.context = QDateTime::fromMSecsSinceEpoch(*cursor).toString(QStringLiteral("HH:mm:ss"))
                       + (head.context.isEmpty() || !isOfGpu(kind) ? QString() : QStringLiteral("  ") + head.context);
    return head;
}

QList<ValueColumn> timeColumns(ChartKind kind, const RunMetrics &metrics, qint64 from, qint64 to, int rows)
{
    QList<ValueColumn> columns;
    const QString title = titleOf(kind), unit = kind == ChartKind::Network || kind == ChartKind::Disk || isOfLink(kind)
                                                    ? QStringLiteral("B/s")
                                                : kind == ChartKind::GpuMemory      ? QStringLiteral("GiB")
                                                : kind == ChartKind::GpuPower       ? QStringLiteral("W")
                                                : kind == ChartKind::GpuTemperature ? QStringLiteral("°C")
                                                : kind == ChartKind::GpuClock       ? QStringLiteral("MHz")
                                                                                    : QStringLiteral("%");
    if (isOfGpu(kind)) {
        for (qsizetype gpu = 0; gpu < metrics.gpus().size(); ++gpu)
            columns.append({title + QLatin1Char(' ') + QString::number(metrics.gpus()[gpu].index), unit,
                            metrics.line(gpuMetric(kind), gpu, from, to, rows).mean});
        return columns;
    }
    const QList<HostMetric> host = hostMetrics(kind);
    for (qsizetype i = 0; i < host.size(); ++i)
        columns.append(
            {host.size() > 1 ? title + QLatin1Char(' ') + labelOf(kind, i) : title, unit, metrics.line(host[i], from, to, rows).mean});
    return columns;
}

}  // namespace trainyard
