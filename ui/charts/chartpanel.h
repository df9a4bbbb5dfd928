// SPDX-License-Identifier: GPL-3.0-or-later
// A chart with the line above it: title, unit and keys on the left, context and current value on the right. The chart
// is a plot of lines or a raster of many GPUs.
#pragma once

#include "ui/charts/gpuraster.h"
#include "ui/charts/plotchart.h"

#include <QWidget>

namespace trainyard {

struct ChartHead {
    QString title, unit;
    QString context, value;  // on the right; a word where there is no value
    bool isSimulated = false;
    QStringList keyValues;  // beside the keys of the labelled lines, in the same order; may be empty
};

// The values of one chart line, for tables and files.
struct ValueColumn {
    QString title;  // "GPU power GPU 3"
    QString unit;
    QList<QPointF> points;  // by x
};

class ChartPanel : public QWidget {
    Q_OBJECT
public:
    explicit ChartPanel(QWidget *parent = nullptr);

    void setHead(const ChartHead &head);
    void setContent(const PlotContent &content);
    void setContent(const RasterContent &content);
    void setCursorAt(std::optional<double> x);
    void setCellValues(const QStringList &values) { m_raster->setValues(values); }  // for a raster, in the order of its cells
    void setCurrent(bool isCurrent);                                                // the chart that keys and menus apply to

    PlotChart *plot() const { return m_plot; }
    GpuRaster *raster() const { return m_raster; }
    bool isRaster() const { return m_isRaster; }
    int plotWidth() const { return width() - PlotChart::leftMargin() - PlotChart::rightMargin(); }  // also while hidden
    const PlotContent &content() const { return m_plot->content(); }
    const ChartHead &head() const { return m_head; }
    QList<ValueColumn> columns() const;

    static int headHeight();

Q_SIGNALS:
    void widthChanged();  // the content was drawn for another width

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    ChartHead m_head;
    PlotChart *m_plot;
    GpuRaster *m_raster;
    bool m_isRaster = false, m_isCurrent = false;
};

}  // namespace trainyard
