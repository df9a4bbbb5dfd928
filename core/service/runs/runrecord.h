// SPDX-License-Identifier: GPL-3.0-or-later
// What the copy on this computer contains of one run, read whole: log and samples in pieces, so that a run of any length takes bounded
// memory. Blocking; worker threads. Cancelled when asked to stop.
#pragma once

#include "core/base/paths.h"
#include "core/model/run.h"
#include "core/model/runexit.h"
#include "core/observe/metrics/logclock.h"
#include "core/observe/metrics/runmetrics.h"
#include "core/observe/report/logexcerpt.h"
#include "core/observe/report/runevents.h"
#include "core/observe/report/runexport.h"
#include "core/observe/trainlog/trainingcurve.h"

#include <functional>
#include <memory>
#include <stop_token>

namespace trainyard {

struct RunRecord {
    std::shared_ptr<RunMetrics> metrics;  // these are never null
    std::shared_ptr<TrainingCurve> training;
    LogClock logClock;
    LogExcerpt log;
    QList<RunEvent> events;
    std::optional<Task> task;  // as it was launched; nullopt: it is not on this computer
    std::optional<RunExit> exit;
    bool isComplete = false;  // ended, and all of it is here
};

// A series that is kept in more detail than the others.
struct DetailedSeries {
    QString name;
    size_t mostBuckets = TrainingSeries::kUsualBuckets;
};
Result<RunRecord> readRunRecord(const Run &run, const Paths &paths, std::stop_token stop, const DetailedSeries &detailed = {});

// How it ended, from its copy. Corrupt: the copy has no record of the end yet, or an incomplete one.
Result<RunExit> readRunExit(const Run &run, const Paths &paths);

// Feeds `take` a file of the copy from its beginning; a missing file counts as empty.
Result<void> readCopiedFile(const Run &run, const Paths &paths, const QString &file,
                            const std::function<Result<void>(const QByteArray &)> &take, std::stop_token stop);

// Writes the run's tables to `out`, a row at a time.
struct ExportOptions {
    bool isJson = false;
    bool wantsTraining = false;  // CSV holds one table; JSON holds both
    ExportRange range;
    double everySteps = 0;
};
using ExportSink = std::function<Result<void>(const QByteArray &)>;
Result<void> exportRun(const Run &run, const Paths &paths, const ExportOptions &options, const ExportSink &out, std::stop_token stop);

}  // namespace trainyard
