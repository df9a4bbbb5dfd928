// The charts of a training's series other than its loss, below each other, with one cursor at a step. As many as there
// are series; drawn only while they are seen. objectName: "seriesCharts".
#pragma once

#include "ui/charts/chartpanel.h"
#include "core/training/trainingcurve.h"

#include <QWidget>

namespace trainyard {

class SeriesCharts : public QWidget {
    Q_OBJECT
public:
    explicit SeriesCharts(const TrainingCurve &training, QWidget *parent = nullptr);

    void refresh();
    void setCursorAt(std::optional<double> step);
    const QList<ChartPanel *> &panels() const { return m_panels; }
    QList<ValueColumn> columns(int rows) const;

Q_SIGNALS:
    void cursorMoved(std::optional<double> step);      // by the pointer

protected:
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    void draw();

    const TrainingCurve &m_training;
    QList<ChartPanel *> m_panels;
    std::optional<double> m_cursor;
};

}  // namespace trainyard
