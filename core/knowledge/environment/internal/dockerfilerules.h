// SPDX-License-Identifier: GPL-3.0-or-later
// Rules for Dockerfiles. Pure; internal to core/knowledge/environment.
#pragma once

#include "core/knowledge/environment/internal/lintcase.h"

namespace trainyard {

void judgeDockerfile(LintCase &lint);

}  // namespace trainyard
