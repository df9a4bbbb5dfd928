// What the charts over steps show: the loss, and every other series of a training with its twin on held-out data. Pure
// functions; ChartStack and SeriesCharts put the results into their panels.
#pragma once

#include "ui/charts/chartpanel.h"
#include "core/training/trainingcurve.h"

namespace trainyard {

struct StepChart {
    QString title, unit;
    struct Line {
        QString label;
        const TrainingSeries *series = nullptr;      // of the curve, until it is cleared
        int colour = 0;
    };
    QList<Line> lines;           // the training's first
    QString emptyWords;
};

StepChart lossChart(const TrainingCurve &training);
// All series but the loss, those that every training has first; at most 24 charts.
QList<StepChart> furtherCharts(const TrainingCurve &training);

PlotContent stepContent(const StepChart &chart, int pixels, bool showsX);
// For the step of the cursor or the latest one.
ChartHead stepHead(const StepChart &chart, std::optional<double> cursor);
QList<ValueColumn> stepColumns(const StepChart &chart, int rows);
// 2.3417, 5.0e-5, 12 345
QString stepValueText(double value);

}  // namespace trainyard
