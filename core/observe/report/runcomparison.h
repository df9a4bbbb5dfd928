// SPDX-License-Identifier: GPL-3.0-or-later
// Several runs held against each other: what their task files say differently, and what came of it. Pure.
#pragma once

#include "core/base/money.h"
#include "core/model/taskkeys.h"
#include "core/observe/metrics/logclock.h"
#include "core/observe/metrics/runmetrics.h"
#include "core/observe/trainlog/trainingcurve.h"

#include <QList>
#include <QString>

#include <memory>
#include <optional>

namespace trainyard {

struct ComparedRun {
    QString id, name, machine, state;  // state in words
    bool isSimulated = false;
    std::optional<QList<TaskKey>> task;             // nothing: it is not on this computer
    std::shared_ptr<const TrainingCurve> training;  // these never null
    std::shared_ptr<const RunMetrics> metrics;
    LogClock logClock;                                                    // when the lines of its log were written
    std::optional<double> seconds;                                        // from its start to its end, or until now
    std::optional<double> medianBusyPercent, medianWatts, mostMemoryGiB;  // of all its GPUs; watts of all together
    QList<Money> costs;                                                   // none: not known
};

struct ComparedKey {
    QString key;
    QList<std::optional<QString>> values;  // of each run; nothing: the key is not there, or the task is not known
};

enum class ValueKind { Count, Number, Seconds, Percent, Watts, Gibibytes, Money };

struct ComparedValue {
    QString id;  // stable: "last_step", "loss_at"
    QString title;
    ValueKind kind = ValueKind::Number;
    QString unit;                         // beside the kind: of the throughput
    std::optional<double> step;           // of loss_at
    QList<std::optional<double>> values;  // of each run; those of Money stay in ComparedRun::costs
    bool isLowerBetter = false, isHigherBetter = false;
};

struct RunComparison {
    QList<ComparedKey> task;      // only what differs
    QList<ComparedValue> values;  // only what at least one run has
    bool hasAllTasks = true;
};

// Of a script that differs, the lines that not all of them have.
RunComparison compareRuns(const QList<ComparedRun> &runs);

// As a person reads it; "–" where there is none.
QString valueText(const ComparedValue &value, qsizetype run, const QList<ComparedRun> &runs);

}  // namespace trainyard
