// SPDX-License-Identifier: GPL-3.0-or-later
// The names that conditions may have, and what kind of value each takes. Private to this folder; pure.
#pragma once

#include "core/observe/runfilter/runfilter.h"

#include <QStringList>

#include <optional>

namespace trainyard {

enum class FieldKind { Text, State, YesNo, Number, Percent, Length, Amount, Moment };

QStringList runFieldNames();                                 // in lower case, in the order in which they are offered
std::optional<RunField> runFieldNamed(const QString &name);  // upper or lower case
FieldKind kindOf(RunField field);
bool isCompared(FieldKind kind);  // whether < and > mean anything
QStringList runStateWords();

}  // namespace trainyard
