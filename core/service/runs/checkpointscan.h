// SPDX-License-Identifier: GPL-3.0-or-later
// Scans for the checkpoints of runs on their machines without downloading them. Blocking, worker threads.
#pragma once

#include "core/base/result.h"
#include "core/checkpoint/format/inspection.h"
#include "core/checkpoint/retention/diskspaceforecast.h"
#include "core/model/run.h"
#include "core/service/runs/checkpointsites.h"
#include "core/service/runs/launcher.h"
#include "core/transport/ssh/sshconnection.h"

#include <QList>

#include <stop_token>

namespace trainyard {

// A source of checkpoints: the folder of a run, or a place that a person added.
struct CheckpointSource {
    QString key;          // what a list is grouped by: the run's lineage, "place:<id>" of a place
    QString name;         // the run's name; a place's address
    QString machineName;  // of a bucket: its store
    Location folder;
    std::optional<Run> run = {};              // the latest attempt of the lineage; nullopt for a place
    std::optional<CheckpointSite> site = {};  // nullopt for a run

    static CheckpointSource ofRun(const Run &run);
    static CheckpointSource ofPlace(const PlaceSnapshot &place);

    bool isSimulated() const { return run && run->isSimulated; }
    RunId runId() const { return run ? run->id : RunId(); }
};

// One checkpoint with the run or the place it belongs to.
struct FoundCheckpoint {
    CheckpointSource source;
    Checkpoint checkpoint;
    QString path;  // as the run sees it: what resume passes to it
    bool isLatestGood = false;
    std::optional<DiskSpaceForecast> room = {};  // of its folder's disk, the same for all of a run; nullopt if unknown
    QDateTime saved = {};                        // by this computer's clock
    int attempt = 0;                             // which one saved it; 0: unknown
};

struct CheckpointScan {
    QList<FoundCheckpoint> found;  // by run (newest first), then step (highest first)
    struct Problem {
        Run run;
        Error error;
    };
    QList<Problem> problems;  // runs whose machine could not be asked
};

// The newest attempt of each lineage among `runs` (newest first) that declares checkpoints.
QList<Run> runsWithCheckpoints(const QList<Run> &runs);

// `task` is the run's own; it says how the run sees the directory.
Result<QList<FoundCheckpoint>> scanCheckpoints(const Run &run, const Task &task, SshConnection &connection, std::stop_token stop);

// Determines by time which attempt saved each of them: the last one among `runs` that had been launched by then.
void markAttempts(QList<FoundCheckpoint> &found, const QList<Run> &runs);

// The checkpoints seen in such a place, in the form of the runs' own.
QList<FoundCheckpoint> foundIn(const PlaceSnapshot &place);

// Inspects its contents in place, reading ranges. Errors are the connection's; problems with files are in the answer.
Result<Inspection> inspectCheckpoint(const FoundCheckpoint &found, SshConnection &connection, std::stop_token stop);

// The request that continues from there: same task, next attempt of the lineage, same machine.
LaunchRequest resumeRequest(const Task &task, const FoundCheckpoint &from);

}  // namespace trainyard
