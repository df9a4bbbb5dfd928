// SPDX-License-Identifier: GPL-3.0-or-later
// A name the person chooses, under which the cost of runs is added up. Pure.
#pragma once

#include "core/base/result.h"

#include <QString>

namespace trainyard {

// One line of 1 to 64 characters without leading or trailing blanks; InvalidInput with a sentence.
Result<void> checkProjectName(const QString &name);

}  // namespace trainyard
