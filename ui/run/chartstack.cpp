#include "ui/run/chartstack.h"

#include "ui/common/format.h"
#include "ui/theme/theme.h"

#include <QDateTime>
#include <QHeaderView>
#include <QKeyEvent>
#include <QScrollArea>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace trainyard {
namespace {

constexpr qint64 kMinuteMs = 60'000;
constexpr qsizetype kMostLines = 4;       // told apart by colour alone up to here
constexpr qsizetype kFewCharts = 3;
constexpr int kTableRows = 240;
constexpr qint64 kShownSilence = 10'000;  // ms without a sample before the end of the axis says so

bool isOfGpu(ChartKind kind)
{
    return kind == ChartKind::GpuBusy || kind == ChartKind::GpuMemory || kind == ChartKind::GpuPower
           || kind == ChartKind::GpuTemperature;
}

GpuMetric gpuMetric(ChartKind kind)
{
    switch (kind) {
    case ChartKind::GpuMemory: return GpuMetric::MemoryGiB;
    case ChartKind::GpuPower: return GpuMetric::PowerWatts;
    case ChartKind::GpuTemperature: return GpuMetric::TemperatureC;
    default: return GpuMetric::BusyPercent;
    }
}

QList<HostMetric> hostMetrics(ChartKind kind)
{
    switch (kind) {
    case ChartKind::Cpu: return {HostMetric::CpuPercent};
    case ChartKind::Memory: return {HostMetric::MemoryPercent};
    case ChartKind::Network: return {HostMetric::NetReceived, HostMetric::NetSent};
    default: return {HostMetric::DiskRead, HostMetric::DiskWritten};
    }
}

QString valueText(ChartKind kind, double value)
{
    if (std::isnan(value))
        return ChartStack::tr("no value");
    switch (kind) {
    case ChartKind::GpuMemory: return formatNumber(value, 1) + QStringLiteral("\u00a0GiB");
    case ChartKind::GpuPower: return formatNumber(value, 0) + QStringLiteral("\u00a0W");
    case ChartKind::GpuTemperature: return formatNumber(value, 0) + QStringLiteral("\u00a0°C");
    case ChartKind::Network:
    case ChartKind::Disk: return formatByteRate(value);
    default: return formatPercent(value);
    }
}

// 0, half and all of a known limit.
Scale halvedScale(double high)
{
    return {0, high, {{0, axisNumber(0, 1)}, {high / 2, axisNumber(high / 2, 1)}, {high, axisNumber(high, 1)}}};
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

}  // namespace

ChartStack::ChartStack(const RunMetrics &metrics, const TrainingCurve &training, QWidget *parent)
    : QStackedWidget(parent), m_metrics(metrics), m_training(training), m_column(new QVBoxLayout),
      m_table(new QTableWidget)
{
    setObjectName(QStringLiteral("chartStack"));
    setAccessibleName(tr("Charts. T shows them as a table."));
    setFocusPolicy(Qt::StrongFocus);
    auto *const charts = new QWidget;
    charts->setLayout(m_column);
    charts->setBackgroundRole(QPalette::Base);
    charts->setAutoFillBackground(true);
    auto *const scroll = new QScrollArea;
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(charts);
    scroll->viewport()->setBackgroundRole(QPalette::Base);
    m_column->setContentsMargins(0, dp(8), 0, dp(6));
    m_column->setSpacing(dp(2));
    addWidget(scroll);
    m_table->setObjectName(QStringLiteral("chartTable"));
    m_table->setAccessibleName(tr("Charts as a table"));
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->verticalHeader()->hide();
    m_table->setShowGrid(false);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignRight | Qt::AlignVCenter);
    addWidget(m_table);
}

void ChartStack::setKinds(const QList<ChartKind> &kinds)
{
    if (kinds == m_kinds)
        return;
    qDeleteAll(m_panels);
    m_panels.clear();
    m_kinds = kinds;
    for (const ChartKind kind : m_kinds) {
        auto *const panel = new ChartPanel;
        connect(panel->plot(), &PlotChart::cursorMoved, this,
                [this, kind](std::optional<double> x) { moveCursor(kind, x); });
        // Few share the height there is; many keep a height that can be read, and scroll.
        panel->plot()->setMinimumHeight(dp(m_kinds.size() <= kFewCharts ? 48 : kind == ChartKind::Loss ? 110 : 72));
        m_column->addWidget(panel, kind == ChartKind::Loss ? 3 : 2);
        m_panels.append(panel);
    }
    refresh();
}

ChartPanel *ChartStack::panel(ChartKind kind) const
{
    const qsizetype at = m_kinds.indexOf(kind);
    return at < 0 ? nullptr : m_panels[at];
}

void ChartStack::setRange(ChartRange range)
{
    m_range = range;
    refresh();
}

void ChartStack::setEnd(qint64 endMs) { m_end = endMs; }

void ChartStack::refresh()
{
    m_to = std::max(m_end, m_metrics.lastTime());
    m_from = m_range == ChartRange::Minutes15 ? m_to - 15 * kMinuteMs
             : m_range == ChartRange::Hour    ? m_to - 60 * kMinuteMs
                                              : m_metrics.firstTime();
    // A run of a few seconds still gets an axis with room on it.
    if (m_range == ChartRange::WholeRun)
        m_to = std::max(m_to, m_from + kMinuteMs);
    qsizetype lastTimed = m_kinds.size() - 1;
    while (lastTimed >= 0 && m_kinds[lastTimed] == ChartKind::Loss)
        --lastTimed;
    for (qsizetype i = 0; i < m_panels.size(); ++i) {
        if (m_kinds[i] == ChartKind::Loss)
            drawLoss(m_panels[i], true);
        else
            drawTime(m_panels[i], m_kinds[i], i == lastTimed);
    }
    if (isTableShown())
        fillTable();
}

void ChartStack::drawTime(ChartPanel *panel, ChartKind kind, bool isLast)
{
    const int buckets = std::max(50, panel->plot()->plotWidth());
    const auto now = qint64(m_timeCursor.value_or(0));
    PlotContent content;
    ChartHead head;
    content.showsX = isLast;
    content.x = timeScale(m_from, m_to, std::max(2, buckets / dp(110)));
    double low = std::nan(""), high = std::nan(""), value = std::nan("");
    const auto widen = [&](const QList<QPointF> &points) {
        for (const QPointF &p : points) {
            low = std::isnan(low) ? p.y() : std::min(low, p.y());
            high = std::isnan(high) ? p.y() : std::max(high, p.y());
        }
    };
    if (isOfGpu(kind)) {
        const GpuMetric metric = gpuMetric(kind);
        const QList<GpuIdentity> &gpus = m_metrics.gpus();
        std::vector<double> values;
        for (qsizetype gpu = 0; gpu < gpus.size(); ++gpu) {
            values.push_back(double(m_timeCursor ? m_metrics.at(metric, gpu, now) : m_metrics.last(metric, gpu)));
            head.isSimulated = head.isSimulated || gpus[gpu].isSimulated;
        }
        value = median(values);
        if (gpus.size() <= kMostLines) {
            for (qsizetype gpu = 0; gpu < gpus.size(); ++gpu)
                content.lines.append({gpus.size() > 1 ? tr("GPU %1").arg(gpus[gpu].index) : QString(), int(gpu),
                                      m_metrics.line(metric, gpu, m_from, m_to, buckets).mean, false});
        } else {
            const DecimatedLine line = m_metrics.medianOfGpus(metric, m_from, m_to, buckets);
            content.lines.append({QString(), 0, line.mean, false});
            content.bandLow = line.low;
            content.bandHigh = line.high;
        }
        const auto spread = [&](const QString &unit) {
            return gpus.size() > kMostLines ? tr("%1, median and range of %2").arg(unit).arg(gpus.size()) : unit;
        };
        const double limit = gpus.isEmpty() ? 0 : gpus.first().powerLimitWatts;
        const double memory = gpus.isEmpty() ? 0 : gpus.first().memoryGiB;
        switch (kind) {
        case ChartKind::GpuMemory:
            head.title = tr("GPU memory");
            head.unit = spread(tr("GiB"));
            if (memory > 0)
                head.context = tr("of %1 GiB each").arg(formatNumber(memory, 0));
            if (memory > 0)
                content.y = halvedScale(std::round(memory));
            break;
        case ChartKind::GpuPower:
            head.title = tr("GPU power");
            head.unit = spread(tr("watt"));
            if (limit > 0) {
                head.context = tr("limit %1").arg(formatNumber(limit, 0));
                content.y = halvedScale(limit);
            }
            break;
        case ChartKind::GpuTemperature:
            head.title = tr("GPU temperature");
            head.unit = spread(tr("°C"));
            break;
        default:
            head.title = tr("GPU busy");
            head.unit = spread(tr("percent"));
            content.y = niceScale(0, 100, 2, true);
            break;
        }
        if (gpus.size() > 1 && !m_timeCursor && head.context.isEmpty())
            head.context = tr("median");
    } else {
        static const int kColours[] = {2, 3};
        const QList<HostMetric> metrics = hostMetrics(kind);
        for (qsizetype i = 0; i < metrics.size(); ++i) {
            const bool isPair = metrics.size() > 1;
            const DecimatedLine line = m_metrics.line(metrics[i], m_from, m_to, buckets);
            const QString label = !isPair ? QString()
                                  : kind == ChartKind::Network ? (i == 0 ? tr("received") : tr("sent"))
                                                               : (i == 0 ? tr("read") : tr("written"));
            content.lines.append({label, isPair ? kColours[i] : kind == ChartKind::Cpu ? 0 : 4, line.mean, false});
        }
        value = double(m_timeCursor ? m_metrics.at(metrics[0], now) : m_metrics.last(metrics[0]));
        if (metrics.size() > 1) {
            const double second = double(m_timeCursor ? m_metrics.at(metrics[1], now) : m_metrics.last(metrics[1]));
            if (!std::isnan(second))
                head.context = tr("%1 %2", "sent 3 KiB/s").arg(content.lines[1].label, valueText(kind, second));
        }
        switch (kind) {
        case ChartKind::Cpu:
            head.title = tr("CPU");
            head.unit = tr("percent of all cores");
            content.y = niceScale(0, 100, 2, true);
            break;
        case ChartKind::Memory:
            head.title = tr("Memory");
            head.unit = tr("percent");
            if (m_metrics.hostMemoryGiB() > 0)
                head.context = tr("of %1 GiB").arg(formatNumber(m_metrics.hostMemoryGiB(), 0));
            content.y = niceScale(0, 100, 2, true);
            break;
        case ChartKind::Network:
            head.title = tr("Network");
            head.unit = tr("bytes per second");
            break;
        default:
            head.title = tr("Disk");
            head.unit = tr("bytes per second");
            break;
        }
    }
    for (const PlotLine &line : std::as_const(content.lines))
        widen(line.points);
    widen(content.bandHigh);
    widen(content.bandLow);
    if (content.y.ticks.isEmpty()) {
        content.y = niceScale(std::isnan(low) ? 0 : low, std::isnan(high) ? 1 : high, 2,
                              kind != ChartKind::GpuTemperature);
        if (std::isnan(high))
            content.y.ticks.clear();
    }
    for (const TimeGap &gap : m_metrics.gaps(m_from, m_to))
        content.gaps.append({double(gap.from), double(gap.to), tr("no samples %1").arg(formatDuration(gap.to - gap.from))});
    // Up to now only: what lies to the right of it on a young run is the future, not silence.
    if (m_metrics.count() > 0 && m_end - m_metrics.lastTime() > kShownSilence)
        content.gaps.append({double(m_metrics.lastTime()), double(m_end),
                             tr("no samples %1").arg(formatDuration(m_end - m_metrics.lastTime()))});
    if (m_metrics.count() == 0) {      // an axis without a moment on it says nothing
        content.x.ticks.clear();
        content.y.ticks.clear();
    }
    content.emptyWords = m_metrics.count() == 0 ? tr("No samples yet") : tr("No samples in this range");
    head.value = valueText(kind, value);
    if (m_timeCursor)
        head.context = QDateTime::fromMSecsSinceEpoch(now).toString(QStringLiteral("HH:mm:ss"));
    panel->setHead(head);
    panel->setContent(content);
    panel->plot()->setCursorAt(m_timeCursor);
}

void ChartStack::drawLoss(ChartPanel *panel, bool isLast)
{
    const int buckets = std::max(50, panel->plot()->plotWidth());
    PlotContent content;
    ChartHead head;
    head.title = tr("Loss");
    head.unit = tr("by step");
    content.showsX = isLast;
    const TrainingSeries &validation = m_training.validationLoss();
    const double first = m_training.firstX(), last = std::max({m_training.lastX(), validation.lastStep(), first + 1});
    content.x = niceScale(first, last, std::max(2, buckets / dp(110)), false);
    content.x.low = first;
    content.x.high = last;
    const QList<QPointF> raw = m_training.raw(buckets);
    const bool isSmoothed = raw.size() > 60;
    if (isSmoothed)
        content.lines.append({QString(), 0, raw, true});
    content.lines.append({isSmoothed ? tr("train, smoothed") : validation.isEmpty() ? QString() : tr("train"), 0,
                          isSmoothed ? m_training.smoothed(buckets) : raw, false});
    if (!validation.isEmpty())
        content.lines.append({tr("validation"), 1, validation.line(buckets), false});
    double low = std::nan(""), high = std::nan("");
    for (const PlotLine &line : std::as_const(content.lines)) {
        for (const QPointF &p : line.points) {
            low = std::isnan(low) ? p.y() : std::min(low, p.y());
            high = std::isnan(high) ? p.y() : std::max(high, p.y());
        }
    }
    content.y = niceScale(low, high, 3, false);
    if (m_training.isEmpty()) {
        content.x.ticks.clear();
        content.y.ticks.clear();
    }
    content.emptyWords = tr("No loss found in the log yet");
    const auto loss = m_stepCursor ? m_training.lossAt(*m_stepCursor) : m_training.lastLoss();
    const auto latest = m_training.loss().last();
    const bool isBroken = !m_stepCursor && latest && !std::isfinite(latest->value);
    head.value = isBroken ? QString::number(latest->value) : loss ? formatNumber(*loss, 4) : tr("no value");
    if (m_stepCursor)
        head.context = tr("step %1").arg(formatCount(qint64(*m_stepCursor)));
    else if (const auto lowest = m_training.lowestLoss())
        head.context = tr("lowest %1 at step %2").arg(formatNumber(lowest->y(), 4), formatCount(qint64(lowest->x())));
    panel->setHead(head);
    panel->setContent(content);
    panel->plot()->setCursorAt(m_stepCursor);
}

void ChartStack::moveCursor(ChartKind origin, std::optional<double> x)
{
    (origin == ChartKind::Loss ? m_stepCursor : m_timeCursor) = x;
    (origin == ChartKind::Loss ? m_timeCursor : m_stepCursor) = std::nullopt;
    refresh();
}

void ChartStack::setTableShown(bool isShown)
{
    if (isShown == isTableShown())
        return;
    if (isShown)
        fillTable();
    setCurrentIndex(isShown ? 1 : 0);
    Q_EMIT tableShownChanged(isShown);
}

void ChartStack::fillTable()
{
    struct Column { QString title; ChartKind kind; int line; QList<QPointF> points; };
    QList<Column> columns;
    for (qsizetype i = 0; i < m_panels.size(); ++i) {
        if (m_kinds[i] == ChartKind::Loss)
            continue;      // its rows are steps, not moments
        int number = 0;
        for (const PlotLine &line : m_panels[i]->content().lines) {
            const QString title = m_panels[i]->head().title;
            columns.append({line.label.isEmpty() ? title : title + QLatin1Char(' ') + line.label, m_kinds[i], number++,
                            line.points});
        }
    }
    const bool hasLoss = m_kinds.contains(ChartKind::Loss);
    const QList<QPointF> loss = hasLoss ? m_training.raw(kTableRows / 2) : QList<QPointF>();
    const qint64 step = std::max<qint64>(1000, (m_to - m_from) / kTableRows);
    const int rows = m_metrics.count() ? int(std::min<qint64>(kTableRows, (m_metrics.lastTime() - m_from) / step + 1)) : 0;
    m_table->setColumnCount(int(columns.size()) + 1 + (hasLoss ? 2 : 0));
    m_table->setRowCount(std::max(rows, int(loss.size())));
    QStringList titles{tr("Time")};
    for (const Column &column : std::as_const(columns))
        titles << column.title;
    if (hasLoss)
        titles << tr("Step") << tr("Loss");
    m_table->setHorizontalHeaderLabels(titles);
    m_table->horizontalHeaderItem(0)->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    const auto put = [this](int row, int column, const QString &text) {
        auto *const item = new QTableWidgetItem(text);
        item->setTextAlignment(column == 0 ? Qt::AlignLeft | Qt::AlignVCenter : Qt::AlignRight | Qt::AlignVCenter);
        m_table->setItem(row, column, item);
    };
    for (int row = 0; row < rows; ++row) {      // newest first
        const qint64 to = m_metrics.lastTime() - row * step, from = to - step;
        put(row, 0, QDateTime::fromMSecsSinceEpoch(to).toString(QStringLiteral("HH:mm:ss")));
        for (int c = 0; c < columns.size(); ++c) {
            const QList<QPointF> &points = columns[c].points;
            const auto after = std::upper_bound(points.begin(), points.end(), double(to),
                                                [](double x, const QPointF &p) { return x < p.x(); });
            const bool isKnown = after != points.begin() && (after - 1)->x() > double(from);
            put(row, c + 1, valueText(columns[c].kind, isKnown ? (after - 1)->y() : std::nan("")));
        }
    }
    for (int row = 0; row < loss.size(); ++row) {
        const QPointF &point = loss[loss.size() - 1 - row];
        put(row, int(columns.size()) + 1, formatCount(qint64(point.x())));
        put(row, int(columns.size()) + 2, formatNumber(point.y(), 4));
    }
    m_table->resizeColumnsToContents();
}

void ChartStack::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_T) {
        setTableShown(!isTableShown());
    } else if (event->key() == Qt::Key_Escape && (m_timeCursor || m_stepCursor)) {
        m_timeCursor = m_stepCursor = std::nullopt;
        refresh();
    } else if ((event->key() == Qt::Key_Left || event->key() == Qt::Key_Right) && !isTableShown()
               && m_metrics.count() > 0) {
        const double step = double(m_to - m_from) / 200 * (event->key() == Qt::Key_Left ? -1 : 1);
        m_timeCursor = std::clamp(m_timeCursor.value_or(double(m_metrics.lastTime())) + step, double(m_from), double(m_to));
        m_stepCursor = std::nullopt;
        refresh();
    } else {
        QStackedWidget::keyPressEvent(event);
    }
}

void ChartStack::resizeEvent(QResizeEvent *event)
{
    QStackedWidget::resizeEvent(event);
    refresh();
}

}  // namespace trainyard
