// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong with Dockerfiles. Pure; internal to core/recipe.
#pragma once

#include "core/recipe/lintcase.h"

namespace trainyard {

void judgeDockerfile(LintCase &lint);

}  // namespace trainyard
