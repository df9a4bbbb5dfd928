// SPDX-License-Identifier: GPL-3.0-or-later
// The thresholds of alert rules as chart lines. Pure.
#pragma once

#include "core/observe/alert/alert.h"
#include "ui/charts/chartstack.h"

namespace trainyard {

// Of the rules that have an axis in a chart: those that a person set in the settings or in the task, and those whose alert is open.
// `rules`: as they apply to the run. `memoryGiB`: of a GPU; 0: not known.
QList<ChartStack::AlertLine> alertLines(const AlertRules &rules, const QList<Alert> &open, double memoryGiB);

}  // namespace trainyard
