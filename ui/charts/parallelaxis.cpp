// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/parallelaxis.h"

#include "core/observe/report/chartscale.h"
#include "ui/common/plaintip.h"
#include "ui/theme/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace trainyard {

namespace {

constexpr int kTitleHeight = 34, kFoot = 12, kBrushWidth = 14, kTextWidth = 70;  // design pixels
constexpr int kSteps = 100;                                                      // of a slider
constexpr double kLeastStretch = 0.01;
constexpr int kMostTicks = 12;

}  // namespace

ParallelAxis::ParallelAxis(const RunVariable &variable, QWidget *parent)
    : QSlider(Qt::Vertical, parent), m_variable(variable), m_range(rangeOf(variable))
{
    setRange(0, kSteps);
    setValue(kSteps);
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setToolTip(plainTip(variable.title));
    tell();
}

int ParallelAxis::headHeight() { return dp(kTitleHeight); }
int ParallelAxis::textWidth() { return dp(kTextWidth); }

QRectF ParallelAxis::track() const
{
    return QRectF(width() / 2.0, dp(kTitleHeight), 0, std::max(10, height() - dp(kTitleHeight) - dp(kFoot)));
}

bool ParallelAxis::takes(qsizetype run) const
{
    if (!isBrushed())
        return true;
    const auto value = m_variable.values.value(run);
    const auto place = value ? m_range.place(*value) : std::nullopt;
    constexpr double kRounding = 1e-9;
    return place && *place >= m_from - kRounding && *place <= m_to + kRounding;
}

void ParallelAxis::setStretch(double from, double to)
{
    from = std::clamp(from, 0.0, 1.0);
    to = std::clamp(to, from, 1.0);
    if (from == m_from && to == m_to)
        return;
    m_from = from;
    m_to = to;
    setValue(int(std::lround(to * kSteps)));
    tell();
    update();
    Q_EMIT stretchChanged();
}

void ParallelAxis::setLeft(int left, int all)
{
    m_left = left;
    m_all = all;
    tell();
}

void ParallelAxis::tell()
{
    setAccessibleName(isBrushed() ? tr("%1, from %2 to %3")
                                        .arg(m_variable.title, variableText(m_variable, m_range.valueAt(m_from)),
                                             variableText(m_variable, m_range.valueAt(m_to)))
                                  : tr("%1, all values").arg(m_variable.title));
    setAccessibleDescription(tr("%1 of %n run(s) left. Arrows move the upper end, with Shift the lower one.", nullptr, m_all).arg(m_left));
}

double ParallelAxis::placeAt(double y) const
{
    const QRectF line = track();
    return std::clamp((line.bottom() - y) / line.height(), 0.0, 1.0);
}

void ParallelAxis::keyPressEvent(QKeyEvent *event)
{
    if (event->modifiers() & Qt::ControlModifier) {
        if (event->key() == Qt::Key_Left || event->key() == Qt::Key_Right)
            Q_EMIT moveRequested(event->key() == Qt::Key_Left ? -1 : 1);
        else
            event->ignore();
        return;
    }
    // From one category to the next; else in hundredths.
    const qsizetype categories = m_variable.categories.size();
    const double step = m_variable.kind == VariableKind::Category && categories > 1 ? 1.0 / double(categories - 1) : 1.0 / kSteps;
    const bool isLower = event->modifiers() & Qt::ShiftModifier;
    const auto by = [&](double change) {
        if (isLower)
            setStretch(std::min(m_from + change, m_to), m_to);
        else
            setStretch(m_from, std::max(m_to + change, m_from));
    };
    switch (event->key()) {
    case Qt::Key_Up: by(step); break;
    case Qt::Key_Down: by(-step); break;
    case Qt::Key_PageUp: by(10 * step); break;
    case Qt::Key_PageDown: by(-10 * step); break;
    case Qt::Key_Home:
    case Qt::Key_End:
    case Qt::Key_Delete: setStretch(0, 1); break;
    default: event->ignore();
    }
}

void ParallelAxis::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton) {
        event->ignore();
        return;
    }
    setFocus(Qt::MouseFocusReason);
    m_hasMoved = false;
    m_isTitleDragged = event->position().y() < dp(kTitleHeight) - dp(6);
    m_isBrushing = !m_isTitleDragged;
    m_pressed = placeAt(event->position().y());
}

void ParallelAxis::mouseMoveEvent(QMouseEvent *event)
{
    if (m_isTitleDragged) {
        m_hasMoved = true;
        setCursor(Qt::ClosedHandCursor);
        Q_EMIT dragged(mapToParent(event->position().toPoint()));
    } else if (m_isBrushing) {
        const double here = placeAt(event->position().y());
        if (m_hasMoved || std::abs(here - m_pressed) > kLeastStretch) {
            m_hasMoved = true;
            setStretch(std::min(here, m_pressed), std::max(here, m_pressed));
        }
    } else {
        setCursor(event->position().y() < dp(kTitleHeight) - dp(6) ? Qt::OpenHandCursor : Qt::SizeVerCursor);
    }
}

void ParallelAxis::mouseReleaseEvent(QMouseEvent *)
{
    unsetCursor();
    if (m_isTitleDragged && m_hasMoved)
        Q_EMIT dropped();
    else if (m_isBrushing && !m_hasMoved)
        setStretch(0, 1);
    m_isTitleDragged = m_isBrushing = false;
}

// The page scrolls.
void ParallelAxis::wheelEvent(QWheelEvent *event) { event->ignore(); }

void ParallelAxis::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme theme = themeOf(this);
    const QRectF line = track();
    const double x = line.left();
    painter.setFont(textFont(TextRole::Small));
    painter.setPen(m_variable.isResult ? theme.text1 : theme.text2);
    painter.drawText(QRectF(2, 0, width() - 4, dp(20)), Qt::AlignHCenter | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(m_variable.title, Qt::ElideMiddle, width() - 4));
    painter.setPen(QPen(theme.control, 1));
    painter.drawLine(QPointF(x, line.top()), QPointF(x, line.bottom()));
    if (isBrushed() || hasFocus()) {
        const double top = line.bottom() - m_to * line.height(), bottom = line.bottom() - m_from * line.height();
        const QRectF brush(x - dp(kBrushWidth) / 2.0, top, dp(kBrushWidth), std::max(2.0, bottom - top));
        QColor fill = theme.accent;
        fill.setAlphaF(isBrushed() ? 0.22f : 0.08f);
        painter.setBrush(fill);
        painter.setPen(QPen(theme.accent, hasFocus() ? 1.5 : 1));
        painter.drawRoundedRect(brush, dp(3), dp(3));
    }
    // The values beside the axis, so that lines do not run through them.
    painter.setFont(textFont(TextRole::Label));
    QList<ScaleTick> ticks;
    if (m_variable.kind == VariableKind::Category) {
        const qsizetype count = m_variable.categories.size(), every = count / kMostTicks + 1;
        for (qsizetype i = 0; i < count; i += every)
            ticks << ScaleTick{double(i), m_variable.categories[i]};
    } else if (m_range.low == m_range.high) {
        ticks << ScaleTick{m_range.low, variableText(m_variable, m_range.low)};
    } else {
        ticks << ScaleTick{m_range.low, variableText(m_variable, m_range.low)}
              << ScaleTick{m_range.high, variableText(m_variable, m_range.high)};
        const Scale scale = m_range.isLogarithmic ? logScale(m_range.low, m_range.high, 4) : niceScale(m_range.low, m_range.high, 4, false);
        for (const ScaleTick &tick : scale.ticks) {
            const double value = m_range.isLogarithmic ? std::pow(10, tick.position) : tick.position;
            const auto place = m_range.place(value);
            if (place && *place > 0.08 && *place < 0.92)
                ticks << ScaleTick{value, variableText(m_variable, value)};
        }
    }
    const QFontMetrics metrics = painter.fontMetrics();
    for (const ScaleTick &tick : std::as_const(ticks)) {
        const double y = line.bottom() - m_range.place(tick.position).value_or(0) * line.height();
        const QString text = metrics.elidedText(tick.label, Qt::ElideRight, int(width() - x) - dp(9));
        const QRectF box(x + dp(7), y - dp(8), metrics.horizontalAdvance(text) + dp(4), dp(16));
        QColor back = theme.surface;
        back.setAlphaF(0.8f);
        painter.fillRect(box, back);
        painter.setPen(theme.line2);
        painter.drawLine(QPointF(x - dp(3), y), QPointF(x + dp(3), y));
        painter.setPen(theme.text2);
        painter.drawText(box.adjusted(dp(2), 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, text);
    }
    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.accent, 1));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1.5, 0.5, -1.5, -0.5), dp(5), dp(5));
    }
}

}  // namespace trainyard

#include "moc_parallelaxis.cpp"
