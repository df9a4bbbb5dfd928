// SPDX-License-Identifier: GPL-3.0-or-later
// Columns of the run list that a person adds because of what the runs contain: a value of one of their series, or one of their parameters.
// Pure.
#pragma once

#include "core/observe/diagnosis/runfigures.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace trainyard {

enum class ExtraKind { Last, Lowest, Highest, Parameter };

struct ExtraColumn {
    ExtraKind kind = ExtraKind::Last;
    QString name;  // of the series or the parameter
};

struct ExtraValue {
    std::optional<double> number;  // NaN and infinite ones are numbers, too
    QString text;                  // as it is shown; empty: unknown
};

// As stored in settings: "lowest:val_loss", "parameter:lr". nullopt: it is none of these.
QString extraKey(const ExtraColumn &column);
std::optional<ExtraColumn> extraColumn(const QString &key);
QString extraTitle(const ExtraColumn &column);
ExtraValue extraValue(const ExtraColumn &column, const RunFigures *figures);  // null: not read
QString whyNoExtra(const ExtraColumn &column, const RunFigures *figures);

// Their names in these runs, those that most runs have first.
QStringList namesOfExtras(const FiguresByRun &figures, ExtraKind kind, qsizetype most);

}  // namespace trainyard
