// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chartstack.h"

#include "ui/charts/charttable.h"
#include "ui/charts/eventlane.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QScrollArea>

#include <algorithm>

namespace trainyard {
namespace {

constexpr double kKeyPan = 0.2, kKeyZoom = 0.6;
constexpr double kCursorSteps = 200;  // cursor steps from one side to the other

}  // namespace

void ChartStack::chooseMoment()
{
    if (const auto moment = cursorMoment())
        Q_EMIT momentChosen(*moment);
}

void ChartStack::goToEvent(qsizetype event)
{
    if (event < 0 || event >= m_events.size())
        return;
    m_event = event;
    m_lane->setSelected(event);
    setTableShown(false);
    showMoment(m_events[event].ms);
}

bool ChartStack::stepEvent(int direction)
{
    const qint64 here = cursorMoment().value_or(direction > 0 ? m_view.from() - 1 : m_view.to() + 1);
    const qsizetype at = direction > 0 ? nextEvent(m_events, here) : previousEvent(m_events, here);
    goToEvent(at);
    return at >= 0;
}

void ChartStack::moveCursorBy(int direction)
{
    if (m_metrics.count() > 0) {
        const double step = std::max(1000.0, double(m_view.span()) / kCursorSteps);
        const double from = m_timeCursor.value_or(std::min(double(m_metrics.lastTime()), double(m_view.to())));
        setCursorMoment(qint64(std::clamp(from + direction * step, double(m_view.from()), double(m_view.to()))));
    } else if (!m_training.isEmpty()) {
        const double first = m_training.firstX(), last = m_training.lastX();
        moveCursor(true, std::clamp(m_stepCursor.value_or(last) + direction * std::max(1.0, (last - first) / kCursorSteps), first, last));
        speak();
    }
}

bool ChartStack::navigate(int key, Qt::KeyboardModifiers modifiers)
{
    const bool hasShift = modifiers & Qt::ShiftModifier, hasControl = modifiers & Qt::ControlModifier;
    const int direction = key == Qt::Key_Left || key == Qt::Key_P || key == Qt::Key_PageUp ? -1 : 1;
    const auto span = double(m_view.span());
    const auto middle = m_timeCursor && *m_timeCursor >= double(m_view.from()) && *m_timeCursor <= double(m_view.to())
                            ? *m_timeCursor
                            : double(m_view.from()) + span / 2;
    switch (key) {
    case Qt::Key_Left:
    case Qt::Key_Right:
        if (hasControl) {
            stepEvent(direction);
        } else if (hasShift) {
            applyRequest({AxisOptions::Pan, direction * kKeyPan * span, 0});
        } else {
            moveCursorBy(direction);
        }
        return true;
    case Qt::Key_X: {
        CurveView view = m_curveView;
        view.axis = view.axis == CurveAxis::Step && canShowByTime() ? CurveAxis::Time : CurveAxis::Step;
        setCurveView(view);
        return true;
    }
    case Qt::Key_BracketLeft:
    case Qt::Key_BracketRight: {
        CurveView view = m_curveView;
        view.smoothing = std::clamp(view.smoothing + (key == Qt::Key_BracketLeft ? -1 : 1), 0, CurveView::kMaxSmoothing);
        setCurveView(view);
        return true;
    }
    case Qt::Key_L: {
        CurveView view = m_curveView;
        view.isLogarithmic = !view.isLogarithmic;
        setCurveView(view);
        return true;
    }
    case Qt::Key_N:
    case Qt::Key_P: stepEvent(direction); return true;
    case Qt::Key_Home:
    case Qt::Key_End:
        if (hasShift) {
            key == Qt::Key_Home ? m_view.toStart() : m_view.toPresent();
            applyRequest({AxisOptions::Pan, 0, 0});
        } else if (m_metrics.count() > 0) {
            setCursorMoment(key == Qt::Key_Home ? std::max(m_view.from(), m_metrics.firstTime())
                                                : std::min(m_view.to(), m_metrics.lastTime()));
        } else if (!m_training.isEmpty()) {
            moveCursor(true, key == Qt::Key_Home ? m_training.firstX() : m_training.lastX());
            speak();
        }
        return true;
    case Qt::Key_PageUp:
    case Qt::Key_PageDown: applyRequest({AxisOptions::Pan, direction * span, 0}); return true;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        applyRequest({AxisOptions::Zoom, kKeyZoom, m_timeCursor || !m_view.isFollowing() ? middle : double(m_view.to())});
        return true;
    case Qt::Key_Minus: applyRequest({AxisOptions::Zoom, 1 / kKeyZoom, middle}); return true;
    case Qt::Key_0: applyRequest({AxisOptions::Back, 0, 0}); return true;
    case Qt::Key_Up:
    case Qt::Key_Down:
        setCurrentPanel(m_current + (key == Qt::Key_Up ? -1 : 1));
        if (!m_panels.isEmpty())
            m_scroll->ensureWidgetVisible(m_panels[m_current]);
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_event >= 0 && cursorMoment() == m_events.value(m_event).ms && m_lane->cluster(m_event).size() > 1)
            m_lane->openCluster(m_event);
        else
            chooseMoment();
        return true;
    default: return false;
    }
}

void ChartStack::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_T && !(event->modifiers() & Qt::ControlModifier)) {
        setTableShown(!isTableShown());
    } else if (event->key() == Qt::Key_Escape && isTableShown()) {
        setTableShown(false);
    } else if (event->key() == Qt::Key_Escape && (m_timeCursor || m_stepCursor)) {
        m_event = -1;
        m_lane->setSelected(-1);
        setCursorMoment(std::nullopt);
    } else if (isTableShown() || !navigate(event->key(), event->modifiers())) {
        QStackedWidget::keyPressEvent(event);
    }
}

void ChartStack::contextMenuEvent(QContextMenuEvent *event)
{
    if (event->reason() == QContextMenuEvent::Mouse) {
        for (qsizetype i = 0; i < m_panels.size(); ++i) {
            if (m_panels[i]->rect().contains(m_panels[i]->mapFromGlobal(event->globalPos())))
                setCurrentPanel(i);
        }
        Q_EMIT menuRequested(event->globalPos());
    } else if (!m_panels.isEmpty()) {
        Q_EMIT menuRequested(m_panels[m_current]->mapToGlobal(QPoint(dp(14), ChartPanel::headHeight())));
    }
}

void ChartStack::focusInEvent(QFocusEvent *event)
{
    QStackedWidget::focusInEvent(event);
    setCurrentPanel(m_current);
}

void ChartStack::focusOutEvent(QFocusEvent *event)
{
    QStackedWidget::focusOutEvent(event);
    setCurrentPanel(m_current);
}

}  // namespace trainyard
