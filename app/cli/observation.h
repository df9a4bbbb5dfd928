// SPDX-License-Identifier: GPL-3.0-or-later
// The progress of a run, as `yard` prints it (docs/watching.md, docs/yard-json.md).
#pragma once

#include "app/cli/commands.h"
#include "core/service/runs/meternow.h"
#include "core/service/runs/runfeed.h"

namespace trainyard {

// From the local copy of the run's files, as of its machine's last data. If not `isWhole`, only the end of a long log is read, so that the
// answer comes soon.
RunObservation observe(CommandContext &context, const Run &run, bool isWhole);

// Adds `progress` and `forecast`.
QJsonObject withObservation(QJsonObject object, CommandContext &context, const Run &run, const RunObservation &seen, const MeterNow &meter);
// Rows of a table: progress, time and money to the end.
QList<QStringList> observationRows(const Run &run, const RunObservation &seen, const MeterNow &meter);

// `yard run explain RUN`
int explainRun(CommandContext &context, const Command &self);
// `yard run stacks RUN`
int stacksOfRun(CommandContext &context, const Command &self);

}  // namespace trainyard
