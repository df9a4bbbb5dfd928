// SPDX-License-Identifier: GPL-3.0-or-later
// The thresholds of a task's own alerts as lines in the charts. Pure.
#pragma once

#include "ui/charts/chartstack.h"

namespace trainyard {

struct Task;

// Those that the task names a value for and a chart has an axis for. `memoryGiB`: of a GPU; 0: not known.
QList<ChartStack::AlertLine> alertLines(const Task &task, double memoryGiB);

}  // namespace trainyard
