// SPDX-License-Identifier: GPL-3.0-or-later
// Compares several runs: the differences between their task files, and their results. Pure.
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
    QString id, name, machine, state;  // state as text
    bool isSimulated = false;
    std::optional<QList<TaskKey>> task;             // nullopt: it is not on this computer
    std::shared_ptr<const TrainingCurve> training;  // these never null
    std::shared_ptr<const RunMetrics> metrics;
    LogClock logClock;                                                    // when the lines of its log were written
    std::optional<double> seconds;                                        // from its start to its end, or until now
    std::optional<double> medianBusyPercent, medianWatts, mostMemoryGiB;  // of all its GPUs; watts of all together
    QList<Money> costs;                                                   // empty: unknown
};

struct ComparedKey {
    QString key;
    QList<std::optional<QString>> values;  // one per run; nullopt: the key is not there, or the task is unknown
};

enum class ValueKind { Count, Number, Seconds, Percent, Watts, Gibibytes, Money };

struct ComparedValue {
    QString id;  // stable: "last_step", "loss_at"
    QString title;
    ValueKind kind = ValueKind::Number;
    QString unit;                         // in addition to the kind: of the throughput
    std::optional<double> step;           // of loss_at
    QList<std::optional<double>> values;  // one per run; amounts of money stay in ComparedRun::costs
    bool isLowerBetter = false, isHigherBetter = false;
};

struct RunComparison {
    QList<ComparedKey> task;      // only what differs
    QList<ComparedValue> values;  // only what at least one run has
    bool hasAllTasks = true;
};

// For scripts that differ, only the lines that not all of them have.
RunComparison compareRuns(const QList<ComparedRun> &runs);

// As a person reads it; "–" if there is none.
QString valueText(const ComparedValue &value, qsizetype run, const QList<ComparedRun> &runs);

}  // namespace trainyard
