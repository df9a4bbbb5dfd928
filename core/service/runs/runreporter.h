// SPDX-License-Identifier: GPL-3.0-or-later
// Turns what is known of a run into the contents of a report, and into what it is compared with others by. Pure except for the language;
// see runrecord.h for reading.
#pragma once

#include "core/checkpoint/resume/launchfacts.h"
#include "core/observe/report/runcomparison.h"
#include "core/observe/report/runreport.h"
#include "core/service/runs/checkpointscan.h"
#include "core/service/runs/meternow.h"
#include "core/service/runs/runrecord.h"

namespace trainyard {

struct ReportContext {
    QString program;  // "Trainyard 0.1.0"
    MeterNow meter;
    QList<Rental> rentals;  // of all machines; also the source of a price
    bool isMachineRemoved = false;
    CheckpointScan checkpoints;  // of its lineage
    bool wereCheckpointsAsked = false;
};

// "Running", "Failed" …
QString runStateText(RunState state);

RunReport runReport(const Run &run, RunRecord &&record, const ReportContext &context);
// Where and with which code it was launched, for ComparedRun::launch.
QList<TaskKey> launchKeys(const Run &run, const RunRecord &record, const std::optional<LaunchFacts> &facts);
ComparedRun comparedRun(const Run &run, const RunRecord &record, const MeterNow &meter);

// Writes a document for a person. AlreadyExists unless `isForced`; whole or not at all.
Result<void> writeDocument(const QString &file, const QByteArray &bytes, bool isForced);

}  // namespace trainyard
