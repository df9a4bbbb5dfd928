// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/comparechart.h"

#include "core/base/format.h"
#include "ui/common/accessiblerole.h"
#include "ui/theme/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPen>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace trainyard {
namespace {

constexpr int kPlainLines = 4;  // so many can be told apart by colour alone
constexpr int kLabelWidth = 170, kLeft = 60, kTop = 34, kBottom = 26;
constexpr int kKeySteps = 100;  // cursor steps from end to end

struct TimeUnit {
    double ms;
    const char *name;
};

// The time unit in which the ticks are round.
TimeUnit unitOf(double spanMs)
{
    return spanMs < 120e3        ? TimeUnit{1e3, QT_TRANSLATE_NOOP("trainyard::CompareChart", "s")}
           : spanMs < 3 * 3600e3 ? TimeUnit{60e3, QT_TRANSLATE_NOOP("trainyard::CompareChart", "min")}
                                 : TimeUnit{3600e3, QT_TRANSLATE_NOOP("trainyard::CompareChart", "h")};
}

}  // namespace

CompareChart::CompareChart(QWidget *parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("compareChart"));
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleRole(this, QAccessible::Chart);
}

QSize CompareChart::sizeHint() const { return {dp(800), dp(320)}; }
QSize CompareChart::minimumSizeHint() const { return {dp(300), dp(180)}; }

QPen CompareChart::penOf(const QWidget *widget, int line)
{
    QPen pen(themeOf(widget).series[size_t(line) % 8], dp(2));
    pen.setCapStyle(Qt::FlatCap);
    pen.setJoinStyle(Qt::RoundJoin);
    if (line >= kPlainLines)
        pen.setDashPattern(line == kPlainLines ? QList<qreal>{5, 2.5} : QList<qreal>{1.5, 2});
    return pen;
}

void CompareChart::setContent(const CompareContent &content)
{
    if (content.axis != m_content.axis || content.lines.size() != m_content.lines.size())
        setCursorAt(std::nullopt);
    m_content = content;
    double low = std::numeric_limits<double>::infinity(), high = -low, from = low, to = -low;
    for (const CompareLine &line : m_content.lines) {
        for (const QPointF &point : line.points) {
            low = std::min(low, point.y());
            high = std::max(high, point.y());
            from = std::min(from, point.x());
            to = std::max(to, point.x());
        }
    }
    m_y = niceScale(low, high, 5, m_content.unit == QLatin1String("%"));
    if (m_content.axis == OverlayAxis::Time && std::isfinite(from)) {
        const TimeUnit unit = unitOf(to);
        m_x = niceScale(0, to / unit.ms, 8, true);
        for (ScaleTick &tick : m_x.ticks) {
            tick.position *= unit.ms;
            tick.label += QChar(0xa0) + tr(unit.name);
        }
        m_x.low = 0;
        m_x.high = std::max(to, 1.0);
    } else {
        m_x = niceScale(from, to, 8, false);
        if (std::isfinite(from)) {
            m_x.low = from;
            m_x.high = std::max(to, from + 1);
        }
    }
    QStringList names;
    for (const CompareLine &line : m_content.lines) {
        names << (line.points.isEmpty()
                      ? tr("%1: nothing").arg(line.label)
                      : tr("%1: last %2").arg(line.label, axisNumber(line.points.last().y(), std::abs(line.points.last().y()) / 1000)));
    }
    setAccessibleName(tr("%1 of the runs. %2").arg(m_content.title, names.join(QStringLiteral("; "))));
    update();
}

QRectF CompareChart::plotArea() const
{
    return QRectF(dp(kLeft), dp(kTop), std::max(10, width() - dp(kLeft) - std::min(dp(kLabelWidth), width() * 3 / 10)),
                  std::max(10, height() - dp(kTop) - dp(kBottom)));
}

int CompareChart::plotWidth() const { return int(plotArea().width()); }

double CompareChart::pixelX(double x) const
{
    const QRectF area = plotArea();
    return area.left() + (x - m_x.low) / (m_x.high - m_x.low) * area.width();
}

double CompareChart::pixelY(double y) const
{
    const QRectF area = plotArea();
    return area.bottom() - (y - m_y.low) / (m_y.high - m_y.low) * area.height();
}

QString CompareChart::xText(double x) const
{
    return m_content.axis == OverlayAxis::Step ? tr("step %1").arg(formatCount(qint64(std::llround(x)))) : formatElapsed(qint64(x));
}

std::optional<double> CompareChart::valueAt(const QList<QPointF> &points, double x)
{
    if (points.isEmpty() || x < points.first().x() || x > points.last().x())
        return std::nullopt;
    auto after = std::lower_bound(points.begin(), points.end(), x, [](const QPointF &p, double value) { return p.x() < value; });
    if (after != points.begin() && x - (after - 1)->x() < after->x() - x)
        --after;
    return after->y();
}

void CompareChart::setCursorAt(std::optional<double> x)
{
    if (x == m_cursor)
        return;
    m_cursor = x;
    update();
    Q_EMIT cursorChanged(x);
}

void CompareChart::keyPressEvent(QKeyEvent *event)
{
    const double step = (m_x.high - m_x.low) / kKeySteps;
    switch (event->key()) {
    case Qt::Key_Left: setCursorAt(std::max(m_x.low, m_cursor.value_or(m_x.high) - step)); break;
    case Qt::Key_Right: setCursorAt(std::min(m_x.high, m_cursor.value_or(m_x.low) + step)); break;
    case Qt::Key_Home: setCursorAt(m_x.low); break;
    case Qt::Key_End: setCursorAt(m_x.high); break;
    case Qt::Key_Escape:
        if (m_cursor) {
            setCursorAt(std::nullopt);
            break;
        }
        [[fallthrough]];
    default: QWidget::keyPressEvent(event);
    }
}

void CompareChart::mouseMoveEvent(QMouseEvent *event)
{
    const QRectF area = plotArea();
    const double x = event->position().x();
    setCursorAt(x < area.left() || x > area.right() ? std::nullopt
                                                    : std::optional(m_x.low + (x - area.left()) / area.width() * (m_x.high - m_x.low)));
}

void CompareChart::leaveEvent(QEvent *) { setCursorAt(std::nullopt); }

void CompareChart::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme theme = themeOf(this);
    painter.setPen(theme.text1);
    painter.setFont(textFont(TextRole::Strong));
    const int head = dp(kTop) - dp(10);
    painter.drawText(QRect(dp(14), 0, width(), head), Qt::AlignVCenter | Qt::AlignLeft, m_content.title);
    const int titleWidth = painter.fontMetrics().horizontalAdvance(m_content.title);
    painter.setPen(theme.text3);
    painter.setFont(textFont(TextRole::Label));
    painter.drawText(QRect(dp(14) + titleWidth + dp(8), 0, width(), head), Qt::AlignVCenter | Qt::AlignLeft, m_content.unit);
    const bool isEmpty = std::all_of(m_content.lines.begin(), m_content.lines.end(),
                                     [](const CompareLine &line) { return line.points.isEmpty(); });
    if (isEmpty) {
        painter.setFont(textFont(TextRole::Body));
        painter.drawText(rect().adjusted(dp(40), 0, -dp(40), 0), Qt::AlignCenter | Qt::TextWordWrap,
                         m_content.axis == OverlayAxis::Time ? tr("These values have no times. Compare them by step.")
                                                             : tr("None of these runs recorded it by step."));
        return;
    }
    paintGrid(painter);
    paintLines(painter);
    paintLabels(painter);
    if (m_cursor)
        paintCursor(painter);
    if (hasFocus()) {
        painter.setPen(QPen(theme.accent, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(rect()).adjusted(2.5, 2.5, -2.5, -2.5), dp(6), dp(6));
    }
}

void CompareChart::paintGrid(QPainter &painter) const
{
    const Theme theme = themeOf(this);
    const QRectF area = plotArea();
    painter.setFont(textFont(TextRole::Label));
    for (const ScaleTick &tick : m_y.ticks) {
        const double y = pixelY(tick.position);
        painter.setPen(QPen(theme.line, 1));
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
        painter.setPen(theme.text3);
        painter.drawText(QRectF(0, y - dp(8), area.left() - dp(8), dp(16)), Qt::AlignRight | Qt::AlignVCenter, tick.label);
    }
    for (const ScaleTick &tick : m_x.ticks) {
        const double x = pixelX(tick.position);
        if (x < area.left() - 1 || x > area.right() + 1)
            continue;
        painter.setPen(QPen(theme.line2, 1));
        painter.drawLine(QPointF(x, area.bottom()), QPointF(x, area.bottom() + dp(4)));
        painter.setPen(theme.text3);
        painter.drawText(QRectF(x - dp(50), area.bottom() + dp(5), dp(100), dp(16)), Qt::AlignHCenter | Qt::AlignVCenter, tick.label);
    }
}

void CompareChart::paintLines(QPainter &painter) const
{
    painter.save();
    painter.setClipRect(plotArea().adjusted(-2, -2, 2, 2));
    painter.setBrush(Qt::NoBrush);
    for (qsizetype i = 0; i < m_content.lines.size(); ++i) {
        QPolygonF line;
        for (const QPointF &point : m_content.lines[i].points)
            line << QPointF(pixelX(point.x()), pixelY(point.y()));
        painter.setPen(penOf(this, int(i)));
        if (line.size() == 1)
            painter.drawEllipse(line.first(), dp(2), dp(2));
        else
            painter.drawPolyline(line);
    }
    painter.restore();
}

void CompareChart::paintLabels(QPainter &painter) const
{
    const Theme theme = themeOf(this);
    const QRectF area = plotArea();
    struct PlacedLabel {
        double wanted, y;
        int line;
    };
    std::vector<PlacedLabel> labels;
    for (qsizetype i = 0; i < m_content.lines.size(); ++i) {
        const CompareLine &line = m_content.lines[i];
        const double y = line.points.isEmpty() ? area.bottom() : pixelY(line.points.last().y());
        labels.push_back({y, y, int(i)});
    }
    std::sort(labels.begin(), labels.end(), [](const PlacedLabel &a, const PlacedLabel &b) { return a.wanted < b.wanted; });
    const double distance = dp(18);
    double lowest = area.top();
    for (PlacedLabel &label : labels) {
        label.y = std::max(label.y, lowest);
        lowest = label.y + distance;
    }
    double highest = area.bottom();
    for (auto label = labels.rbegin(); label != labels.rend(); ++label) {
        label->y = std::min(label->y, highest);
        highest = label->y - distance;
    }
    painter.setFont(textFont(TextRole::Small));
    for (const PlacedLabel &label : labels) {
        const CompareLine &line = m_content.lines[label.line];
        const double left = area.right() + dp(10);
        painter.setPen(penOf(this, label.line));
        painter.drawLine(QPointF(left, label.y), QPointF(left + dp(18), label.y));
        painter.setPen(line.points.isEmpty() ? theme.text3 : theme.text1);
        const double room = width() - left - dp(24) - dp(8);
        const QString text = line.points.isEmpty() ? tr("%1: nothing").arg(line.label) : line.label;
        painter.drawText(QRectF(left + dp(24), label.y - dp(9), room, dp(18)), Qt::AlignVCenter | Qt::AlignLeft,
                         painter.fontMetrics().elidedText(text, Qt::ElideMiddle, int(room)));
    }
}

void CompareChart::paintCursor(QPainter &painter) const
{
    const Theme theme = themeOf(this);
    const QRectF area = plotArea();
    const double x = pixelX(*m_cursor);
    painter.setPen(QPen(theme.text3, 1));
    painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
    struct Row {
        int line;
        QString text;
    };
    QList<Row> rows;
    painter.setFont(textFont(TextRole::Small));
    const QFontMetrics metrics = painter.fontMetrics();
    int widest = metrics.horizontalAdvance(xText(*m_cursor));
    for (qsizetype i = 0; i < m_content.lines.size(); ++i) {
        const auto value = valueAt(m_content.lines[i].points, *m_cursor);
        if (!value)
            continue;
        painter.setPen(QPen(theme.surface, dp(2)));
        painter.setBrush(theme.series[size_t(i)]);
        painter.drawEllipse(QPointF(x, pixelY(*value)), dp(4), dp(4));
        const QString name = metrics.elidedText(m_content.lines[i].label, Qt::ElideMiddle, dp(150));
        rows << Row{int(i), name + QStringLiteral("  ") + axisNumber(*value, std::max(1e-9, std::abs(*value) / 2000))};
        widest = std::max(widest, metrics.horizontalAdvance(rows.last().text) + dp(26));
    }
    const double width = widest + dp(24), height = dp(20) * double(rows.size() + 1) + dp(12);
    const double left = x + dp(12) + width > area.right() ? x - dp(12) - width : x + dp(12);
    const QRectF box(std::max(area.left(), left), area.top() + dp(4), width, height);
    painter.setPen(QPen(theme.line2, 1));
    painter.setBrush(theme.surface);
    painter.drawRoundedRect(box, dp(6), dp(6));
    painter.setPen(theme.text3);
    painter.drawText(QRectF(box.left() + dp(12), box.top() + dp(6), width, dp(20)), Qt::AlignVCenter | Qt::AlignLeft, xText(*m_cursor));
    for (qsizetype i = 0; i < rows.size(); ++i) {
        const double y = box.top() + dp(6) + dp(20) * double(i + 1);
        painter.setPen(penOf(this, rows[i].line));
        painter.drawLine(QPointF(box.left() + dp(12), y + dp(10)), QPointF(box.left() + dp(30), y + dp(10)));
        painter.setPen(theme.text1);
        painter.drawText(QRectF(box.left() + dp(38), y, width, dp(20)), Qt::AlignVCenter | Qt::AlignLeft, rows[i].text);
    }
}

}  // namespace trainyard

#include "moc_comparechart.cpp"
