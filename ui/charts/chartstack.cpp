// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chartstack.h"

#include "core/base/format.h"
#include "ui/charts/chartcsv.h"
#include "ui/charts/charttable.h"
#include "ui/charts/eventlane.h"
#include "ui/charts/seriescharts.h"
#include "ui/charts/stepcharts.h"
#include "ui/charts/timecharts.h"
#include "ui/common/spokentext.h"

#include <QDateTime>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <utility>

namespace trainyard {
namespace {

constexpr qsizetype kFewCharts = 4;  // those of the overview
constexpr int kMinOfMany = 300;
constexpr int kTableRows = 240;
constexpr int kFileRows = 20'000;   // of a file: five and a half hours at one a second
constexpr int kFrame = 16;          // ms from one chart to the next, so that each is painted separately
constexpr qint64 kMinGrain = 2000;  // ms: below this, an axis moves with every sample anyway

}  // namespace

ChartStack::ChartStack(const RunMetrics &metrics, const TrainingCurve &training, QWidget *parent)
    : QStackedWidget(parent), m_metrics(metrics), m_training(training), m_scroll(new QScrollArea), m_column(new QVBoxLayout),
      m_lane(new EventLane), m_series(new SeriesCharts(training)), m_table(new ChartTable)
{
    setObjectName(QStringLiteral("chartStack"));
    m_lane->setObjectName(QStringLiteral("chartLane"));
    setAccessibleName(tr("Charts. Press T to show them as a table."));
    setFocusPolicy(Qt::StrongFocus);
    auto *const charts = new QWidget;
    charts->setLayout(m_column);
    charts->setBackgroundRole(QPalette::Base);
    charts->setAutoFillBackground(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setWidget(charts);
    charts->installEventFilter(this);
    m_scroll->viewport()->setBackgroundRole(QPalette::Base);
    m_column->setContentsMargins(0, dp(8), 0, dp(2));
    m_column->setSpacing(dp(2));
    m_series->hide();
    m_column->addWidget(m_series);
    auto *const page = new QWidget;
    auto *const pageColumn = new QVBoxLayout(page);
    pageColumn->setContentsMargins(0, 0, 0, dp(4));
    pageColumn->setSpacing(0);
    pageColumn->addWidget(m_scroll, 1);
    pageColumn->addWidget(m_lane);
    addWidget(page);
    addWidget(m_table);

    connect(m_series, &SeriesCharts::cursorMoved, this, [this](std::optional<double> x) { moveCursor(!areCurvesByTime(), x); });
    connect(m_series, &SeriesCharts::axisRequested, this, &ChartStack::applyCurveRequest);
    connect(m_lane, &EventLane::eventChosen, this, &ChartStack::goToEvent);
    connect(m_lane, &EventLane::axisRequested, this, &ChartStack::applyRequest);
    connect(m_lane, &EventLane::momentChosen, this, &ChartStack::momentChosen);
    connect(m_lane, &EventLane::cursorMoved, this, [this](std::optional<double> x) { moveCursor(false, x); });
    connect(m_scroll->verticalScrollBar(), &QScrollBar::valueChanged, this, [this] {
        if (m_isPending.contains(true))
            m_moveTimer.start();
    });
    connect(m_scroll->verticalScrollBar(), &QScrollBar::rangeChanged, this, &ChartStack::placeLane);
    m_drawTimer.setSingleShot(true);
    connect(&m_drawTimer, &QTimer::timeout, this, &ChartStack::drawNext);
    // Many wheel events in a row cause one repaint.
    m_moveTimer.setSingleShot(true);
    m_moveTimer.setInterval(0);
    connect(&m_moveTimer, &QTimer::timeout, this, &ChartStack::drawInSight);
}

ChartPanel *ChartStack::makePanel(ChartKind kind)
{
    auto *const panel = new ChartPanel;
    const auto cursor = [this, kind](std::optional<double> x) { moveCursor(isOfTraining(kind) && !areCurvesByTime(), x); };
    const auto choose = [this, panel] {
        setFocus(Qt::MouseFocusReason);
        setCurrentPanel(m_panels.indexOf(panel));
    };
    connect(panel->plot(), &PlotChart::cursorMoved, this, cursor);
    connect(panel->raster(), &GpuRaster::cursorMoved, this, cursor);
    connect(panel, &ChartPanel::widthChanged, this, [this, panel] {
        const qsizetype at = m_panels.indexOf(panel);
        if (at >= 0 && !std::exchange(m_isPending[at], true))
            drawSoon();
    });
    connect(panel->plot(), &PlotChart::pressed, this, choose);
    connect(panel->raster(), &GpuRaster::pressed, this, choose);
    if (isOfTraining(kind)) {
        connect(panel->plot(), &PlotChart::axisRequested, this, &ChartStack::applyCurveRequest);
    } else {
        connect(panel->plot(), &PlotChart::axisRequested, this, &ChartStack::applyRequest);
        connect(panel->raster(), &GpuRaster::axisRequested, this, &ChartStack::applyRequest);
        connect(panel->raster(), &GpuRaster::gpuPicked, this, [this](int gpu) { setGpuView({GpuShow::One, gpu}); });
    }
    // A few charts share the available height; many keep a readable height, and scroll.
    const bool isFew = m_kinds.size() <= kFewCharts;
    panel->plot()->setMinimumHeight(dp(kind == ChartKind::Loss         ? (isFew ? 64 : 110)
                                       : kind == ChartKind::Throughput ? (isFew ? 64 : 88)
                                       : isFew                         ? 48
                                                                       : 72));
    return panel;
}

void ChartStack::setKinds(const QList<ChartKind> &kinds)
{
    if (kinds == m_kinds)
        return;
    const ChartKind current = currentKind();
    qDeleteAll(m_panels);
    m_panels.clear();
    m_kinds = kinds;
    for (const ChartKind kind : m_kinds) {
        ChartPanel *const panel = makePanel(kind);
        m_column->insertWidget(m_column->count() - 1, panel, kind == ChartKind::Loss ? 3 : 2);  // above the series
        m_panels.append(panel);
    }
    m_isPending = QList<bool>(m_kinds.size(), true);
    setCurrentPanel(std::max<qsizetype>(0, m_kinds.indexOf(current)));
    refresh();
    if (isVisible())
        m_moveTimer.start();  // the user has just asked for them
}

ChartPanel *ChartStack::panel(ChartKind kind)
{
    const qsizetype at = m_kinds.indexOf(kind);
    if (at >= 0 && m_isPending[at])
        draw(at);
    return at < 0 ? nullptr : m_panels[at];
}

void ChartStack::setRange(ChartRange range)
{
    m_view.setRange(range);
    updateView();
    m_moveTimer.start();
    Q_EMIT viewChanged();
}

void ChartStack::setSeriesShown(bool isShown)
{
    if (m_series->isHidden())
        m_series->refresh();
    m_series->setVisible(isShown && !m_series->panels().isEmpty());
}

void ChartStack::setAlertLines(const QList<AlertLine> &lines)
{
    if (lines == m_alertLines)
        return;
    m_alertLines = lines;
    refresh();
}

// The user's own thresholds replace the default ones.
void ChartStack::addAlertLines(ChartKind kind, PlotContent &plot) const
{
    for (const AlertLine &alert : m_alertLines) {
        if (alert.kind != kind)
            continue;
        plot.thresholds.removeIf([](const PlotThreshold &usual) { return usual.isUsual; });
        plot.thresholds.append(alert.line);
    }
}

void ChartStack::setEarlier(const EarlierAttempts &earlier)
{
    if (earlier == m_before)
        return;
    m_before = earlier;
    m_earlier.clear();
    for (auto curve = earlier.curves.begin(); curve != earlier.curves.end(); ++curve) {
        TrainingSeries &series = m_earlier[curve.key()];
        for (const QPointF &value : *curve)
            series.put({value.x(), value.y(), -1, std::nullopt});
    }
    m_series->setEarlier(&m_earlier);
    refresh();
}

bool ChartStack::hasThroughput() const { return throughputChart(m_training, m_steps, m_earlier).has_value(); }

// The time before this attempt takes at most a part of the axis; its gap says how long it was.
qint64 ChartStack::axisBegin() const
{
    constexpr int kPart = 10;
    const qint64 first = m_metrics.firstTime();
    if (m_metrics.count() == 0 || !m_before.ended || *m_before.ended >= first)
        return first;
    return std::max(*m_before.ended, first - (std::max(m_end, m_metrics.lastTime()) - first) / kPart);
}

void ChartStack::addStandstill(PlotContent &plot) const
{
    if (m_before.ended && m_before.began > *m_before.ended)
        plot.gaps.prepend({double(*m_before.ended), double(m_before.began),
                           tr("stood still %1", "between two attempts").arg(formatDuration(m_before.began - *m_before.ended))});
}

void ChartStack::setEnd(qint64 endMs) { m_end = endMs; }

void ChartStack::setGpuView(const GpuView &view)
{
    if (view == m_gpuView)
        return;
    m_gpuView = view;
    updateView();
    m_moveTimer.start();
    Q_EMIT gpuViewChanged();
}

int ChartStack::gpuNumber(qsizetype gpu) const
{
    return gpu >= 0 && gpu < m_metrics.gpus().size() ? m_metrics.gpus()[gpu].index : int(gpu);
}

void ChartStack::applyRequest(const AxisOptions &options)
{
    switch (options.kind) {
    case AxisOptions::Pan: m_view.pan(options.a); break;
    case AxisOptions::Zoom: m_view.zoom(options.a, options.b); break;
    case AxisOptions::Span: m_view.show(qint64(options.a), qint64(options.b)); break;
    case AxisOptions::Back: m_view.setRange(m_view.range()); break;
    }
    updateView();
    m_moveTimer.start();
    Q_EMIT viewChanged();
}

// In units of the curves' axis; what they show moves with the time axis of all charts.
void ChartStack::applyCurveRequest(const AxisOptions &options)
{
    if (areCurvesByTime() || options.kind == AxisOptions::Back) {
        applyRequest(options);
        return;
    }
    if (m_steps.isEmpty())
        return;
    const auto timeOf = [this](double step) { return *m_steps.timeOf(std::clamp(step, m_steps.firstStep(), m_steps.lastStep())); };
    if (options.kind == AxisOptions::Zoom) {
        applyRequest({AxisOptions::Zoom, options.a, timeOf(options.b)});
    } else if (options.kind == AxisOptions::Span) {
        applyRequest({AxisOptions::Span, timeOf(options.a), timeOf(options.b)});
    } else {
        const double from = *m_steps.stepAt(double(m_view.from())), to = *m_steps.stepAt(double(m_view.to()));
        applyRequest({AxisOptions::Pan, to > from ? options.a / (to - from) * double(m_view.span()) : 0, 0});
    }
}

void ChartStack::setCurveView(const CurveView &view)
{
    if (view == m_curveView)
        return;
    m_curveView = view;
    updateView();
    m_moveTimer.start();
    Q_EMIT curveViewChanged();
}

void ChartStack::updateView()
{
    if (m_log)
        m_steps.update(m_training, *m_log);
    const qint64 present = std::max(m_end, m_metrics.lastTime());
    m_view.setData(axisBegin(), present);
    // The axis moves by whole points, not with every sample: in between only its end is repainted.
    if (const qint64 grain = RunMetrics::bucketWidth(m_view.span(), axisWidth()); grain >= kMinGrain)
        m_view.setData(axisBegin(), (present + grain - 1) / grain * grain);
    m_isPending.fill(true);
    m_series->setFrame(curveFrame());
    if (m_series->isVisible())
        m_series->refresh();
    placeLane();
    if (isTableShown())
        fillTable();
}

int ChartStack::axisWidth() const
{
    return std::max(1, m_scroll->viewport()->width() - PlotChart::leftMargin() - PlotChart::rightMargin());
}

void ChartStack::placeLane()
{
    m_lane->setRightInset(std::max(0, m_scroll->width() - m_scroll->viewport()->width()));
    Scale axis = timeScale(m_view.from(), m_view.to(), std::max(2, axisWidth() / dp(110)));
    if (m_metrics.count() == 0)
        axis.ticks.clear();  // an axis without any time on it is meaningless
    m_lane->setAxis(axis);
    m_lane->setPresent(m_metrics.count() > 0 ? m_metrics.lastTime() : m_end);
}

void ChartStack::refresh()
{
    updateView();
    drawSoon();
}

void ChartStack::drawSoon(int delay)
{
    if (isVisible() && m_isPending.contains(true) && !m_drawTimer.isActive())
        m_drawTimer.start(delay);
}

void ChartStack::drawInSight()
{
    if (!isVisible())
        return;
    for (qsizetype i = 0; i < m_panels.size(); ++i) {
        if (isDue(i))
            draw(i);
    }
}

void ChartStack::drawNext()
{
    if (isTableShown())
        return;
    // In turn: if samples come faster than all charts can be drawn, the last ones are not left out.
    for (qsizetype tried = 0; tried < m_panels.size(); ++tried) {
        m_drawn = (m_drawn + 1) % m_panels.size();
        if (isDue(m_drawn)) {
            draw(m_drawn);
            return drawSoon(kFrame);
        }
    }
}

// A chart out of sight costs nothing until it comes into view.
bool ChartStack::isDue(qsizetype at) const
{
    const QRect sight(QPoint(0, m_scroll->verticalScrollBar()->value()), m_scroll->viewport()->size());
    return m_isPending[at] && m_panels[at]->geometry().intersects(sight);
}

void ChartStack::draw(qsizetype at)
{
    m_isPending[at] = false;
    ChartPanel *const panel = m_panels[at];
    if (isOfTraining(m_kinds[at])) {
        CurveFrame frame = curveFrame();
        frame.pixels = std::max(50, panel->plot()->plotWidth());
        // The lowest curve drawn over steps labels the steps.
        frame.showsX = m_kinds.value(at + 1, ChartKind::Cpu) != ChartKind::Throughput;
        panel->setContent(stepContent(curveOf(m_kinds[at]), frame));
        showCursorIn(at);
        return;
    }
    const GpuShow show = shownAs(m_gpuView, gpuCount());
    const bool isSmall = isOfGpu(m_kinds[at]) && show == GpuShow::Small;
    const int pixels = isSmall ? panel->raster()->smallWidth(gpuCount(), panel->width()) : panel->plotWidth();
    const TimeFrame frame{m_view.from(), m_view.to(), std::max(m_end, m_metrics.lastTime()), std::max(50, pixels)};
    TimeChart chart = timeChart(m_kinds[at], m_metrics, m_gpuView, frame);
    if (m_metrics.count() > 0) {
        addAlertLines(m_kinds[at], chart.plot);
        addStandstill(chart.plot);
    }
    if (chart.isRaster)
        panel->setContent(chart.raster);
    else
        panel->setContent(chart.plot);
    showCursorIn(at);
}

StepChart ChartStack::curveOf(ChartKind kind) const
{
    if (kind == ChartKind::Throughput) {
        if (const auto throughput = throughputChart(m_training, m_steps, m_earlier))
            return *throughput;
    }
    return lossChart(m_training, m_earlier);
}

CurveFrame ChartStack::curveFrame() const
{
    CurveFrame frame;
    frame.view = m_curveView;
    frame.clock = &m_steps;
    for (const ChartKind kind : {ChartKind::Loss, ChartKind::Throughput}) {
        const StepChart chart = curveOf(kind);
        const auto include = [&frame](const TrainingSeries &series) {
            if (series.isEmpty())
                return;
            const double first = series.firstStep(), last = series.lastStep();
            frame.steps = frame.steps ? std::pair(std::min(frame.steps->first, first), std::max(frame.steps->second, last))
                                      : std::pair(first, last);
        };
        for (const StepChart::Line &line : chart.lines) {
            include(*line.series);
            if (line.earlier && !areCurvesByTime())
                include(*line.earlier);
        }
    }
    // The whole run means all of its steps, also those before the first sample.
    if (areCurvesByTime() || !m_view.isPlain() || m_view.range() != ChartRange::WholeRun)
        frame.stretch = std::pair(m_view.from(), m_view.to());
    return frame;
}

std::optional<qint64> ChartStack::cursorMoment() const
{
    return m_timeCursor ? std::optional(qint64(std::llround(*m_timeCursor))) : std::nullopt;
}

void ChartStack::moveCursor(bool isByStep, std::optional<double> x)
{
    m_timeCursor = m_stepCursor = x;
    if (x && isByStep)
        m_timeCursor = m_steps.isEmpty() ? std::nullopt : m_steps.timeOf(std::clamp(*x, m_steps.firstStep(), m_steps.lastStep()));
    else if (x)
        m_stepCursor = m_steps.stepAt(*x);
    showCursor();
}

void ChartStack::setCursorMoment(std::optional<qint64> ms)
{
    moveCursor(false, ms ? std::optional(double(*ms)) : std::nullopt);
    speak();
}

void ChartStack::pointAt(std::optional<qint64> ms) { moveCursor(false, ms ? std::optional(double(*ms)) : std::nullopt); }

void ChartStack::showMoment(qint64 ms)
{
    m_view.reveal(ms);
    updateView();
    m_moveTimer.start();
    setCursorMoment(ms);
    Q_EMIT viewChanged();
}

// Only headers and the cursor line: the charts themselves stay as they are.
void ChartStack::showCursor()
{
    m_lane->setCursorAt(m_timeCursor);
    m_series->setCursorAt(m_stepCursor, cursorMoment());
    for (qsizetype i = 0; i < m_panels.size(); ++i)
        showCursorIn(i);
    Q_EMIT cursorMoved();
}

void ChartStack::showCursorIn(qsizetype at)
{
    ChartPanel *const panel = m_panels[at];
    if (isOfTraining(m_kinds[at])) {
        panel->setHead(stepHead(curveOf(m_kinds[at]), areCurvesByTime(), m_stepCursor, cursorMoment()));
        panel->setCursorAt(areCurvesByTime() ? m_timeCursor : m_stepCursor);
        return;
    }
    panel->setHead(timeHead(m_kinds[at], m_metrics, m_gpuView, cursorMoment()));
    panel->setCellValues(cellValues(m_kinds[at], m_metrics, cursorMoment()));
    panel->setCursorAt(m_timeCursor);
}

void ChartStack::speak()
{
    if (!m_timeCursor && !m_stepCursor) {
        setAccessibleDescription({});
        return;
    }
    QStringList words;
    if (m_timeCursor)
        words << QDateTime::fromMSecsSinceEpoch(*cursorMoment()).toString(QStringLiteral("HH:mm:ss"));
    if (m_stepCursor)
        words << tr("step %1").arg(formatCount(qint64(*m_stepCursor)));
    if (m_timeCursor && m_event >= 0 && m_event < m_events.size() && m_events[m_event].ms == *cursorMoment())
        words << m_events[m_event].text;
    for (qsizetype i = 0; i < m_panels.size(); ++i) {
        if (isOfTraining(m_kinds[i]) && !m_stepCursor)
            continue;
        const ChartHead &head = m_panels[i]->head();
        words << QStringLiteral("%1 %2").arg(head.title, head.value.isEmpty() ? head.keyValues.join(QStringLiteral(", ")) : head.value);
    }
    setAccessibleDescription(spokenSentences(words));
}

void ChartStack::setEvents(const QList<ChartEvent> &events)
{
    if (events == m_events)
        return;
    // The selection stays on its event when other events are inserted before it.
    const std::optional<ChartEvent> chosen = m_event >= 0 && m_event < m_events.size() ? std::optional(m_events[m_event]) : std::nullopt;
    m_events = events;
    m_event = chosen ? m_events.indexOf(*chosen) : -1;
    m_lane->setEvents(m_events);
    m_lane->setSelected(m_event);
}

// A few charts are visible completely, or the page around them scrolls; of many, only a part.
QSize ChartStack::minimumSizeHint() const
{
    const int charts = m_scroll->widget()->minimumSizeHint().height();
    return {dp(300), (m_kinds.size() <= kFewCharts && m_series->isHidden() ? charts : std::min(charts, dp(kMinOfMany)))
                         + m_lane->sizeHint().height() + dp(4)};
}

ChartKind ChartStack::currentKind() const { return m_kinds.value(m_current, ChartKind::Loss); }

QString ChartStack::currentTitle() { return m_kinds.isEmpty() ? QString() : panel(currentKind())->head().title; }

QPixmap ChartStack::picture() { return m_kinds.isEmpty() ? QPixmap() : panel(currentKind())->grab(); }

QByteArray ChartStack::csv()
{
    if (!isOfTraining(currentKind()))
        return chartCsv(CsvAxis::Time, QStringLiteral("time"),
                        timeColumns(currentKind(), m_metrics, m_view.from(), m_view.to(), kFileRows));
    if (currentKind() == ChartKind::Throughput)
        return chartCsv(CsvAxis::Step, QStringLiteral("step"), stepColumns(curveOf(ChartKind::Throughput), kFileRows));
    return chartCsv(CsvAxis::Step, QStringLiteral("step"), {{QStringLiteral("loss"), {}, m_training.raw(kFileRows)}});
}

void ChartStack::setCurrentPanel(qsizetype at)
{
    m_current = std::clamp<qsizetype>(at, 0, std::max<qsizetype>(0, m_panels.size() - 1));
    for (qsizetype i = 0; i < m_panels.size(); ++i)
        m_panels[i]->setCurrent(hasFocus() && i == m_current);
}

void ChartStack::setTableShown(bool isShown)
{
    if (isShown == isTableShown())
        return;
    if (isShown)
        fillTable();
    const bool hadFocus = hasFocus() || m_table->hasFocus();
    setCurrentIndex(isShown ? 1 : 0);
    setFocusProxy(isShown ? m_table : nullptr);
    if (hadFocus)
        setFocus(Qt::OtherFocusReason);
    if (!isShown)
        refresh();
    Q_EMIT tableShownChanged(isShown);
}

void ChartStack::fillTable()
{
    QList<ChartTableModel::Column> byTime, byStep;
    for (qsizetype i = 0; i < m_panels.size(); ++i) {
        if (isOfTraining(m_kinds[i])) {  // its rows are steps, not moments
            for (const ValueColumn &column : stepColumns(curveOf(m_kinds[i]), kTableRows))
                byStep.append({column, m_kinds[i]});
            continue;
        }
        const QList<ValueColumn> columns = panel(m_kinds[i])->columns();
        for (const ValueColumn &column : columns)
            byTime.append({column, m_kinds[i]});
    }
    if (!m_series->isHidden()) {
        for (const ValueColumn &column : m_series->columns(kTableRows))
            byStep.append({column, ChartKind::Loss});
    }
    m_table->values()->setContent(m_view.from(), m_metrics.count() == 0 ? m_view.from() : std::min(m_view.to(), m_metrics.lastTime()),
                                  byTime, byStep);
}

// A scroll area does not report layout changes of its content, from which the minimum height here follows.
bool ChartStack::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::LayoutRequest && watched == m_scroll->widget())
        updateGeometry();
    return QStackedWidget::eventFilter(watched, event);
}

void ChartStack::showEvent(QShowEvent *event)
{
    QStackedWidget::showEvent(event);
    m_drawTimer.start(0);  // after the first paint
}

void ChartStack::changeEvent(QEvent *event)
{
    QStackedWidget::changeEvent(event);
    if (event->type() == QEvent::LocaleChange || event->type() == QEvent::LanguageChange)
        refresh();
}

void ChartStack::resizeEvent(QResizeEvent *event)
{
    QStackedWidget::resizeEvent(event);
    refresh();
}

}  // namespace trainyard

#include "moc_chartstack.cpp"
