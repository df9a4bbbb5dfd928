// SPDX-License-Identifier: GPL-3.0-or-later
// What a launch leaves on the machine, as a short list.
#pragma once

#include "core/model/task.h"

class QWidget;

namespace trainyard {

// Replaces the contents of `list` (its layout is created on first use). nullptr: the task is not known.
void fillTraces(QWidget *list, const Task *task);

}  // namespace trainyard
