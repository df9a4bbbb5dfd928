// SPDX-License-Identifier: GPL-3.0-or-later
// Compares several runs: the differences between their task files, and their results. Pure.
#pragma once

#include "core/base/money.h"
#include "core/model/taskkeys.h"

#include <QList>
#include <QMap>
#include <QPointF>
#include <QString>
#include <QStringList>

#include <optional>

namespace trainyard {

class TrainingCurve;

// The finite values of one series; nullopt: it has none.
struct SeriesEnds {
    std::optional<double> last, lowest, highest;

    bool operator==(const SeriesEnds &) const = default;
};

// What a comparison needs of a run's training: small, so that fifty runs can be held against each other.
struct TrainingResults {
    std::optional<double> lastStep, ownSteps;  // own: of the attempt itself; one that was resumed begins in the middle
    std::optional<double> lastLoss;
    std::optional<QPointF> lowestLoss;  // step and loss
    double lossFrom = 0, lossTo = 0;    // steps
    QList<QPointF> smoothedLoss;        // at most about 4,000 points
    std::optional<double> medianStepSeconds;
    QMap<QString, double> throughputs;  // medians of its throughput series
    QString throughput;                 // the most important one of them
    QStringList series;                 // those with a finite value, the losses first
    QMap<QString, SeriesEnds> ends;     // of these
};
TrainingResults trainingResults(const TrainingCurve &training);

inline constexpr int kMostComparedRuns = 50;  // at once

struct ComparedRun {
    QString id, name, machine, state;  // state as text
    bool isSimulated = false;
    std::optional<QList<TaskKey>> task;  // nullopt: it is not on this computer
    QMap<QString, QString> parameters;   // see taskParameters()
    QList<TaskKey> launch;               // where and with which code it was launched, see launchKeys(); a key has its title
    TrainingResults training;
    QStringList gpuSeries;                                                // of overlay.h, which it has samples for
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
