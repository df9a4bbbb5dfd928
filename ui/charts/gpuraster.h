// SPDX-License-Identifier: GPL-3.0-or-later
// One metric of many GPUs in one picture: one small plot or one strip of colours per GPU, over the shared time axis. It is painted column
// by column into an image at device resolution, so that 64 GPUs over a day are cheap; the labels around the plots are repainted only when
// they change.
#pragma once

#include "core/observe/metrics/runmetrics.h"
#include "ui/charts/plotchart.h"

#include <QImage>
#include <QWidget>

namespace trainyard {

struct RasterCell {
    QString label;          // "12"
    QString value;          // "96 %"
    bool isOthers = false;  // not used by the run: drawn grey
    DecimatedLine line;
};

struct RasterContent {
    enum Kind { Small, Heat } kind = Small;
    QList<RasterCell> cells;
    QList<PlotGap> gaps;
    Scale x, y;  // y of every small plot; its high end is the full colour of a strip
    int series = 0;
    double joinWithin = 0;  // as in PlotLine
    double silentTo = 0;    // x: missing samples are hatched up to here; later ones may still arrive
    QString emptyWords;
};

class GpuRaster : public QWidget {
    Q_OBJECT
public:
    explicit GpuRaster(QWidget *parent = nullptr);

    void setContent(const RasterContent &content);
    const RasterContent &content() const { return m_content; }
    void setValues(const QStringList &values);  // beside the labels of small plots: at the cursor, or the latest values
    void setCursorAt(std::optional<double> x);
    // Device pixels across a small plot, for this many cells and this widget width.
    int smallWidth(qsizetype cells, int width) const;
    // Draws the current content and returns the image that paintEvent shows.
    const QImage &image();

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {dp(200), sizeHint().height()}; }

Q_SIGNALS:
    void cursorMoved(std::optional<double> x);
    void axisRequested(const trainyard::AxisOptions &options);
    void gpuPicked(int cell);
    void pressed();

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    bool event(QEvent *event) override;

private:
    struct Columns {
        std::vector<float> low, mean, high;
    };

    static int columnsOfGrid(qsizetype cells, int width);
    QRectF box(qsizetype cell) const;  // of the plot or strip, in widget pixels
    int cellAt(QPointF at) const;
    double valueAt(QPointF at, int cell) const;
    Columns columnsOf(const RasterCell &cell, int width) const;
    void drawSmall(const Columns &columns, const QRect &box, const Theme &theme, const QColor &ink, int silentTo);
    void drawHeat(const Columns &columns, const QRect &box, const Theme &theme, bool isOthers, int silentTo);
    void drawWords(const Theme &theme);

    RasterContent m_content;
    QImage m_image;
    bool m_isStale = true, m_areWordsStale = true;
    std::optional<double> m_cursor;
    std::optional<QPointF> m_pressedAt;
    bool m_isDragged = false;
};

}  // namespace trainyard
