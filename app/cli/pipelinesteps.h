// SPDX-License-Identifier: GPL-3.0-or-later
// The steps of a pipeline on the command line.
#pragma once

#include "app/cli/commands.h"

namespace trainyard {

// In their order; just the run itself if it is none of a pipeline.
Result<QList<Run>> stepsWith(CommandContext &context, const Run &run);

// What `run show` adds about the pipeline of a run; empty if it is none of one.
QList<QStringList> pipelineRows(CommandContext &context, const Run &run);

// Follows the run, and after an end with 0 the steps after it. Returns the exit status of the last one that started.
int followSteps(CommandContext &context, const Run &run, int (*follow)(CommandContext &, const Run &));

// After a step was stopped: asks the machine about those after it, and says that they do not start.
void tellLaterSteps(CommandContext &context, const Run &stopped);

}  // namespace trainyard
