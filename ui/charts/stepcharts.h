// SPDX-License-Identifier: GPL-3.0-or-later
// The contents of the training charts, over steps or over time: the loss, the throughput, and every other series with its validation
// counterpart. Pure functions; ChartStack and SeriesCharts put the results into their panels.
#pragma once

#include "core/observe/trainlog/trainingcurve.h"
#include "ui/charts/chartpanel.h"
#include "ui/charts/curveview.h"
#include "ui/charts/stepclock.h"

#include <QHash>

#include <utility>

namespace trainyard {

// Values of the earlier attempts by the names of their series; "loss" and "val_loss" are what the charts call so.
using EarlierSeries = QHash<QString, TrainingSeries>;

struct StepChart {
    QString title, unit;
    struct Line {
        QString label;
        const TrainingSeries *series = nullptr;  // belongs to the curve; valid until it is cleared
        int colour = 0;
        const TrainingSeries *earlier = nullptr;  // of the earlier attempts, not empty: drawn behind the others, by step
    };
    QList<Line> lines;  // the training's first
    QString emptyWords;
    bool includesZero = false;
    bool saysLowest = true;  // names the lowest value and its step, where there is no cursor
    bool mayBeLogarithmic = false;
};

// The part of a training that is drawn.
struct CurveFrame {
    CurveView view;
    const StepClock *clock = nullptr;
    std::optional<std::pair<qint64, qint64>> stretch = {};  // of time; nullopt: all steps, or those whose time is known
    std::optional<std::pair<double, double>> steps = {};    // of all curves, so that they share one axis
    int pixels = 100;
    bool showsX = false;

    // Without any known time the axis can only show steps.
    bool isByTime() const { return view.axis == CurveAxis::Time && clock && !clock->isEmpty(); }
};

StepChart lossChart(const TrainingCurve &training, const EarlierSeries &earlier);
// The throughput unit that the log reports most often, or else event files: tokens, samples, images, words or operations per second. If
// neither does: the steps per second that the clock computed. nullopt: not known either.
std::optional<StepChart> throughputChart(const TrainingCurve &training, const StepClock &clock, const EarlierSeries &earlier);
// All series except loss and throughput, those common to every training first; at most 24 charts. Values of training, validation and test
// data of one quantity share a chart, also if their event files are in folders of their own.
QList<StepChart> furtherCharts(const TrainingCurve &training, const EarlierSeries &earlier);

PlotContent stepContent(const StepChart &chart, const CurveFrame &frame);
// The header for the cursor, at a step and, if known, a moment, or for the latest values.
ChartHead stepHead(const StepChart &chart, bool isByTime, std::optional<double> step, std::optional<qint64> moment = {});
QList<ValueColumn> stepColumns(const StepChart &chart, int rows);
// 2.3417, 5.0e-5, 12 345
QString stepValueText(double value);

}  // namespace trainyard
