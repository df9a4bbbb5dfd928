// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/scatterchart.h"

#include "ui/charts/parallelchart.h"
#include "ui/common/accessiblerole.h"
#include "ui/theme/theme.h"

#include <QKeyEvent>
#include <QLinearGradient>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace trainyard {

namespace {

constexpr int kScatterLeft = 74, kScatterTop = 38, kScatterBottom = 48, kScatterRight = 28;  // design pixels
constexpr int kDot = 5, kReach = 12;
constexpr double kRoom = 0.04;  // of the axis, on both sides
constexpr int kMostScatterTicks = 12;

QList<ScaleTick> ticksOf(const RunVariable &variable, const VariableRange &range, int wanted)
{
    QList<ScaleTick> ticks;
    if (variable.kind == VariableKind::Category) {
        const qsizetype every = variable.categories.size() / kMostScatterTicks + 1;
        for (qsizetype i = 0; i < variable.categories.size(); i += every)
            ticks << ScaleTick{double(i), variable.categories[i]};
    } else if (range.low == range.high) {
        ticks << ScaleTick{range.low, variableText(variable, range.low)};
    } else {
        const Scale scale = range.isLogarithmic ? logScale(range.low, range.high, wanted) : niceScale(range.low, range.high, wanted, false);
        for (const ScaleTick &tick : scale.ticks) {
            const double value = range.isLogarithmic ? std::pow(10, tick.position) : tick.position;
            const auto place = range.place(value);
            if (place && *place >= -kRoom && *place <= 1 + kRoom)
                ticks << ScaleTick{value, variable.key == QLatin1String("seconds") ? variableText(variable, value) : tick.label};
        }
    }
    return ticks;
}

}  // namespace

ScatterChart::ScatterChart(QWidget *parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("scatterChart"));
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleRole(this, QAccessible::Chart);
}

QSize ScatterChart::sizeHint() const { return {dp(800), dp(340)}; }
QSize ScatterChart::minimumSizeHint() const { return {dp(180), dp(220)}; }

void ScatterChart::setContent(const ScatterContent &content)
{
    const QString had = m_content.runs.value(m_current);
    m_content = content;
    m_xRange = rangeOf(content.x);
    m_yRange = rangeOf(content.y);
    m_current = m_current >= 0 ? int(m_content.runs.indexOf(had)) : -1;
    if (m_current >= 0 && pointOf(m_current).isNull())
        m_current = -1;
    const int points = pointCount();
    setAccessibleName(points > 0 ? tr("%1 against %2: %n run(s)", nullptr, points).arg(content.y.title, content.x.title)
                                 : tr("%1 against %2: no run has both").arg(content.y.title, content.x.title));
    setAccessibleDescription(m_current < 0 ? QString() : textOf(m_current).replace(u'\n', tr(", ", "between values")));
    update();
}

QRectF ScatterChart::plotArea() const
{
    return QRectF(dp(kScatterLeft), dp(kScatterTop), std::max(10, width() - dp(kScatterLeft) - dp(kScatterRight)),
                  std::max(10, height() - dp(kScatterTop) - dp(kScatterBottom)));
}

QPointF ScatterChart::pointOf(int run) const
{
    const auto x = m_content.x.values.value(run), y = m_content.y.values.value(run);
    const auto across = x ? m_xRange.place(*x) : std::nullopt, up = y ? m_yRange.place(*y) : std::nullopt;
    if (!across || !up)
        return {};
    const QRectF area = plotArea();
    const auto within = [](double place) { return (place + kRoom) / (1 + 2 * kRoom); };
    return {area.left() + within(*across) * area.width(), area.bottom() - within(*up) * area.height()};
}

int ScatterChart::pointCount() const
{
    int points = 0;
    for (int run = 0; run < m_content.runs.size(); ++run)
        points += !pointOf(run).isNull();
    return points;
}

QString ScatterChart::textOf(int run) const
{
    QStringList values{m_content.runs.value(run)};
    const auto add = [&](const RunVariable &variable) {
        values << tr("%1: %2", "a variable").arg(variable.title, variable.texts.value(run));
    };
    add(m_content.x);
    add(m_content.y);
    if (m_content.colour && m_content.colour->key != m_content.x.key && m_content.colour->key != m_content.y.key)
        add(*m_content.colour);
    return values.join(u'\n');
}

int ScatterChart::runAt(const QPointF &position) const
{
    int nearest = -1;
    double distance = dp(kReach);
    for (int run = 0; run < m_content.runs.size(); ++run) {
        const QPointF point = pointOf(run);
        const double away = point.isNull() ? distance : std::hypot(point.x() - position.x(), point.y() - position.y());
        if (away < distance) {
            distance = away;
            nearest = run;
        }
    }
    return nearest;
}

void ScatterChart::setCurrent(int run)
{
    if (run == m_current)
        return;
    m_current = run;
    setAccessibleDescription(run < 0 ? QString() : textOf(run).replace(u'\n', tr(", ", "between values")));
    update();
    Q_EMIT currentChanged(run);
}

void ScatterChart::keyPressEvent(QKeyEvent *event)
{
    if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && m_current >= 0) {
        Q_EMIT opened(m_current);
        return;
    }
    if (event->key() == Qt::Key_Escape && m_current >= 0) {
        setCurrent(-1);
        return;
    }
    QList<int> runs;
    for (int run = 0; run < m_content.runs.size(); ++run) {
        if (!pointOf(run).isNull())
            runs << run;
    }
    // From left to right, or from the lowest to the highest.
    const bool isAcross = event->key() == Qt::Key_Left || event->key() == Qt::Key_Right;
    const bool isStep = isAcross || event->key() == Qt::Key_Up || event->key() == Qt::Key_Down;
    const bool isEnd = event->key() == Qt::Key_Home || event->key() == Qt::Key_End;
    if (runs.isEmpty() || (!isStep && !isEnd) || (event->modifiers() & ~Qt::KeypadModifier)) {
        QWidget::keyPressEvent(event);
        return;
    }
    std::stable_sort(runs.begin(), runs.end(),
                     [&](int a, int b) { return isAcross || isEnd ? pointOf(a).x() < pointOf(b).x() : pointOf(a).y() > pointOf(b).y(); });
    const qsizetype at = runs.indexOf(m_current);
    const bool isForward = event->key() == Qt::Key_Right || event->key() == Qt::Key_Up;
    const qsizetype next = isEnd    ? (event->key() == Qt::Key_Home ? 0 : runs.size() - 1)
                           : at < 0 ? (isForward ? 0 : runs.size() - 1)
                                    : std::clamp<qsizetype>(at + (isForward ? 1 : -1), 0, runs.size() - 1);
    setCurrent(runs[next]);
}

void ScatterChart::mouseMoveEvent(QMouseEvent *event)
{
    setCurrent(runAt(event->position()));
    setCursor(m_current >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void ScatterChart::mouseReleaseEvent(QMouseEvent *event)
{
    if (const int run = runAt(event->position()); event->button() == Qt::LeftButton && run >= 0)
        Q_EMIT opened(run);
}

void ScatterChart::leaveEvent(QEvent *)
{
    if (!hasFocus())
        setCurrent(-1);
}

void ScatterChart::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme theme = themeOf(this);
    const QRectF area = plotArea();
    if (pointCount() == 0) {
        painter.setPen(theme.text3);
        painter.setFont(textFont(TextRole::Body));
        painter.drawText(rect().adjusted(dp(40), 0, -dp(40), 0), Qt::AlignCenter | Qt::TextWordWrap,
                         tr("No run has both values. Choose another axis."));
        return;
    }
    const auto within = [](double place) { return (place + kRoom) / (1 + 2 * kRoom); };
    painter.setFont(textFont(TextRole::Label));
    for (const ScaleTick &tick : ticksOf(m_content.y, m_yRange, 5)) {
        const double y = area.bottom() - within(m_yRange.place(tick.position).value_or(0)) * area.height();
        painter.setPen(QPen(theme.line, 1));
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
        painter.setPen(theme.text3);
        painter.drawText(QRectF(dp(4), y - dp(8), area.left() - dp(12), dp(16)), Qt::AlignRight | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(tick.label, Qt::ElideRight, int(area.left()) - dp(12)));
    }
    for (const ScaleTick &tick : ticksOf(m_content.x, m_xRange, 7)) {
        const double x = area.left() + within(m_xRange.place(tick.position).value_or(0)) * area.width();
        painter.setPen(QPen(theme.line2, 1));
        painter.drawLine(QPointF(x, area.bottom()), QPointF(x, area.bottom() + dp(4)));
        painter.setPen(theme.text3);
        painter.drawText(QRectF(x - dp(50), area.bottom() + dp(5), dp(100), dp(16)), Qt::AlignCenter,
                         painter.fontMetrics().elidedText(tick.label, Qt::ElideRight, dp(100)));
    }
    painter.setPen(QPen(theme.line2, 1));
    painter.drawLine(area.bottomLeft(), area.bottomRight());
    painter.setPen(theme.text2);
    painter.setFont(textFont(TextRole::Small));
    painter.drawText(QRectF(area.left(), height() - dp(24), area.width(), dp(18)), Qt::AlignRight | Qt::AlignVCenter, m_content.x.title);
    painter.drawText(QRectF(dp(14), dp(8), area.width() / 2, dp(18)), Qt::AlignLeft | Qt::AlignVCenter, m_content.y.title);
    const VariableRange colours = m_content.colour ? rangeOf(*m_content.colour) : VariableRange();
    if (m_content.colour && colours.low < colours.high) {
        // What the colours mean.
        const QFontMetrics metrics = painter.fontMetrics();
        const QString low = variableText(*m_content.colour, colours.low), high = variableText(*m_content.colour, colours.high);
        double right = area.right();
        const double y = dp(8);
        const auto write = [&](const QString &text) {
            right -= metrics.horizontalAdvance(text);
            painter.drawText(QRectF(right, y, metrics.horizontalAdvance(text) + 1, dp(18)), Qt::AlignLeft | Qt::AlignVCenter, text);
            right -= dp(6);
        };
        write(high);
        const QRectF bar(right - dp(64), y + dp(5), dp(64), dp(8));
        QLinearGradient ramp(bar.topLeft(), bar.topRight());
        ramp.setColorAt(0, rampColour(this, 0));
        ramp.setColorAt(1, rampColour(this, 1));
        painter.fillRect(bar, ramp);
        right = bar.left() - dp(6);
        write(low);
        write(metrics.elidedText(m_content.colour->title, Qt::ElideRight, dp(160)));
    }
    const auto paintPoint = [&](int run, bool isCurrent) {
        const QPointF point = pointOf(run);
        if (point.isNull())
            return;
        const auto value = m_content.colour ? m_content.colour->values.value(run) : std::nullopt;
        const auto place = value ? colours.place(*value) : std::nullopt;
        painter.setBrush(place ? rampColour(this, *place) : theme.series[0]);
        painter.setPen(QPen(isCurrent ? theme.text1 : theme.surface, isCurrent ? dp(2) : 1));
        painter.drawEllipse(point, isCurrent ? dp(kDot + 2) : dp(kDot), isCurrent ? dp(kDot + 2) : dp(kDot));
    };
    for (int run = 0; run < m_content.runs.size(); ++run)
        paintPoint(run, false);
    if (m_current >= 0) {
        paintPoint(m_current, true);
        const QStringList lines = textOf(m_current).split(u'\n');
        const QFontMetrics metrics = painter.fontMetrics();
        int widest = 0;
        for (const QString &line : lines)
            widest = std::max(widest, std::min(dp(260), metrics.horizontalAdvance(line)));
        const QPointF point = pointOf(m_current);
        const double boxWidth = widest + dp(20), boxHeight = dp(18) * double(lines.size()) + dp(10);
        const double left = point.x() + dp(12) + boxWidth > width() ? point.x() - dp(12) - boxWidth : point.x() + dp(12);
        const QRectF box(std::max(2.0, left), std::clamp(point.y() - boxHeight / 2, 2.0, std::max(2.0, height() - boxHeight - 2)), boxWidth,
                         boxHeight);
        painter.setPen(QPen(theme.line2, 1));
        painter.setBrush(theme.surface);
        painter.drawRoundedRect(box, dp(6), dp(6));
        for (int i = 0; i < lines.size(); ++i) {
            painter.setPen(i == 0 ? theme.text1 : theme.text2);
            painter.drawText(QRectF(box.left() + dp(10), box.top() + dp(5) + dp(18) * i, boxWidth - dp(20), dp(18)),
                             Qt::AlignLeft | Qt::AlignVCenter, metrics.elidedText(lines[i], Qt::ElideMiddle, dp(260)));
        }
    }
    if (hasFocus()) {
        painter.setPen(QPen(theme.accent, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(rect()).adjusted(2.5, 2.5, -2.5, -2.5), dp(6), dp(6));
    }
}

}  // namespace trainyard

#include "moc_scatterchart.cpp"
