// SPDX-License-Identifier: GPL-3.0-or-later
// What the files of a run say in numbers, for the columns of a list. Value type.
#pragma once

#include "core/model/ids.h"
#include "core/observe/diagnosis/runglance.h"

#include <QHash>
#include <QMap>
#include <QString>

#include <memory>
#include <optional>

namespace trainyard {

struct SeriesFigures {
    std::optional<double> last;  // may be NaN or infinite
    std::optional<double> lowest, highest;
    bool operator==(const SeriesFigures &) const = default;
};

struct RunFigures {
    std::optional<RunGlance> glance;  // of a run that has ended
    bool hasTask = false;             // its task is on this computer
    QMap<QString, QString> parameters;
    // nullopt: not read yet.
    std::optional<QMap<QString, SeriesFigures>> series;
    std::optional<std::optional<double>> busyPercent;  // mean of its own GPUs over its time; nullopt inside: no samples
    // Of a run that has ended: the share of its time in which it trained (usefultime.h); nullopt inside: its steps have no times.
    std::optional<std::optional<double>> usefulPercent;
    bool operator==(const RunFigures &) const = default;
};

using FiguresByRun = QHash<RunId, std::shared_ptr<const RunFigures>>;

}  // namespace trainyard
