// The foot of the charts: the labels of the time axis and, above them, what happened when. Main thread.
#pragma once

#include "ui/charts/chartevent.h"
#include "ui/charts/plotchart.h"

#include <QWidget>

namespace trainyard {

class EventLane : public QWidget {
    Q_OBJECT
public:
    explicit EventLane(QWidget *parent = nullptr);

    void setAxis(const Scale &x);
    void setEvents(const QList<ChartEvent> &events);
    void setCursorAt(std::optional<double> x);
    void setSelected(qsizetype event);          // -1: none
    void setRightInset(int pixels);             // the scroll bar of the charts above

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

Q_SIGNALS:
    void eventChosen(qsizetype event);
    void axisWished(const trainyard::AxisWish &wish);

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    bool event(QEvent *event) override;

private:
    QRectF area() const;
    double xAt(double value) const;
    double valueAt(double pixel) const;
    qsizetype eventAt(QPointF at) const;

    Scale m_x;
    QList<ChartEvent> m_events;
    std::optional<double> m_cursor;
    qsizetype m_selected = -1;
    int m_rightInset = 0;
};

// The mark of an event: its shape says its kind, so that its colour need not.
void paintEventMark(QPainter *painter, ChartEventKind kind, const QRectF &box, const Theme &theme);

}  // namespace trainyard
