// SPDX-License-Identifier: GPL-3.0-or-later
// What the cost of runs is counted under: a name that a person chooses. Pure.
#pragma once

#include "core/base/result.h"

#include <QString>

namespace trainyard {

// One line of 1 to 64 characters without blanks at its ends; InvalidInput with a sentence.
Result<void> checkProjectName(const QString &name);

}  // namespace trainyard
