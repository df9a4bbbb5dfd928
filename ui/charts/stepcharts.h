// SPDX-License-Identifier: GPL-3.0-or-later
// What the curves of a training show, over its steps or over time: the loss, how much it gets through, and every other
// series with its twin on held-out data. Pure functions; ChartStack and SeriesCharts put the results into their panels.
#pragma once

#include "core/observe/trainlog/trainingcurve.h"
#include "ui/charts/chartpanel.h"
#include "ui/charts/curveview.h"
#include "ui/charts/stepclock.h"

#include <utility>

namespace trainyard {

struct StepChart {
    QString title, unit;
    struct Line {
        QString label;
        const TrainingSeries *series = nullptr;  // of the curve, until it is cleared
        int colour = 0;
    };
    QList<Line> lines;  // the training's first
    QString emptyWords;
    bool includesZero = false;
    bool saysLowest = true;  // and at which step, where there is no cursor
    bool mayBeLogarithmic = false;
    const TrainingSeries *earlier = nullptr;  // what the attempts before said, not empty: behind the others, by step
};

// The part of a training that is drawn.
struct CurveFrame {
    CurveView view;
    const StepClock *clock = nullptr;
    std::optional<std::pair<qint64, qint64>> stretch = {};  // of time; nullopt: all steps, or those whose time is known
    std::optional<std::pair<double, double>> steps = {};    // of all curves, so that they lie over each other
    int pixels = 100;
    bool showsX = false;

    // Without any known time there are only steps.
    bool isByTime() const { return view.axis == CurveAxis::Time && clock && !clock->isEmpty(); }
};

StepChart lossChart(const TrainingCurve &training, const TrainingSeries &earlier);
// What the log says most of: tokens, samples, images, words or operations in a second. nullopt: none of them.
std::optional<StepChart> throughputChart(const TrainingCurve &training);
// All series but the loss and that one, those that every training has first; at most 24 charts.
QList<StepChart> furtherCharts(const TrainingCurve &training);

PlotContent stepContent(const StepChart &chart, const CurveFrame &frame);
// For the cursor, at a step and, if known, a moment, or for the latest values.
ChartHead stepHead(const StepChart &chart, bool isByTime, std::optional<double> step, std::optional<qint64> moment = {});
QList<ValueColumn> stepColumns(const StepChart &chart, int rows);
// 2.3417, 5.0e-5, 12 345
QString stepValueText(double value);

}  // namespace trainyard
