// SPDX-License-Identifier: GPL-3.0-or-later
// The display names of training series, and their order of importance. Pure.
#pragma once

#include "core/observe/trainlog/trainingcurve.h"

#include <QStringList>

#include <optional>

namespace trainyard {

// The losses first, then in the order in which they appeared in the log; series without a number are left out.
QStringList orderedSeries(const TrainingCurve &training);
// "Loss", "Learning rate"; other names stay as they are. The unit goes to `unit`.
QString trainingTitle(const QString &name, QString *unit);
bool isThroughput(const QString &name);
// The name of the throughput series, with its unit in brackets; empty: there is none.
QString throughputSeries(const TrainingCurve &training);
// nullopt without a number. Exact for all but very long series.
std::optional<double> medianOf(const TrainingSeries *series);

}  // namespace trainyard
