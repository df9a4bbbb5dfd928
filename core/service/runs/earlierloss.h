// SPDX-License-Identifier: GPL-3.0-or-later
// The loss of the attempts before a resumed one, from the copies on this computer. Blocking; worker threads.
#pragma once

#include "core/base/paths.h"
#include "core/base/result.h"
#include "core/checkpoint/resume/curvecontinuation.h"
#include "core/model/run.h"
#include "core/observe/trainlog/trainingseries.h"

#include <QHash>
#include <QList>
#include <QPointF>

#include <stop_token>

namespace trainyard {

struct EarlierLoss {
    std::optional<qint64> resumeStep;  // of the checkpoint; nullopt: the run was not resumed, or its step was not recorded
    QList<QPointF> values;             // step and loss around it; for repeated steps those of the later attempt
    // Every series of theirs, by its name, as for a chart: at most a few thousand points. "loss" and "val_loss" are what TrainingCurve calls
    // so, whatever their names.
    QHash<QString, QList<QPointF>> curves = {};
    std::optional<qint64> endedMs = {};  // when the last of them ended, since 1970; nullopt: not known
};

// `attempts`: runs of its lineage, in any order; those before `run` count.
Result<EarlierLoss> readEarlierLoss(const Run &run, const QList<Run> &attempts, const Paths &paths, std::stop_token stop);

// Compares the first steps of the resumed run with it. TooEarly when there is nothing to compare.
ContinuationVerdict continuationOf(const EarlierLoss &earlier, const TrainingSeries &loss);

// Both, from the copies on this computer.
struct ResumedLoss {
    std::optional<qint64> resumeStep;  // nullopt: as above
    ContinuationVerdict verdict;
};
Result<ResumedLoss> readResumedLoss(const Run &run, const QList<Run> &attempts, const Paths &paths, std::stop_token stop);

}  // namespace trainyard
