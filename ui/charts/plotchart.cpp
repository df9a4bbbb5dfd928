// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/plotchart.h"

#include "ui/charts/internal/chartlimits.h"
#include "ui/charts/plotpaint.h"
#include "ui/common/accessiblerole.h"

#include <QChart>
#include <QGraphicsLayout>
#include <QLineSeries>
#include <QMouseEvent>
#include <QPainter>
#include <QValueAxis>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace trainyard {
namespace {

constexpr int kSpanFill = 51;                 // of 255: 20 %
constexpr int kLabelledHeight = 56;           // lower plots have no space for a threshold label
constexpr int kLabelBackground = 200;         // of 255: translucent
constexpr double kZoomStep = 0.8;             // per notch of the wheel
constexpr double kPanStep = 0.1;              // of the visible range
constexpr qsizetype kMaxSeriesPoints = 2000;  // QtCharts draws so many within a millisecond or two

// The first x at which two lists of points differ.
void noteChange(const QList<QPointF> &a, const QList<QPointF> &b, std::optional<double> &change)
{
    if (a.constData() == b.constData() && a.size() == b.size())
        return;
    const qsizetype both = std::min(a.size(), b.size());
    qsizetype same = 0;
    while (same < both && a[same].x() == b[same].x() && a[same].y() == b[same].y())
        ++same;
    if (same == a.size() && same == b.size())
        return;
    const double x = same > 0 ? a[same - 1].x() : std::min(a.isEmpty() ? b[0].x() : a[0].x(), b.isEmpty() ? a[0].x() : b[0].x());
    change = change ? std::min(*change, x) : x;
}

bool isSame(const Scale &a, const Scale &b)
{
    return a.low == b.low && a.high == b.high
           && std::equal(a.ticks.begin(), a.ticks.end(), b.ticks.begin(), b.ticks.end(), [](const ScaleTick &one, const ScaleTick &other) {
                  return one.position == other.position && one.label == other.label;
              });
}

}  // namespace

void paintHatching(QPainter *painter, const QRectF &box, const QColor &ink)
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setClipRect(box, Qt::IntersectClip);
    painter->setPen(QPen(ink, 1));
    for (double x = box.left() - box.height(); x < box.right(); x += 6)
        painter->drawLine(QPointF(x, box.bottom()), QPointF(x + box.height(), box.top()));
    painter->restore();
}

std::optional<AxisOptions> wheelRequest(const QWheelEvent &event, double at, double span)
{
    const QPoint delta = event.angleDelta();
    if (event.modifiers() & Qt::ControlModifier && delta.y() != 0)
        return AxisOptions{AxisOptions::Zoom, std::pow(kZoomStep, delta.y() / 120.0), at};
    const int sideways = event.modifiers() & Qt::ShiftModifier && delta.y() != 0 ? delta.y() : delta.x();
    if (sideways != 0)
        return AxisOptions{AxisOptions::Pan, -sideways / 120.0 * kPanStep * span, 0};
    return std::nullopt;
}

PlotChart::PlotChart(QWidget *parent) : QChartView(new QChart, parent), m_chart(chart()), m_xAxis(new QValueAxis), m_yAxis(new QValueAxis)
{
    setFrameShape(QFrame::NoFrame);
    setRenderHint(QPainter::Antialiasing);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setMouseTracking(true);
    setFocusPolicy(Qt::NoFocus);
    viewport()->setFocusPolicy(Qt::NoFocus);
    setAccessibleRole(this, QAccessible::Chart);
    setBackgroundBrush(Qt::NoBrush);
    viewport()->setAutoFillBackground(false);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);  // the background is not painted first
    m_chart->setBackgroundVisible(false);
    m_chart->setMargins({});
    m_chart->legend()->hide();
    m_chart->layout()->setContentsMargins(0, 0, 0, 0);
    m_chart->setAnimationOptions(QChart::NoAnimation);
    m_chart->addAxis(m_xAxis, Qt::AlignBottom);
    m_chart->addAxis(m_yAxis, Qt::AlignLeft);
    m_xAxis->setVisible(false);
    m_yAxis->setVisible(false);
}

int PlotChart::leftMargin() { return dp(52); }  // "400 MiB"
int PlotChart::rightMargin() { return dp(14); }

QRectF PlotChart::plotArea() const
{
    const int bottom = m_content.showsX ? dp(20) : dp(6);
    return QRectF(leftMargin(), dp(6), std::max(1, width() - leftMargin() - rightMargin()), std::max(1, height() - dp(6) - bottom));
}

int PlotChart::plotWidth() const { return int(plotArea().width()); }

PlotFrame PlotChart::frame() const { return {plotArea(), m_content.x.low, m_content.x.high, m_content.y.low, m_content.y.high}; }

double PlotChart::xAt(double value) const { return frame().x(value); }
double PlotChart::yAt(double value) const { return frame().y(value); }
double PlotChart::valueAt(double pixel) const { return frame().valueAt(pixel); }

QLineSeries *PlotChart::lineSeries(qsizetype at)
{
    while (m_series.size() <= at) {
        auto *const series = new QLineSeries;
        m_chart->addSeries(series);
        series->attachAxis(m_xAxis);
        series->attachAxis(m_yAxis);
        m_series.append(series);
    }
    return m_series[at];
}

void PlotChart::setContent(const PlotContent &content)
{
    const PlotContent before = std::exchange(m_content, content);
    if (m_content.x.high <= m_content.x.low)
        m_content.x.high = m_content.x.low + 1;
    const auto change = m_isDense ? firstChange(before) : std::optional(m_content.x.low);
    if (!change)
        return;
    if (*change <= m_content.x.low) {
        applyContent();
        return;
    }
    // The line from the last unchanged point, and half of the dot at its end.
    const int left = int(std::floor(xAt(*change))) - dp(6);
    viewport()->update(QRect(left, 0, width() - left, height()));
}

// The first x at which the picture differs from that of the other content; nullopt: it does not.
std::optional<double> PlotChart::firstChange(const PlotContent &before) const
{
    const auto isSameLine = [](const PlotLine &a, const PlotLine &b) {
        return a.series == b.series && a.isFaint == b.isFaint && a.isDashed == b.isDashed && a.joinWithin == b.joinWithin;
    };
    if (!isSame(m_content.x, before.x) || !isSame(m_content.y, before.y) || m_content.gaps != before.gaps
        || m_content.thresholds != before.thresholds || m_content.showsX != before.showsX || m_content.emptyWords != before.emptyWords
        || !std::equal(m_content.lines.begin(), m_content.lines.end(), before.lines.begin(), before.lines.end(), isSameLine))
        return m_content.x.low;
    std::optional<double> change;
    for (qsizetype i = 0; i < m_content.lines.size(); ++i) {
        noteChange(m_content.lines[i].points, before.lines[i].points, change);
        noteChange(m_content.lines[i].low, before.lines[i].low, change);
        noteChange(m_content.lines[i].high, before.lines[i].high, change);
    }
    return change;
}

void PlotChart::applyContent()
{
    qsizetype points = 0;
    for (const PlotLine &line : std::as_const(m_content.lines))
        points += line.points.size();
    m_isDense = points > kMaxSeriesPoints;
    applySeries(themeOf(this));
    viewport()->update();
}

void PlotChart::applySeries(const Theme &theme)
{
    // Every change of an axis redraws the lines held by QtCharts, so they are removed first.
    if (m_isDense || m_xAxis->min() != m_content.x.low || m_xAxis->max() != m_content.x.high || m_yAxis->min() != m_content.y.low
        || m_yAxis->max() != m_content.y.high) {
        for (QLineSeries *const series : std::as_const(m_series)) {
            if (series->count() > 0)
                series->clear();
        }
    }
    m_chart->setPlotArea(plotArea());
    m_xAxis->setRange(m_content.x.low, m_content.x.high);
    m_yAxis->setRange(m_content.y.low, m_content.y.high);
    if (m_isDense)
        return;
    qsizetype used = 0;
    for (const PlotLine &line : std::as_const(m_content.lines)) {
        for (const auto &[begin, end] : partsOf(line.points, line.joinWithin, m_content.gaps)) {
            QLineSeries *const series = lineSeries(used++);
            const QPen pen = penOf(line, theme);
            if (series->pen() != pen)
                series->setPen(pen);
            series->replace(begin == 0 && end == line.points.size() ? line.points : line.points.mid(begin, end - begin));
        }
    }
    for (qsizetype i = used; i < m_series.size(); ++i) {
        if (m_series[i]->count() > 0)
            m_series[i]->clear();
    }
}

void PlotChart::drawBackground(QPainter *painter, const QRectF &exposed)
{
    const Theme theme = themeOf(this);
    painter->save();
    painter->resetTransform();
    painter->setRenderHint(QPainter::Antialiasing, false);
    painter->fillRect(rect(), theme.surface);
    const QRectF area = plotArea();
    painter->setFont(textFont(TextRole::Label));
    const QFontMetrics metrics = painter->fontMetrics();
    const qsizetype rows = m_content.y.ticks.size();
    // In a low plot only the ends are labelled.
    const bool isLow = rows > 2 && area.height() / double(rows - 1) < metrics.height();
    for (qsizetype i = 0; i < rows; ++i) {
        const ScaleTick &tick = m_content.y.ticks[i];
        const int y = int(std::round(yAt(tick.position)));
        painter->setPen(theme.line);
        painter->drawLine(int(area.left()), y, int(area.right()), y);
        if (isLow && i > 0 && i + 1 < rows)
            continue;
        if (exposed.left() > leftMargin())
            continue;
        painter->setPen(theme.text3);
        painter->drawText(QRect(0, y - metrics.height() / 2 - 1, leftMargin() - dp(8), metrics.height() + 2),
                          Qt::AlignRight | Qt::AlignVCenter, tick.label);
    }
    for (const ScaleTick &tick : std::as_const(m_content.x.ticks)) {
        const int x = int(std::round(xAt(tick.position)));
        if (x < area.left() || x > area.right())
            continue;
        painter->setPen(theme.line);
        painter->drawLine(x, int(area.top()), x, int(area.bottom()));
        const int half = metrics.horizontalAdvance(tick.label) / 2;
        if (!m_content.showsX || x - half < area.left() - dp(10) || x + half > width())
            continue;
        painter->setPen(theme.text3);
        painter->drawText(QRect(x - half - 2, int(area.bottom()) + dp(4), 2 * half + 4, metrics.height()), Qt::AlignCenter, tick.label);
    }
    trainyard::paintBands(painter, m_content, frame(), theme, exposed);
    painter->restore();
}

void PlotChart::paintGaps(QPainter *painter, const Theme &theme) const
{
    const QRectF area = plotArea();
    painter->setFont(textFont(TextRole::Label));
    const QFontMetrics metrics = painter->fontMetrics();
    for (const PlotGap &gap : std::as_const(m_content.gaps)) {
        const double left = std::max(area.left(), xAt(gap.from)), right = std::min(area.right(), xAt(gap.to));
        if (right - left < 1)
            continue;
        const QRectF box(left, area.top(), right - left, area.height());
        painter->fillRect(box, mixed(theme.surface, theme.stale.tint, 0.7));
        paintHatching(painter, box, theme.line2);
        const int words = metrics.horizontalAdvance(gap.words);
        painter->setPen(theme.text3);
        // Inside if it fits, else in the free space beside it.
        if (words + dp(16) < box.width()) {
            const QRectF label(box.center().x() - words / 2.0 - dp(6), box.center().y() - metrics.height() / 2.0 - 1, words + dp(12),
                               metrics.height() + 2);
            painter->fillRect(label, theme.surface);
            painter->drawText(label, Qt::AlignCenter, gap.words);
        } else if (box.right() + words + dp(8) < area.right() && box.width() >= 3) {
            const QRectF label(box.right() + dp(3), area.bottom() - metrics.height() - dp(3), words + dp(6), metrics.height());
            painter->drawText(label, Qt::AlignCenter, gap.words);
        }
    }
}

void PlotChart::paintThresholds(QPainter *painter, const Theme &theme) const
{
    const QRectF area = plotArea();
    painter->setFont(textFont(TextRole::Label));
    const QFontMetrics metrics = painter->fontMetrics();
    for (const PlotThreshold &threshold : std::as_const(m_content.thresholds)) {
        if (threshold.y < m_content.y.low || threshold.y > m_content.y.high)
            continue;
        const QColor ink = theme.tone(threshold.tone).ink;
        const int y = int(std::round(yAt(threshold.y)));
        QPen pen(ink, 1);
        pen.setDashPattern({5, 4});
        painter->setPen(pen);
        painter->drawLine(int(area.left()), y, int(area.right()), y);
        if (area.height() < dp(kLabelledHeight))
            continue;  // the line above the chart shows it
        // Above the line, where the values are not.
        const int wide = metrics.horizontalAdvance(threshold.words) + dp(4);
        const QRect label(int(area.right()) - wide, std::max(0, y - metrics.height()), wide, metrics.height());
        QColor background = theme.surface;
        background.setAlpha(kLabelBackground);
        painter->fillRect(label, background);
        painter->setPen(ink);
        painter->drawText(label, Qt::AlignCenter, threshold.words);
    }
}

void PlotChart::drawForeground(QPainter *painter, const QRectF &exposed)
{
    const Theme theme = themeOf(this);
    painter->save();
    painter->resetTransform();
    painter->setRenderHint(QPainter::Antialiasing, false);
    const QRectF area = plotArea();
    if (m_isDense)
        paintDenseLines(painter, m_content, frame(), theme, exposed);
    paintGaps(painter, theme);
    paintThresholds(painter, theme);
    const bool isEmpty = std::all_of(m_content.lines.begin(), m_content.lines.end(),
                                     [](const PlotLine &line) { return line.points.isEmpty(); });
    if (isEmpty && !m_content.emptyWords.isEmpty()) {
        painter->setFont(textFont(TextRole::Small));
        painter->setPen(theme.text3);
        painter->drawText(area, Qt::AlignCenter, m_content.emptyWords);
    }
    painter->setRenderHint(QPainter::Antialiasing);
    for (const PlotLine &line : std::as_const(m_content.lines)) {
        if (line.isFaint || line.points.isEmpty())
            continue;
        const QColor color = theme.series[size_t(line.series) % theme.series.size()];
        const QPointF last = line.points.last();
        if (last.x() < m_content.x.low || last.x() > m_content.x.high)
            continue;
        painter->setPen(Qt::NoPen);
        painter->setBrush(color);
        painter->drawEllipse(QPointF(xAt(last.x()), std::clamp(yAt(last.y()), area.top(), area.bottom())), 2.2, 2.2);
    }
    painter->setRenderHint(QPainter::Antialiasing, false);
    if (m_cursor && *m_cursor >= m_content.x.low && *m_cursor <= m_content.x.high) {
        const int x = int(std::round(xAt(*m_cursor)));
        painter->setPen(theme.text3);
        painter->drawLine(x, int(area.top()), x, int(area.bottom()));
    }
    if (m_spanFrom) {
        const double left = std::clamp(xAt(std::min(*m_spanFrom, m_spanTo)), area.left(), area.right());
        const double right = std::clamp(xAt(std::max(*m_spanFrom, m_spanTo)), area.left(), area.right());
        QColor fill = theme.accent;
        fill.setAlpha(kSpanFill);
        painter->fillRect(QRectF(left, area.top(), right - left, area.height()), fill);
        painter->setPen(theme.accent);
        painter->drawLine(QPointF(left, area.top()), QPointF(left, area.bottom()));
        painter->drawLine(QPointF(right, area.top()), QPointF(right, area.bottom()));
    }
    painter->restore();
}

void PlotChart::setCursorAt(std::optional<double> x)
{
    if (m_cursor == x)
        return;
    m_cursor = x;
    viewport()->update();
}

void PlotChart::resizeEvent(QResizeEvent *event)
{
    QChartView::resizeEvent(event);
    m_chart->setPlotArea(plotArea());
}

void PlotChart::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton) {
        event->ignore();
        return;
    }
    Q_EMIT pressed();
    const double x = event->position().x();
    if (event->modifiers() & Qt::ShiftModifier) {
        m_spanFrom = m_spanTo = valueAt(x);
    } else {
        m_pressedAt = x;
    }
    event->accept();
}

void PlotChart::mouseMoveEvent(QMouseEvent *event)
{
    const QRectF area = plotArea();
    const double x = event->position().x();
    if (m_spanFrom) {
        m_spanTo = std::clamp(valueAt(x), m_content.x.low, m_content.x.high);
        viewport()->update();
        return;
    }
    if (m_pressedAt && (cursor().shape() == Qt::ClosedHandCursor || std::abs(x - *m_pressedAt) > kClickSlop)) {
        setCursor(Qt::ClosedHandCursor);
        const double by = valueAt(*m_pressedAt) - valueAt(x);
        m_pressedAt = x;
        Q_EMIT axisRequested({AxisOptions::Pan, by, 0});
        return;
    }
    if (x < area.left() || x > area.right())
        Q_EMIT cursorMoved(std::nullopt);
    else
        Q_EMIT cursorMoved(valueAt(x));
}

void PlotChart::mouseReleaseEvent(QMouseEvent *event)
{
    unsetCursor();
    m_pressedAt.reset();
    if (!m_spanFrom) {
        event->ignore();
        return;
    }
    const double from = std::min(*m_spanFrom, m_spanTo), to = std::max(*m_spanFrom, m_spanTo);
    m_spanFrom.reset();
    viewport()->update();
    if (xAt(to) - xAt(from) > kClickSlop)
        Q_EMIT axisRequested({AxisOptions::Span, from, to});
}

void PlotChart::mouseDoubleClickEvent(QMouseEvent *) { Q_EMIT axisRequested({AxisOptions::Back, 0, 0}); }

void PlotChart::wheelEvent(QWheelEvent *event)
{
    const auto options = wheelRequest(*event, valueAt(event->position().x()), m_content.x.high - m_content.x.low);
    if (options)
        Q_EMIT axisRequested(*options);
    event->setAccepted(options.has_value());
}

void PlotChart::leaveEvent(QEvent *event)
{
    QChartView::leaveEvent(event);
    Q_EMIT cursorMoved(std::nullopt);
}

void PlotChart::changeEvent(QEvent *event)
{
    QChartView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        applyContent();
}

}  // namespace trainyard

#include "moc_plotchart.cpp"
