// SPDX-License-Identifier: GPL-3.0-or-later
// The row below the charts: the labels of the time axis and, above them, the events. An event with a duration is a bar with its mark at the
// beginning; one that is still going on has no right edge and reaches to the last sample. Marks of one kind that would overlap are merged
// into one with their count beside it, which opens as a menu of its events. Screen readers get every event separately. Main thread.
// objectName of the menu: "chartCluster".
#pragma once

#include "ui/charts/chartevent.h"
#include "ui/charts/plotchart.h"
#include "ui/common/paintedlist.h"

#include <QWidget>

namespace trainyard {

class EventLane : public QWidget, public PaintedList {
    Q_OBJECT
public:
    explicit EventLane(QWidget *parent = nullptr);

    void setAxis(const Scale &x);
    void setEvents(const QList<ChartEvent> &events);
    void setCursorAt(std::optional<double> x);
    void setSelected(qsizetype event);  // -1: none
    void setPresent(qint64 ms);         // of the last sample: events that are still going on are known to reach so far
    void setRightInset(int pixels);     // the scroll bar of the charts above
    // The events that share a mark with this one, itself included.
    QList<qsizetype> cluster(qsizetype event) const;
    void openCluster(qsizetype event);  // as a menu below its mark

    // Marks as they are painted, from left to right.
    struct Mark {
        ChartEventKind kind = ChartEventKind::Note;
        QRectF box;     // of the mark itself, or of the bar of an event with a duration
        QString count;  // beside the mark; empty: one event
        QList<qsizetype> events;
        bool isOpen = false;
    };
    QList<Mark> marks() const;

    int paintedCount() const override { return int(m_events.size()); }
    QString paintedName(int index) const override;
    QRect paintedRect(int index) const override;
    int paintedCurrent() const override { return int(m_selected); }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

Q_SIGNALS:
    void eventChosen(qsizetype event);
    void momentChosen(qint64 ms);               // show it in the log
    void cursorMoved(std::optional<double> x);  // by the pointer; nullopt: none
    void axisRequested(const trainyard::AxisOptions &options);

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    bool event(QEvent *event) override;

private:
    QRectF area() const;
    double xAt(double value) const;
    double valueAt(double pixel) const;
    qsizetype eventAt(QPointF at) const;
    qint64 endOf(const ChartEvent &event) const;

    Scale m_x;
    QList<ChartEvent> m_events;
    std::optional<double> m_cursor;
    qsizetype m_selected = -1;
    qint64 m_present = 0;
    int m_rightInset = 0;
};

// Paints the mark of an event. The shape alone identifies the kind, so the mark does not depend on its colour.
void paintEventMark(QPainter *painter, ChartEventKind kind, const QRectF &box, const Theme &theme);

}  // namespace trainyard
