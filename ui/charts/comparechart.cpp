// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/comparechart.h"

#include "core/base/format.h"
#include "core/observe/report/runvariables.h"
#include "ui/charts/internal/curveraster.h"
#include "ui/charts/plotchart.h"
#include "ui/common/accessiblerole.h"
#include "ui/common/spokentext.h"
#include "ui/theme/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace trainyard {

namespace {

constexpr int kLeft = 64, kTop = 40, kBottom = 34, kRight = 16, kLabelWidth = 190;  // design pixels
constexpr int kWithLabels = 760;                                                    // narrower charts have no names at the ends of lines
constexpr int kReadingSteps = 200;
constexpr int kMostInBox = 8;  // values beside the cursor; the others are in the legend
constexpr double kPanPart = 0.2, kZoomPart = 0.6;
constexpr double kDeepest = 1e-6;  // of the whole axis
constexpr int kNear = 14;          // design pixels from a line that still mean it
constexpr int kDragSlop = 4;

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

CompareChart::~CompareChart() = default;

QSize CompareChart::sizeHint() const { return {dp(800), dp(340)}; }
QSize CompareChart::minimumSizeHint() const { return {dp(180), dp(200)}; }

QColor CompareChart::colourOf(const QWidget *widget, int line)
{
    const Theme theme = themeOf(widget);
    return line >= 0 && line < kToldApart ? theme.series[size_t(line)] : theme.text3;
}

void CompareChart::paintMark(QPainter &painter, int line, const QPointF &at, double size)
{
    const auto polygon = [&](std::initializer_list<QPointF> corners) {
        QPolygonF shape;
        for (const QPointF &corner : corners)
            shape << at + corner * size;
        painter.drawPolygon(shape);
    };
    switch (line) {
    case 0: painter.drawEllipse(at, size, size); break;
    case 1: polygon({{-0.9, -0.9}, {0.9, -0.9}, {0.9, 0.9}, {-0.9, 0.9}}); break;
    case 2: polygon({{0, -1.2}, {1.1, 0.8}, {-1.1, 0.8}}); break;
    case 3: polygon({{0, -1.3}, {1.1, 0}, {0, 1.3}, {-1.1, 0}}); break;
    case 4: polygon({{0, 1.2}, {1.1, -0.8}, {-1.1, -0.8}}); break;
    case 5:
        polygon({{-0.4, -1.2},
                 {0.4, -1.2},
                 {0.4, -0.4},
                 {1.2, -0.4},
                 {1.2, 0.4},
                 {0.4, 0.4},
                 {0.4, 1.2},
                 {-0.4, 1.2},
                 {-0.4, 0.4},
                 {-1.2, 0.4},
                 {-1.2, -0.4},
                 {-0.4, -0.4}});
        break;
    default: break;
    }
}

const OverlayCurve *CompareChart::shown(int line) const
{
    const CompareLine &one = m_content.lines[line];
    const OverlayCurve *const curve = one.smoothed ? one.smoothed.get() : one.curve.get();
    return one.isShown && curve && curve->has(m_content.axis) ? curve : nullptr;
}

std::optional<std::pair<double, double>> CompareChart::whole() const
{
    std::optional<std::pair<double, double>> range;
    for (int i = 0; i < m_content.lines.size(); ++i) {
        // Also of hidden ones: the picture does not jump when a line is hidden.
        const OverlayCurve *const curve = m_content.lines[i].curve.get();
        if (!curve || !curve->has(m_content.axis))
            continue;
        const double from = curve->from(m_content.axis), to = curve->to(m_content.axis);
        range = range ? std::pair(std::min(range->first, from), std::max(range->second, to)) : std::pair(from, to);
    }
    if (range && range->second <= range->first)
        range->second = range->first + 1;
    return range;
}

bool CompareChart::isZoomed() const
{
    const auto all = whole();
    return all && (m_from > all->first || m_to < all->second);
}

void CompareChart::setContent(const CompareContent &content)
{
    const bool wasZoomed = isZoomed();
    const bool isOther = content.axis != m_content.axis || content.title != m_content.title;
    const QString emphasised = m_emphasis >= 0 ? m_content.lines[m_emphasis].label : QString();
    m_content = content;
    if (m_emphasis >= 0) {
        const auto same = std::find_if(m_content.lines.begin(), m_content.lines.end(),
                                       [&emphasised](const CompareLine &line) { return line.label == emphasised; });
        m_emphasis = same == m_content.lines.end() ? -1 : int(same - m_content.lines.begin());
    }
    if (isOther)
        setCursorAt(std::nullopt);
    if (const auto all = whole(); all && (isOther || !wasZoomed || m_from >= all->second || m_to <= all->first)) {
        m_from = all->first;
        m_to = all->second;
    }
    QStringList words;
    const QList<Reading> last = readings();
    for (qsizetype i = 0; i < std::min<qsizetype>(last.size(), kToldApart); ++i)
        words << tr("%1 %2", "run, value").arg(m_content.lines[last[i].line].label, resultText(last[i].value));
    if (last.size() > kToldApart)
        words << tr("and %n more", nullptr, int(last.size()) - kToldApart);
    setAccessibleName(
        last.isEmpty()
            ? tr("%1 of the runs: nothing to show").arg(m_content.title)
            : tr("%1 of %n run(s), last values: %2", nullptr, int(last.size())).arg(m_content.title, words.join(tr(", ", "between runs"))));
    makeDirty();
}

void CompareChart::setEmphasis(int line)
{
    line = line < m_content.lines.size() ? line : -1;
    if (line == m_emphasis)
        return;
    m_emphasis = line;
    makeDirty();
    speak();
}

void CompareChart::showRange(double from, double to)
{
    const auto all = whole();
    if (!all)
        return;
    const double least = (all->second - all->first) * kDeepest;
    const double span = std::clamp(to - from, least, all->second - all->first);
    m_from = std::clamp(from, all->first, all->second - span);
    m_to = m_from + span;
    makeDirty();
    Q_EMIT viewChanged();
}

void CompareChart::showAll()
{
    if (const auto all = whole())
        showRange(all->first, all->second);
}

void CompareChart::makeDirty()
{
    m_isDirty = true;
    fitScales();
    update();
}

double CompareChart::scaled(double value) const
{
    if (!m_content.isLogarithmic)
        return value;
    return value > 0 ? std::log10(value) : m_y.low - 1;
}

void CompareChart::fitScales()
{
    double low = std::numeric_limits<double>::infinity(), high = -low, positive = low;
    for (int i = 0; i < m_content.lines.size(); ++i) {
        const OverlayCurve *const curve = shown(i);
        const auto extremes = curve ? curve->extremes(m_content.axis, m_from, m_to) : std::nullopt;
        if (!extremes)
            continue;
        low = std::min(low, extremes->low);
        high = std::max(high, extremes->high);
        positive = std::min(positive, extremes->lowestPositive.value_or(positive));
    }
    m_y = m_content.isLogarithmic ? logScale(positive, high, 5) : niceScale(low, high, 5, m_content.unit == QLatin1String("%"));
    if (m_content.axis == OverlayAxis::Time) {
        const TimeUnit unit = unitOf(m_to - m_from);
        m_x = niceScale(m_from / unit.ms, m_to / unit.ms, 8, false);
        for (ScaleTick &tick : m_x.ticks) {
            tick.position *= unit.ms;
            tick.label += QChar(0xa0) + tr(unit.name);
        }
    } else {
        m_x = niceScale(m_from, m_to, 8, false);
    }
    m_x.low = m_from;
    m_x.high = m_to;
}

QRectF CompareChart::plotArea() const
{
    const int right = width() >= dp(kWithLabels) ? dp(kLabelWidth) : dp(kRight);
    return QRectF(dp(kLeft), dp(kTop), std::max(10, width() - dp(kLeft) - right), std::max(10, height() - dp(kTop) - dp(kBottom)));
}

double CompareChart::pixelX(double x) const
{
    const QRectF area = plotArea();
    return area.left() + (x - m_from) / (m_to - m_from) * area.width();
}

double CompareChart::pixelY(double value) const
{
    const QRectF area = plotArea();
    return area.bottom() - (scaled(value) - m_y.low) / (m_y.high - m_y.low) * area.height();
}

double CompareChart::valueX(double pixel) const
{
    const QRectF area = plotArea();
    return m_from + (pixel - area.left()) / area.width() * (m_to - m_from);
}

QString CompareChart::xText(double x) const
{
    switch (m_content.axis) {
    case OverlayAxis::Step: return tr("step %1").arg(formatCount(qint64(std::llround(x))));
    case OverlayAxis::Time: return formatElapsed(qint64(x));
    case OverlayAxis::Amount: break;
    }
    return tr("%1 %2", "an amount, tokens").arg(axisNumber(x, std::max(1.0, x / 2000)), m_content.amount);
}

QList<CompareChart::Reading> CompareChart::readings() const
{
    QList<Reading> all;
    for (int i = 0; i < m_content.lines.size(); ++i) {
        const OverlayCurve *const curve = shown(i);
        if (!curve)
            continue;
        if (const auto value = m_cursor ? curve->at(m_content.axis, *m_cursor) : std::optional(curve->value(curve->size() - 1)))
            all << Reading{i, *value};
    }
    std::stable_sort(all.begin(), all.end(), [](const Reading &a, const Reading &b) { return a.value > b.value; });
    return all;
}

QList<ValueColumn> CompareChart::values(int most) const
{
    QList<ValueColumn> columns;
    for (int i = 0; i < m_content.lines.size(); ++i) {
        const OverlayCurve *const curve = shown(i);
        if (!curve)
            continue;
        ValueColumn column{m_content.lines[i].label, m_content.unit, {}};
        const OverlayStroke stroke = curve->stroke(m_content.axis, m_from, m_to, most);
        if (!stroke.points.empty()) {
            for (const QPointF &point : stroke.points) {
                if (point.x() >= m_from && point.x() <= m_to)
                    column.points << point;
            }
        } else {
            for (int at = 0; at <= most; ++at) {
                const double x = m_from + (m_to - m_from) * at / most;
                if (const auto value = curve->at(m_content.axis, x))
                    column.points << QPointF(x, *value);
            }
        }
        columns << column;
    }
    return columns;
}

void CompareChart::setCursorAt(std::optional<double> x)
{
    if (x == m_cursor)
        return;
    m_cursor = x;
    update();
    speak();
    Q_EMIT cursorChanged(x);
}

void CompareChart::speak()
{
    QStringList words;
    if (m_cursor) {
        words << xText(*m_cursor);
        const QList<Reading> all = readings();
        QStringList values;
        for (qsizetype i = 0; i < std::min<qsizetype>(all.size(), kMostInBox); ++i)
            values << tr("%1 %2", "run, value").arg(m_content.lines[all[i].line].label, resultText(all[i].value));
        if (all.size() > kMostInBox)
            values << tr("and %n more", nullptr, int(all.size()) - kMostInBox);
        words << values.join(tr(", ", "between runs"));
    }
    if (m_emphasis >= 0) {
        const OverlayCurve *const curve = shown(m_emphasis);
        const auto value = curve ? (m_cursor ? curve->at(m_content.axis, *m_cursor) : std::optional(curve->value(curve->size() - 1)))
                                 : std::nullopt;
        words << (value ? tr("Emphasised: %1, %2").arg(m_content.lines[m_emphasis].label, resultText(*value))
                        : tr("Emphasised: %1, no value").arg(m_content.lines[m_emphasis].label));
    }
    setAccessibleDescription(spokenSentences(words));
}

void CompareChart::keyPressEvent(QKeyEvent *event)
{
    const double span = m_to - m_from, step = span / kReadingSteps;
    const bool hasShift = event->modifiers() & Qt::ShiftModifier;
    if (event->modifiers() & (Qt::ControlModifier | Qt::AltModifier)) {
        QWidget::keyPressEvent(event);
        return;
    }
    const double middle = m_cursor.value_or(m_from + span / 2);
    const auto zoom = [&](double factor) { showRange(middle - (middle - m_from) * factor, middle + (m_to - middle) * factor); };
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right: {
        const int direction = event->key() == Qt::Key_Left ? -1 : 1;
        if (hasShift)
            showRange(m_from + direction * kPanPart * span, m_to + direction * kPanPart * span);
        else
            setCursorAt(std::clamp(m_cursor.value_or(direction > 0 ? m_from : m_to) + direction * step, m_from, m_to));
        break;
    }
    case Qt::Key_PageUp: showRange(m_from - span, m_to - span); break;
    case Qt::Key_PageDown: showRange(m_from + span, m_to + span); break;
    case Qt::Key_Home: setCursorAt(m_from); break;
    case Qt::Key_End: setCursorAt(m_to); break;
    case Qt::Key_Plus:
    case Qt::Key_Equal: zoom(kZoomPart); break;
    case Qt::Key_Minus: zoom(1 / kZoomPart); break;
    case Qt::Key_0: showAll(); break;
    case Qt::Key_Up:
    case Qt::Key_Down: {
        // Through the shown lines, by their values.
        const QList<Reading> all = readings();
        if (all.isEmpty())
            break;
        const auto at = std::find_if(all.begin(), all.end(), [this](const Reading &one) { return one.line == m_emphasis; });
        const qsizetype here = at == all.end() ? (event->key() == Qt::Key_Down ? -1 : all.size()) : at - all.begin();
        setEmphasis(all[std::clamp<qsizetype>(here + (event->key() == Qt::Key_Down ? 1 : -1), 0, all.size() - 1)].line);
        Q_EMIT emphasisChanged(m_emphasis);
        break;
    }
    case Qt::Key_Escape:
        if (m_cursor || m_emphasis >= 0) {
            setCursorAt(std::nullopt);
            setEmphasis(-1);
            Q_EMIT emphasisChanged(-1);
            break;
        }
        [[fallthrough]];
    default: QWidget::keyPressEvent(event);
    }
}

int CompareChart::nearestLine(const QPointF &position) const
{
    int nearest = -1;
    double distance = dp(kNear);
    const double x = valueX(position.x());
    for (int i = 0; i < m_content.lines.size(); ++i) {
        const OverlayCurve *const curve = shown(i);
        const auto value = curve ? curve->at(m_content.axis, x) : std::nullopt;
        const double away = value ? std::abs(pixelY(*value) - position.y()) : distance;
        if (away < distance) {
            distance = away;
            nearest = i;
        }
    }
    return nearest;
}

void CompareChart::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton) {
        event->ignore();
        return;
    }
    m_pressedAt = event->position().x();
    m_isDragging = false;
}

void CompareChart::mouseMoveEvent(QMouseEvent *event)
{
    const QRectF area = plotArea();
    const double x = event->position().x();
    if (m_pressedAt && (m_isDragging || std::abs(x - *m_pressedAt) > dp(kDragSlop))) {
        m_isDragging = true;
        setCursor(Qt::ClosedHandCursor);
        const double by = (*m_pressedAt - x) / area.width() * (m_to - m_from);
        m_pressedAt = x;
        showRange(m_from + by, m_to + by);
        return;
    }
    setCursorAt(x < area.left() || x > area.right() ? std::nullopt : std::optional(valueX(x)));
}

void CompareChart::mouseReleaseEvent(QMouseEvent *event)
{
    unsetCursor();
    if (m_pressedAt && !m_isDragging) {
        setEmphasis(nearestLine(event->position()));
        Q_EMIT emphasisChanged(m_emphasis);
    }
    m_pressedAt = std::nullopt;
    m_isDragging = false;
}

void CompareChart::mouseDoubleClickEvent(QMouseEvent *) { showAll(); }

void CompareChart::wheelEvent(QWheelEvent *event)
{
    const auto options = wheelRequest(*event, valueX(event->position().x()), m_to - m_from);
    event->setAccepted(options.has_value());
    if (!options)
        return;
    if (options->kind == AxisOptions::Zoom)
        showRange(options->b - (options->b - m_from) * options->a, options->b + (m_to - options->b) * options->a);
    else
        showRange(m_from + options->a, m_to + options->a);
}

void CompareChart::leaveEvent(QEvent *)
{
    if (!m_isDragging)
        setCursorAt(std::nullopt);
}

void CompareChart::resizeEvent(QResizeEvent *) { makeDirty(); }

void CompareChart::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        makeDirty();
}

}  // namespace trainyard

#include "moc_comparechart.cpp"
