// One plot: lines, a band, gaps and a cursor over one horizontal axis. QtCharts draws the lines, decimated by the
// caller to a few points a pixel; grid, labels, gaps and cursor are painted around them. A line never crosses a gap.
#pragma once

#include "ui/run/chartscale.h"

#include <QChartView>
#include <QList>
#include <QPointF>

#include <optional>

class QAreaSeries;
class QLineSeries;
class QValueAxis;

namespace trainyard {

struct PlotLine {
    QString label;
    int series = 0;              // colour: index into Theme::series
    QList<QPointF> points;       // by x
    bool isFaint = false;        // 28 %: the raw values under a smoothed line
};

struct PlotGap {
    double from = 0, to = 0;
    QString words;               // "no samples 6 min"
};

struct PlotContent {
    QList<PlotLine> lines;
    QList<QPointF> bandLow, bandHigh;    // same x; in the colour of the first line
    QList<PlotGap> gaps;
    Scale x, y;
    bool showsX = false;                 // labels under the plot
    QString emptyWords;                  // shown when no line has a point
};

class PlotChart : public QChartView {
    Q_OBJECT
public:
    explicit PlotChart(QWidget *parent = nullptr);

    void setContent(const PlotContent &content);
    void setCursorAt(std::optional<double> x);
    int plotWidth() const;               // pixels that points are worth being kept for

    static int leftMargin();
    static int rightMargin();

Q_SIGNALS:
    void cursorMoved(std::optional<double> x);      // by the pointer

protected:
    void drawBackground(QPainter *painter, const QRectF &rect) override;
    void drawForeground(QPainter *painter, const QRectF &rect) override;
    void resizeEvent(QResizeEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void changeEvent(QEvent *event) override;
    void wheelEvent(QWheelEvent *event) override { event->ignore(); }
    void keyPressEvent(QKeyEvent *event) override { event->ignore(); }

private:
    QRectF plotArea() const;
    double xAt(double value) const;
    double yAt(double value) const;
    void applyContent();
    QLineSeries *lineSeries(qsizetype at);

    PlotContent m_content;
    std::optional<double> m_cursor;
    QChart *m_chart;
    QValueAxis *m_xAxis, *m_yAxis;
    QList<QLineSeries *> m_series;
    QAreaSeries *m_band;
    QLineSeries *m_bandLow, *m_bandHigh;
};

}  // namespace trainyard
