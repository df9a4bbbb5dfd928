#include "ui/run/plotchart.h"

#include "ui/theme/theme.h"

#include <QAreaSeries>
#include <QChart>
#include <QGraphicsLayout>
#include <QLineSeries>
#include <QMouseEvent>
#include <QPainter>
#include <QValueAxis>

#include <algorithm>
#include <cmath>

namespace trainyard {
namespace {

constexpr int kFaint = 71;      // of 255: 28 %
constexpr int kBandFill = 51;   // 20 %

// The parts of a line between gaps.
QList<QList<QPointF>> segments(const QList<QPointF> &points, const QList<PlotGap> &gaps)
{
    QList<QList<QPointF>> parts;
    qsizetype begin = 0;
    for (const PlotGap &gap : gaps) {
        qsizetype end = begin;
        while (end < points.size() && points[end].x() <= gap.from + (gap.to - gap.from) / 2)
            ++end;
        if (end > begin)
            parts.append(points.mid(begin, end - begin));
        begin = end;
    }
    if (begin < points.size())
        parts.append(points.mid(begin));
    return parts;
}

}  // namespace

PlotChart::PlotChart(QWidget *parent)
    : QChartView(new QChart, parent), m_chart(chart()), m_xAxis(new QValueAxis), m_yAxis(new QValueAxis),
      m_bandLow(new QLineSeries(this)), m_bandHigh(new QLineSeries(this))
{
    setFrameShape(QFrame::NoFrame);
    setRenderHint(QPainter::Antialiasing);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setMouseTracking(true);
    setFocusPolicy(Qt::NoFocus);
    setBackgroundBrush(Qt::NoBrush);
    viewport()->setAutoFillBackground(false);
    m_chart->setBackgroundVisible(false);
    m_chart->setMargins({});
    m_chart->legend()->hide();
    m_chart->layout()->setContentsMargins(0, 0, 0, 0);
    m_chart->setAnimationOptions(QChart::NoAnimation);
    m_chart->addAxis(m_xAxis, Qt::AlignBottom);
    m_chart->addAxis(m_yAxis, Qt::AlignLeft);
    m_xAxis->setVisible(false);
    m_yAxis->setVisible(false);
    m_band = new QAreaSeries(m_bandHigh, m_bandLow);
    m_band->setPen(Qt::NoPen);
    m_chart->addSeries(m_band);
    m_band->attachAxis(m_xAxis);
    m_band->attachAxis(m_yAxis);
}

int PlotChart::leftMargin() { return dp(48); }
int PlotChart::rightMargin() { return dp(14); }

QRectF PlotChart::plotArea() const
{
    const int bottom = m_content.showsX ? dp(20) : dp(6);
    return QRectF(leftMargin(), dp(6), std::max(1, width() - leftMargin() - rightMargin()),
                  std::max(1, height() - dp(6) - bottom));
}

int PlotChart::plotWidth() const { return int(plotArea().width()); }

double PlotChart::xAt(double value) const
{
    const QRectF area = plotArea();
    return area.left() + (value - m_content.x.low) / (m_content.x.high - m_content.x.low) * area.width();
}

double PlotChart::yAt(double value) const
{
    const QRectF area = plotArea();
    return area.bottom() - (value - m_content.y.low) / (m_content.y.high - m_content.y.low) * area.height();
}

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
    m_content = content;
    if (m_content.x.high <= m_content.x.low)
        m_content.x.high = m_content.x.low + 1;
    applyContent();
}

void PlotChart::applyContent()
{
    const Theme theme = themeOf(this);
    m_chart->setPlotArea(plotArea());
    m_xAxis->setRange(m_content.x.low, m_content.x.high);
    m_yAxis->setRange(m_content.y.low, m_content.y.high);
    qsizetype used = 0;
    for (const PlotLine &line : std::as_const(m_content.lines)) {
        QColor color = theme.series[size_t(line.series) % theme.series.size()];
        if (line.isFaint)
            color.setAlpha(kFaint);
        for (const QList<QPointF> &part : segments(line.points, m_content.gaps)) {
            QLineSeries *const series = lineSeries(used++);
            // A wider pen takes another, far slower way through the painter.
            const QPen pen(color, 1);
            if (series->pen() != pen)
                series->setPen(pen);
            series->replace(part);
        }
    }
    for (qsizetype i = used; i < m_series.size(); ++i) {
        if (m_series[i]->count() > 0)
            m_series[i]->clear();
    }
    if (!m_content.lines.isEmpty()) {
        QColor fill = theme.series[size_t(m_content.lines.first().series) % theme.series.size()];
        fill.setAlpha(kBandFill);
        m_band->setBrush(fill);
    }
    m_bandLow->replace(m_content.bandLow);
    m_bandHigh->replace(m_content.bandHigh);
    viewport()->update();
}

void PlotChart::drawBackground(QPainter *painter, const QRectF &)
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
        painter->drawText(QRect(x - half - 2, int(area.bottom()) + dp(4), 2 * half + 4, metrics.height()),
                          Qt::AlignCenter, tick.label);
    }
    painter->restore();
}

void PlotChart::drawForeground(QPainter *painter, const QRectF &)
{
    const Theme theme = themeOf(this);
    painter->save();
    painter->resetTransform();
    const QRectF area = plotArea();
    painter->setFont(textFont(TextRole::Label));
    const QFontMetrics metrics = painter->fontMetrics();
    for (const PlotGap &gap : std::as_const(m_content.gaps)) {
        const double left = std::max(area.left(), xAt(gap.from)), right = std::min(area.right(), xAt(gap.to));
        if (right - left < 1)
            continue;
        const QRectF box(left, area.top(), right - left, area.height());
        painter->setRenderHint(QPainter::Antialiasing);
        painter->fillRect(box, mixed(theme.surface, theme.stale.tint, 0.7));
        painter->save();
        painter->setClipRect(box);
        painter->setPen(QPen(theme.line2, 1));
        for (double x = box.left() - box.height(); x < box.right(); x += 6)
            painter->drawLine(QPointF(x, box.bottom()), QPointF(x + box.height(), box.top()));
        painter->restore();
        painter->setRenderHint(QPainter::Antialiasing, false);
        const int words = metrics.horizontalAdvance(gap.words);
        painter->setPen(theme.text3);
        // Inside when it fits, else in the free room beside it.
        if (words + dp(16) < box.width()) {
            const QRectF label(box.center().x() - words / 2.0 - dp(6), box.center().y() - metrics.height() / 2.0 - 1,
                               words + dp(12), metrics.height() + 2);
            painter->fillRect(label, theme.surface);
            painter->drawText(label, Qt::AlignCenter, gap.words);
        } else if (box.right() + words + dp(8) < area.right() && box.width() >= 3) {
            const QRectF label(box.right() + dp(3), area.bottom() - metrics.height() - dp(3), words + dp(6),
                               metrics.height());
            painter->drawText(label, Qt::AlignCenter, gap.words);
        }
    }
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

void PlotChart::mouseMoveEvent(QMouseEvent *event)
{
    const QRectF area = plotArea();
    const double x = event->position().x();
    if (x < area.left() || x > area.right())
        Q_EMIT cursorMoved(std::nullopt);
    else
        Q_EMIT cursorMoved(m_content.x.low + (x - area.left()) / area.width() * (m_content.x.high - m_content.x.low));
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
