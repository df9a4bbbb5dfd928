// SPDX-License-Identifier: GPL-3.0-or-later
// One axis of parallel coordinates: a slider with two ends that selects a stretch of it. Up, Down, Page Up and Page Down move the upper end,
// with Shift the lower one; Home and End take the whole axis, Delete clears, Ctrl+Left and Ctrl+Right move the axis among the others. By
// mouse: dragging along it selects a stretch, a click clears, its title is dragged to reorder. objectName: "parallelAxis<N>".
#pragma once

#include "core/observe/report/runvariables.h"

#include <QSlider>

namespace trainyard {

class ParallelAxis : public QSlider {
    Q_OBJECT
public:
    explicit ParallelAxis(const RunVariable &variable, QWidget *parent = nullptr);

    const RunVariable &variable() const { return m_variable; }
    const VariableRange &range() const { return m_range; }
    double from() const { return m_from; }  // of the selected stretch, 0 (bottom) to 1
    double to() const { return m_to; }
    bool isBrushed() const { return m_from > 0 || m_to < 1; }
    bool takes(qsizetype run) const;  // its value is in the stretch
    void setStretch(double from, double to);
    // For the name that is spoken: how many runs all axes together leave.
    void setLeft(int left, int all);

    static int headHeight();  // for the title
    static int textWidth();   // a stretch of the axis has values beside it
    QRectF track() const;     // in this widget's coordinates
    QPoint centre() const { return {width() / 2, 0}; }

Q_SIGNALS:
    void stretchChanged();
    void moveRequested(int by);            // among the axes
    void dragged(const QPoint &position);  // of the title, in the parent's coordinates
    void dropped();

protected:
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;

private:
    double placeAt(double y) const;
    void tell();

    RunVariable m_variable;
    VariableRange m_range;
    double m_from = 0, m_to = 1, m_pressed = 0;
    bool m_isTitleDragged = false, m_isBrushing = false, m_hasMoved = false;
    int m_left = 0, m_all = 0;
};

}  // namespace trainyard
