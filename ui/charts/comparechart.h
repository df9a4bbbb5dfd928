// SPDX-License-Identifier: GPL-3.0-or-later
// One quantity of any number of runs on top of each other. The first six lines have colours and marks of their own, the others are grey
// with a band from their lowest to their highest value; the emphasised one is drawn over all. A cursor shows the values. Drag pans,
// Ctrl+wheel zooms, a double click shows everything. Keyboard: Left and Right move the cursor, Home and End go to the ends, Up and Down
// emphasise a line, Shift with the arrows or Page Up and Down pan, KeyFor zooms, Esc hides the cursor. Main thread. objectName:
// "compareChart".
#pragma once

#include "core/observe/report/chartscale.h"
#include "core/observe/report/overlaycurve.h"
#include "ui/charts/chartpanel.h"

#include <QImage>
#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

namespace trainyard {

class CurveRaster;

struct CompareLine {
    QString label;
    std::shared_ptr<const OverlayCurve> curve;     // null: not read yet, or this run has none
    std::shared_ptr<const OverlayCurve> smoothed;  // null: the curve itself is shown
    bool isShown = true;
};

struct CompareContent {
    QString title, unit;
    OverlayAxis axis = OverlayAxis::Step;
    QString amount;  // what OverlayAxis::Amount counts: "tokens"
    bool isLogarithmic = false;
    QString emptyWords;  // why no line has values
    QList<CompareLine> lines;
};

class CompareChart : public QWidget {
    Q_OBJECT
public:
    static constexpr int kToldApart = 6;

    explicit CompareChart(QWidget *parent = nullptr);
    ~CompareChart() override;

    void setContent(const CompareContent &content);  // what is in view stays, as long as axis and series do
    const CompareContent &content() const { return m_content; }
    void setEmphasis(int line);  // -1: none
    int emphasis() const { return m_emphasis; }
    std::optional<double> cursor() const { return m_cursor; }
    struct Reading {
        int line = 0;
        double value = 0;
    };
    QList<Reading> readings() const;  // of the shown lines at the cursor, or their last values; the highest first
    double from() const { return m_from; }
    double to() const { return m_to; }
    bool isZoomed() const;
    void showRange(double from, double to);
    void showAll();

    static QColor colourOf(const QWidget *widget, int line);
    static void paintMark(QPainter &painter, int line, const QPointF &at, double size);  // in the painter's pen and brush
    QString xText(double x) const;
    QList<ValueColumn> values(int most) const;  // of the shown lines in view; at most so many each

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void cursorChanged(std::optional<double> x);
    void emphasisChanged(int line);  // by the person
    void viewChanged();

protected:
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    struct Mark {
        int line = 0;
        QPointF at;
    };
    QRectF plotArea() const;
    double pixelX(double x) const;
    double pixelY(double y) const;  // of a value
    double valueX(double pixel) const;
    double scaled(double value) const;  // on the axis: its logarithm, if that is shown
    const OverlayCurve *shown(int line) const;
    std::optional<std::pair<double, double>> whole() const;
    void setCursorAt(std::optional<double> x);
    void fitScales();
    void makeDirty();
    void render();
    void speak();
    void paintGrid(QPainter &painter) const;
    void paintLabels(QPainter &painter) const;
    void paintCursor(QPainter &painter) const;
    int nearestLine(const QPointF &position) const;

    CompareContent m_content;
    double m_from = 0, m_to = 1;  // in view
    Scale m_x, m_y;
    int m_emphasis = -1;
    std::optional<double> m_cursor, m_pressedAt;
    bool m_isDragging = false, m_isDirty = true;
    std::unique_ptr<CurveRaster> m_raster;
    QImage m_curves;
    std::vector<Mark> m_marks;
};

}  // namespace trainyard
