// SPDX-License-Identifier: GPL-3.0-or-later
// What a training reported at one moment: one line of its log, or one step of an event file.
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace trainyard {

struct TrainingValue {
    QString name;      // see seriesname.h
    double value = 0;  // NaN and infinity are values
};

struct TrainingRecord {
    qint64 offset = -1;                      // byte of the log at which the line begins; -1: not from the log
    std::optional<int> rank;                 // if the line names the process that wrote it
    std::optional<double> step, totalSteps;  // counted over all epochs
    std::optional<double> epoch, totalEpochs;
    std::optional<qint64> timeMs;  // since 1970, the machine's clock
    QList<TrainingValue> values;
    QStringList startedAgain;  // series that start over at `step`: their values from there on no longer count
};

}  // namespace trainyard
