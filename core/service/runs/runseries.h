// SPDX-License-Identifier: GPL-3.0-or-later
// How the series of a run are read from its log, for all users: charts, the status light, alerts, reports, exports and `yard`. A person's
// own expression for the logs of a task is kept in Paths::settings() under the task's name. Blocking, any thread.
#pragma once

#include "core/base/paths.h"
#include "core/observe/trainlog/seriespattern.h"

#include <QString>

#include <memory>

namespace trainyard {

QString seriesExpression(const QString &taskName, const Paths &paths);                              // empty: none
void saveSeriesExpression(const QString &taskName, const QString &expression, const Paths &paths);  // empty: removes it
// Null when there is none, or when it is invalid: it may have been written by hand.
std::shared_ptr<const SeriesPattern> compiledPattern(const QString &expression);
std::shared_ptr<const SeriesPattern> seriesPattern(const QString &taskName, const Paths &paths);

}  // namespace trainyard
