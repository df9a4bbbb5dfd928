// SPDX-License-Identifier: GPL-3.0-or-later
// What is seen of a run's progress, as `yard` prints it (docs/watching.md, docs/yard-json.md).
#pragma once

#include "app/cli/commands.h"
#include "core/service/runs/meternow.h"
#include "core/service/runs/runfeed.h"

namespace trainyard {

// From the local copy of the run's files, as of the last thing its machine said. Not whole: of the end of a long log
// only, so that the answer comes soon.
RunObservation observe(CommandContext &context, const Run &run, bool isWhole);

// With `progress` and `forecast`.
QJsonObject withObservation(QJsonObject object, CommandContext &context, const Run &run, const RunObservation &seen, const MeterNow &meter);
// Rows of a table: progress, time and money to the end.
QList<QStringList> observationRows(const Run &run, const RunObservation &seen, const MeterNow &meter);

// `yard run explain RUN`
int explainRun(CommandContext &context, const Command &self);
// `yard run stacks RUN`
int stacksOfRun(CommandContext &context, const Command &self);

}  // namespace trainyard
