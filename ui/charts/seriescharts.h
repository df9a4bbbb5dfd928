// SPDX-License-Identifier: GPL-3.0-or-later
// The charts of a training's series other than loss and throughput, below each other, with one cursor: one chart per series, drawn only
// while visible. objectName: "seriesCharts".
#pragma once

#include "ui/charts/chartpanel.h"
#include "ui/charts/stepcharts.h"

#include <QWidget>

namespace trainyard {

class SeriesCharts : public QWidget {
    Q_OBJECT
public:
    explicit SeriesCharts(const TrainingCurve &training, QWidget *parent = nullptr);

    void refresh();
    // The shared frame; each chart sets `pixels` and `showsX` itself. Takes effect at the next refresh().
    void setFrame(const CurveFrame &frame) { m_frame = frame; }
    void setEarlier(const EarlierSeries *earlier) { m_earlier = earlier; }  // must outlive this object
    void setCursorAt(std::optional<double> step, std::optional<qint64> moment);
    const QList<ChartPanel *> &panels() const { return m_panels; }
    QList<ValueColumn> columns(int rows) const;

Q_SIGNALS:
    void cursorMoved(std::optional<double> x);                  // by the pointer
    void axisRequested(const trainyard::AxisOptions &options);  // in the units of the axis

protected:
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    void draw();
    void showCursor(const StepChart &chart, ChartPanel *panel) const;

    QList<StepChart> charts() const;

    const TrainingCurve &m_training;
    const EarlierSeries *m_earlier = nullptr;
    QList<ChartPanel *> m_panels;
    CurveFrame m_frame;
    std::optional<double> m_step;
    std::optional<qint64> m_moment;
};

}  // namespace trainyard
