// SPDX-License-Identifier: GPL-3.0-or-later
// Looks for the checkpoints of runs on their machines without downloading them. Blocking, worker threads.
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

// What holds checkpoints: the folder of a run, or a place that a person added.
struct CheckpointSource {
    QString key;          // what a list is grouped by: the run's lineage, "place:<id>" of a place
    QString name;         // the run's; a place's address
    QString machineName;  // of a bucket: its store
    Location folder;
    std::optional<Run> run = {};              // the latest attempt of the lineage; nothing for a place
    std::optional<CheckpointSite> site = {};  // nothing for a run

    static CheckpointSource ofRun(const Run &run);
    static CheckpointSource ofPlace(const PlaceSnapshot &place);

    bool isSimulated() const { return run && run->isSimulated; }
    RunId runId() const { return run ? run->id : RunId(); }
};

// One checkpoint with the run or the place it belongs to.
struct FoundCheckpoint {
    CheckpointSource source;
    Checkpoint checkpoint;
    QString path;  // as the run sees it: what resume hands to it
    bool isLatestGood = false;
    std::optional<DiskSpaceForecast> room = {};  // of its folder's disk, the same for all of a run; nothing where it is not known
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

// Of the newest attempt of each lineage among `runs` (newest first) that declares checkpoints.
QList<Run> runsWithCheckpoints(const QList<Run> &runs);

// `task` is the run's own; it says how the run sees the directory.
Result<QList<FoundCheckpoint>> scanCheckpoints(const Run &run, const Task &task, SshConnection &connection, std::stop_token stop);

// Which attempt saved each of them, by the time: the last one among `runs` that had been launched by then.
void markAttempts(QList<FoundCheckpoint> &found, const QList<Run> &runs);

// What was seen in such a place, as the runs' own are listed.
QList<FoundCheckpoint> foundIn(const PlaceSnapshot &place);

// What is in it, read by ranges where it lies. Errors are the connection's; what is wrong with files is in the answer.
Result<Inspection> inspectCheckpoint(const FoundCheckpoint &found, SshConnection &connection, std::stop_token stop);

// The request that goes on from there: same task, next attempt of the lineage, same machine.
LaunchRequest resumeRequest(const Task &task, const FoundCheckpoint &from);

}  // namespace trainyard
