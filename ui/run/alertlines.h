// SPDX-License-Identifier: GPL-3.0-or-later
// The thresholds of a task's own alerts as chart lines. Pure.
#pragma once

#include "ui/charts/chartstack.h"

namespace trainyard {

struct Task;

// Only alerts with a value in the task and an axis in a chart. `memoryGiB`: of a GPU; 0: not known.
QList<ChartStack::AlertLine> alertLines(const Task &task, double memoryGiB);

}  // namespace trainyard
