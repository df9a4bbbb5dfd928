// SPDX-License-Identifier: GPL-3.0-or-later
// What each trainer's folder must hold, by its names. Private to this room; pure.
#pragma once

#include "core/checkpoint/format/trainerlayout.h"

#include <QRegularExpression>

namespace trainyard {

// `names` are relative to the step's folder; the three `missing…` fields and the two `isWithout…` are filled.
void applyTrainerRules(StepFolder &step, const QStringList &names);

// The pattern of a whole name, compiled once in each thread; only for literals.
QRegularExpression wholeName(const char *pattern);

bool isDeepSpeedState(const QString &baseName);

}  // namespace trainyard
