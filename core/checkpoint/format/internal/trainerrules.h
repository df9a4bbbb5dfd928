// SPDX-License-Identifier: GPL-3.0-or-later
// What each trainer's folder must contain, by name. Private to this folder; pure.
#pragma once

#include "core/checkpoint/format/trainerlayout.h"

#include <QRegularExpression>

namespace trainyard {

// `names` are relative to the step's folder; fills the three `missing…` fields and the two `isWithout…`.
void applyTrainerRules(StepFolder &step, const QStringList &names);

// The pattern for a whole name, compiled once per thread; only for literals.
QRegularExpression wholeName(const char *pattern);

bool isDeepSpeedState(const QString &baseName);

}  // namespace trainyard
