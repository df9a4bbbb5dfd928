// SPDX-License-Identifier: GPL-3.0-or-later
// What a person calls the series of a training, and which of them matter most. Pure.
#pragma once

#include "core/observe/trainlog/trainingcurve.h"

#include <QStringList>

#include <optional>

namespace trainyard {

// The losses first, else in the order in which the log told of them; without those that have no number.
QStringList orderedSeries(const TrainingCurve &training);
// "Loss", "Learning rate"; a name of the training's own stays as it is. The unit goes to `unit`.
QString trainingTitle(const QString &name, QString *unit);
// The name of the throughput with its unit in brackets; empty: there is none.
QString throughputSeries(const TrainingCurve &training);
// Nothing without a number. Exact for all but very long series.
std::optional<double> medianOf(const TrainingSeries *series);

}  // namespace trainyard
