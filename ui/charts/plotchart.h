// SPDX-License-Identifier: GPL-3.0-or-later
// One plot: lines with bands, thresholds, gaps and a cursor over one horizontal axis. The caller decimates the lines to a few points per
// pixel. QtCharts draws them while there are few points: it strokes the outline of every line for its hit tests, which takes twenty times
// as long as drawing it. Dense lines are therefore drawn here, with the same pen. Everything else is painted around them. A line never
// crosses a gap. Only what changed is repainted: for an active run, the right end.
#pragma once

#include "core/observe/report/chartscale.h"
#include "ui/theme/theme.h"

#include <QChartView>
#include <QList>
#include <QPointF>

#include <optional>

class QLineSeries;
class QValueAxis;

namespace trainyard {

struct PlotFrame;

struct PlotLine {
    QString label;
    int series = 0;                      // colour: index into Theme::series
    QList<QPointF> points;               // by x
    bool isFaint = false;                // 28 %: the raw values under a smoothed line; dashed 55 %: earlier values
    QList<QPointF> low = {}, high = {};  // the band around it; same x, may be empty
    bool isDashed = false;
    double joinWithin = 0;  // points further apart are not joined; 0: all are
};

struct PlotGap {
    double from = 0, to = 0;
    QString words;  // "no samples 6 min"
    bool operator==(const PlotGap &) const = default;
};

struct PlotThreshold {
    double y = 0;
    QString words;  // label of the threshold: "limit 700 W"
    Tone tone = Tone::Bad;
    bool isUsual = false;  // a customary warning level, used when no threshold is set
    bool operator==(const PlotThreshold &) const = default;
};

struct PlotContent {
    QList<PlotLine> lines;
    QList<PlotGap> gaps;
    QList<PlotThreshold> thresholds;
    Scale x, y;
    bool showsX = false;  // labels under the plot
    QString emptyWords;   // shown when no line has a point
};

// The change of the horizontal axis that a pointer gesture requests, in units of the axis.
struct AxisOptions {
    enum Kind { Pan, Zoom, Span, Back } kind = Pan;
    double a = 0, b = 0;  // Pan: by a. Zoom: factor a around b. Span: from a to b
};

class PlotChart : public QChartView {
    Q_OBJECT
public:
    explicit PlotChart(QWidget *parent = nullptr);

    void setContent(const PlotContent &content);
    const PlotContent &content() const { return m_content; }
    void setCursorAt(std::optional<double> x);
    int plotWidth() const;  // width for which points are worth keeping

    static int leftMargin();
    static int rightMargin();

Q_SIGNALS:
    void cursorMoved(std::optional<double> x);  // by the pointer; nullopt: none
    // Drag pans; Shift+drag selects a span; Ctrl+wheel zooms; Shift+wheel (or a sideways wheel) pans; a double click resets.
    void axisRequested(const trainyard::AxisOptions &options);
    void pressed();

protected:
    void drawBackground(QPainter *painter, const QRectF &rect) override;
    void drawForeground(QPainter *painter, const QRectF &rect) override;
    void resizeEvent(QResizeEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void changeEvent(QEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override { event->ignore(); }
    void keyPressEvent(QKeyEvent *event) override { event->ignore(); }

private:
    QRectF plotArea() const;
    PlotFrame frame() const;
    double xAt(double value) const;
    double yAt(double value) const;
    double valueAt(double pixel) const;
    void applyContent();
    void applySeries(const Theme &theme);
    std::optional<double> firstChange(const PlotContent &before) const;
    void paintGaps(QPainter *painter, const Theme &theme) const;
    void paintThresholds(QPainter *painter, const Theme &theme) const;
    QLineSeries *lineSeries(qsizetype at);

    PlotContent m_content;
    bool m_isDense = false;  // too many points for QtCharts
    std::optional<double> m_cursor, m_pressedAt, m_spanFrom;
    double m_spanTo = 0;
    QChart *m_chart;
    QValueAxis *m_xAxis, *m_yAxis;
    QList<QLineSeries *> m_series;
};

// The request for a wheel turn with these modifiers; nullopt: the event is for another widget.
std::optional<AxisOptions> wheelRequest(const QWheelEvent &event, double at, double span);
// 45° hatching, clipped to the box.
void paintHatching(QPainter *painter, const QRectF &box, const QColor &ink);

}  // namespace trainyard
