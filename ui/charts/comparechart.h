// SPDX-License-Identifier: GPL-3.0-or-later
// One quantity of several runs on top of each other: a line each in the fixed order of series colours, dashed from the fifth on, labelled
// at its end, and a cursor that shows all values. Keyboard: Left and Right move the cursor, Home and End go to the ends, Esc hides it. Main
// thread. objectName: "compareChart".
#pragma once

#include "core/observe/report/chartscale.h"
#include "core/observe/report/overlay.h"

#include <QWidget>

#include <optional>

class QPen;

class QPainter;

namespace trainyard {

struct CompareLine {
    QString label;
    QList<QPointF> points;  // by x; empty: this run has none
};

struct CompareContent {
    QString title, unit;
    OverlayAxis axis = OverlayAxis::Step;
    QList<CompareLine> lines;  // at most six
};

class CompareChart : public QWidget {
    Q_OBJECT
public:
    explicit CompareChart(QWidget *parent = nullptr);

    void setContent(const CompareContent &content);
    const CompareContent &content() const { return m_content; }
    std::optional<double> cursor() const { return m_cursor; }
    int plotWidth() const;

    // The value nearest to x; nullopt beyond the ends of the line.
    static std::optional<double> valueAt(const QList<QPointF> &points, double x);
    static QPen penOf(const QWidget *widget, int line);
    QString xText(double x) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void cursorChanged(std::optional<double> x);

protected:
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;

private:
    QRectF plotArea() const;
    double pixelX(double x) const;
    double pixelY(double y) const;
    void setCursorAt(std::optional<double> x);
    void paintGrid(QPainter &painter) const;
    void paintLines(QPainter &painter) const;
    void paintLabels(QPainter &painter) const;
    void paintCursor(QPainter &painter) const;

    CompareContent m_content;
    Scale m_x, m_y;
    std::optional<double> m_cursor;
};

}  // namespace trainyard
