// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/eventlane.h"

#include "core/base/format.h"

#include <QDateTime>
#include <QHash>
#include <QHelpEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace trainyard {
namespace {

constexpr int kRow = 22, kLabels = 18, kMark = 10;
constexpr double kBarHeight = 0.56;   // of a mark
constexpr qsizetype kMaxSaid = 8;     // events listed in the tooltip of one mark
constexpr qsizetype kMaxListed = 20;  // in its menu

QString momentText(const ChartEvent &event) { return QDateTime::fromMSecsSinceEpoch(event.ms).toString(QStringLiteral("HH:mm:ss")); }

}  // namespace

void paintEventMark(QPainter *painter, ChartEventKind kind, const QRectF &box, const Theme &theme)
{
    const QColor ink = theme.tone(toneOf(kind)).ink;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(ink, 1.5));
    painter->setBrush(theme.surface);
    const QPointF c = box.center();
    switch (kind) {
    case ChartEventKind::Checkpoint:
    case ChartEventKind::BadCheckpoint:
        painter->drawPolygon(QPolygonF({{c.x(), box.top()}, {box.right(), c.y()}, {c.x(), box.bottom()}, {box.left(), c.y()}}));
        break;
    case ChartEventKind::Alert:
        painter->drawPolygon(QPolygonF({{c.x(), box.top()}, {box.right(), box.bottom()}, {box.left(), box.bottom()}}));
        break;
    case ChartEventKind::Started:
        painter->setBrush(ink);
        painter->drawPolygon(QPolygonF({{box.left() + 1, box.top()}, {box.right(), c.y()}, {box.left() + 1, box.bottom()}}));
        break;
    case ChartEventKind::Stopped:
    case ChartEventKind::Ended:
        painter->setBrush(ink);
        painter->drawRect(box.adjusted(1.5, 1.5, -1.5, -1.5));
        break;
    case ChartEventKind::Failed:
        painter->setPen(QPen(ink, 2));
        painter->drawLine(box.topLeft(), box.bottomRight());
        painter->drawLine(box.topRight(), box.bottomLeft());
        break;
    case ChartEventKind::LinkLost:
        painter->setPen(Qt::NoPen);
        painter->setBrush(ink);
        painter->drawRoundedRect(QRectF(box.left(), c.y() - box.height() * 0.28, box.width(), box.height() * 0.56), 3, 3);
        break;
    case ChartEventKind::Note: painter->drawEllipse(c, box.width() * 0.3, box.width() * 0.3); break;
    }
    painter->restore();
}

EventLane::EventLane(QWidget *parent) : QWidget(parent)
{
    setFocusPolicy(Qt::NoFocus);
    setMouseTracking(true);
    setAccessibleName(tr("Events"));
    installPaintedLists();
}

QSize EventLane::sizeHint() const { return {dp(300), dp(kLabels) + (m_events.isEmpty() ? 0 : dp(kRow))}; }

void EventLane::setAxis(const Scale &x)
{
    m_x = x;
    update();
}

void EventLane::setEvents(const QList<ChartEvent> &events)
{
    if (events == m_events)
        return;
    const bool hadEvents = !m_events.isEmpty();
    m_events = events;
    if (hadEvents != !m_events.isEmpty())
        updateGeometry();
    setAccessibleDescription(spokenEvents(m_events));
    update();
}

void EventLane::setPresent(qint64 ms)
{
    if (m_present == ms)
        return;
    m_present = ms;
    if (std::any_of(m_events.begin(), m_events.end(), [](const ChartEvent &event) { return event.isOpen; }))
        update();
}

qint64 EventLane::endOf(const ChartEvent &event) const { return std::max(event.ms, event.isOpen ? m_present : event.untilMs); }

void EventLane::setCursorAt(std::optional<double> x)
{
    if (m_cursor == x)
        return;
    m_cursor = x;
    update();
}

void EventLane::setSelected(qsizetype event)
{
    m_selected = event;
    update();
}

void EventLane::setRightInset(int pixels)
{
    m_rightInset = pixels;
    update();
}

QRectF EventLane::area() const
{
    const int left = PlotChart::leftMargin();
    return QRectF(left, 0, std::max(1, width() - left - PlotChart::rightMargin() - m_rightInset), height());
}

double EventLane::xAt(double value) const { return area().left() + (value - m_x.low) / std::max(1.0, m_x.high - m_x.low) * area().width(); }

double EventLane::valueAt(double pixel) const { return m_x.low + (pixel - area().left()) / area().width() * (m_x.high - m_x.low); }

void EventLane::paintEvent(QPaintEvent *)
{
    const Theme theme = themeOf(this);
    QPainter painter(this);
    const QRectF room = area();
    painter.setFont(textFont(TextRole::Label));
    const QFontMetrics metrics = painter.fontMetrics();
    const int row = m_events.isEmpty() ? 0 : dp(kRow);
    painter.setPen(theme.text3);
    for (const ScaleTick &tick : std::as_const(m_x.ticks)) {
        const int x = int(std::round(xAt(tick.position))), half = metrics.horizontalAdvance(tick.label) / 2;
        if (x < room.left() || x > room.right() || x + half > width() || x - half < room.left() - dp(10))
            continue;
        painter.drawText(QRect(x - half - 2, row, 2 * half + 4, dp(kLabels)), Qt::AlignCenter, tick.label);
    }
    if (row == 0)
        return;
    // At the titles of the charts.
    const QRectF name(dp(12), 0, room.left() - dp(12) - dp(3), row);
    painter.drawText(name, Qt::AlignLeft | Qt::AlignVCenter, metrics.elidedText(tr("events"), Qt::ElideRight, int(name.width())));
    painter.setPen(theme.line);
    painter.drawLine(int(room.left()), row / 2, int(room.right()), row / 2);
    if (m_cursor && *m_cursor >= m_x.low && *m_cursor <= m_x.high) {
        painter.setPen(theme.text3);
        const int x = int(std::round(xAt(*m_cursor)));
        painter.drawLine(x, 0, x, row);
    }
    painter.setClipRect(room.adjusted(-dp(kMark), 0, dp(kMark), 0));
    const double side = dp(kMark);
    for (const Mark &mark : marks()) {
        QRectF symbol = mark.box;
        if (mark.box.width() > side && mark.kind != ChartEventKind::LinkLost) {
            const TonePair &tone = theme.tone(toneOf(mark.kind));
            const double high = side * kBarHeight;
            painter.setRenderHint(QPainter::Antialiasing);
            painter.setPen(tone.ink);
            painter.setBrush(tone.tint);
            const QRectF bar(mark.box.left() + side / 2, mark.box.center().y() - high / 2, mark.box.width() - side / 2, high);
            if (mark.isOpen) {
                painter.fillRect(bar, tone.tint);
                painter.drawLine(bar.topLeft(), bar.topRight());
                painter.drawLine(bar.bottomLeft(), bar.bottomRight());
            } else {
                painter.drawRoundedRect(bar, 3, 3);
            }
            painter.setRenderHint(QPainter::Antialiasing, false);
            symbol.setWidth(side);
        }
        paintEventMark(&painter, mark.kind, symbol, theme);
        painter.setFont(textFont(TextRole::Label));
        painter.setPen(theme.tone(toneOf(mark.kind)).ink);
        if (!mark.count.isEmpty())
            painter.drawText(QRectF(symbol.right() + 2, 0, metrics.horizontalAdvance(mark.count) + 2, row), Qt::AlignVCenter, mark.count);
        if (m_selected >= 0 && mark.events.contains(m_selected)) {
            painter.setRenderHint(QPainter::Antialiasing);
            painter.setPen(QPen(theme.accent, 2));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(mark.box.adjusted(-3, -3, 3, 3), 4, 4);
            painter.setRenderHint(QPainter::Antialiasing, false);
        }
    }
}

QList<EventLane::Mark> EventLane::marks() const
{
    QList<Mark> marks;
    if (m_events.isEmpty())
        return marks;
    const QRectF room = area();
    const double side = dp(kMark), top = (dp(kRow) - side) / 2;
    const QFontMetrics metrics(textFont(TextRole::Label));
    // The last mark of a kind, and where its painted area ends.
    struct Open {
        qsizetype mark = -1;
        double end = 0;
    };
    QHash<int, Open> open;
    for (qsizetype i = 0; i < m_events.size(); ++i) {
        const ChartEvent &event = m_events[i];
        // Near either end, a mark moves inwards: it must not cover the name of the row, nor be cut off.
        const double moment = xAt(double(event.ms)), least = room.left() + side / 2;
        const double x = std::clamp(moment, least, std::max(least, double(room.right())));
        const double end = std::max(x, xAt(double(endOf(event))));
        if (std::max(moment, xAt(double(endOf(event)))) < room.left() - 1 || moment > room.right() + side)
            continue;
        const bool lasts = end - x > side;
        Open &before = open[int(event.kind)];
        if (!lasts && before.mark >= 0 && x - side / 2 < before.end) {
            Mark &mark = marks[before.mark];
            mark.events.append(i);
            mark.count = formatCount(mark.events.size());
            before.end = mark.box.right() + 4 + metrics.horizontalAdvance(mark.count);
            continue;
        }
        Mark mark{event.kind, QRectF(x - side / 2, top, lasts ? end - x + side / 2 : side, side), {}, {i}, lasts && event.isOpen};
        before = {lasts ? -1 : marks.size(), mark.box.right()};
        marks.append(mark);
    }
    return marks;
}

QString EventLane::paintedName(int index) const
{
    return index < 0 || index >= m_events.size() ? QString() : eventSentence(m_events[index]);
}

QRect EventLane::paintedRect(int index) const
{
    for (const Mark &mark : marks()) {
        if (mark.events.contains(index))
            return mark.box.toAlignedRect();
    }
    return {};
}

qsizetype EventLane::eventAt(QPointF at) const
{
    if (m_events.isEmpty() || at.y() > dp(kRow))
        return -1;
    qsizetype best = -1;
    double nearest = dp(kMark);  // twice the half of a mark: a click target of adequate size
    for (qsizetype i = 0; i < m_events.size(); ++i) {
        const double left = xAt(double(m_events[i].ms));
        const double right = std::max(left, xAt(double(endOf(m_events[i]))));
        const double away = at.x() < left ? left - at.x() : at.x() > right ? at.x() - right : 0;
        if (away <= nearest) {
            nearest = away;
            best = i;
        }
    }
    return best;
}

QList<qsizetype> EventLane::cluster(qsizetype event) const
{
    for (const Mark &mark : marks()) {
        if (mark.events.contains(event))
            return mark.events;
    }
    return {};
}

void EventLane::openCluster(qsizetype event)
{
    const QList<qsizetype> events = cluster(event);
    if (events.isEmpty())
        return;
    auto *const menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("chartCluster"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addSection(wordOf(m_events[event].kind));
    for (const qsizetype one : events.mid(0, kMaxListed)) {
        QAction *const action = menu->addAction(
            QStringLiteral("%1  %2").arg(momentText(m_events[one]), QString(m_events[one].text).replace(u'&', QLatin1String("&&"))));
        // Others may have come before it by then.
        connect(action, &QAction::triggered, this, [this, chosen = m_events[one]] { Q_EMIT eventChosen(m_events.indexOf(chosen)); });
        if (one == event)
            menu->setActiveAction(action);
    }
    if (events.size() > kMaxListed)
        menu->addAction(tr("and %n more", nullptr, int(events.size() - kMaxListed)))->setEnabled(false);
    menu->addSeparator();
    const qint64 from = m_events[events.first()].ms, to = m_events[events.last()].ms;
    connect(menu->addAction(tr("Zoom in on them")), &QAction::triggered, this, [this, from, to] {
        const double beside = std::max(double(to - from) / 10, 1000.0);
        Q_EMIT axisRequested({AxisOptions::Span, double(from) - beside, double(to) + beside});
    });
    connect(menu->addAction(tr("Show in the log")), &QAction::triggered, this,
            [this, ms = m_events[event].ms] { Q_EMIT momentChosen(ms); });
    menu->popup(mapToGlobal(paintedRect(int(event)).bottomLeft()));
}

void EventLane::mousePressEvent(QMouseEvent *event)
{
    const qsizetype at = event->button() == Qt::LeftButton ? eventAt(event->position()) : -1;
    if (at < 0) {
        event->ignore();
        return;
    }
    Q_EMIT eventChosen(at);
    if (cluster(at).size() > 1)
        openCluster(at);
}

void EventLane::mouseMoveEvent(QMouseEvent *event)
{
    const double x = event->position().x();
    Q_EMIT cursorMoved(x < area().left() || x > area().right() ? std::nullopt : std::optional(valueAt(x)));
}

void EventLane::leaveEvent(QEvent *event)
{
    QWidget::leaveEvent(event);
    Q_EMIT cursorMoved(std::nullopt);
}

void EventLane::wheelEvent(QWheelEvent *event)
{
    const auto options = wheelRequest(*event, valueAt(event->position().x()), m_x.high - m_x.low);
    if (options)
        Q_EMIT axisRequested(*options);
    event->setAccepted(options.has_value());
}

bool EventLane::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto *const help = static_cast<QHelpEvent *>(event);
    const qsizetype at = eventAt(help->pos());
    if (at < 0) {
        QToolTip::hideText();
        return true;
    }
    QStringList lines;
    for (const Mark &mark : marks()) {
        if (!mark.events.contains(at))
            continue;
        for (const qsizetype one : mark.events.mid(0, kMaxSaid))
            lines << QStringLiteral("%1  %2").arg(momentText(m_events[one]), m_events[one].text.toHtmlEscaped());
        if (mark.events.size() > kMaxSaid)
            lines << tr("and %n more", nullptr, int(mark.events.size() - kMaxSaid));
    }
    QToolTip::showText(help->globalPos(), lines.join(QStringLiteral("<br>")), this);
    return true;
}

}  // namespace trainyard

#include "moc_eventlane.cpp"
