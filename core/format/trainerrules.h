// What each trainer's folder must hold, by its names. Private to this room; pure.
#pragma once

#include "core/format/trainerlayout.h"

namespace trainyard {

// `names` are relative to the step's folder; the three `missing…` fields and the two `isWithout…` are filled.
void applyTrainerRules(StepFolder &step, const QStringList &names);

bool isDeepSpeedState(const QString &baseName);

}  // namespace trainyard
