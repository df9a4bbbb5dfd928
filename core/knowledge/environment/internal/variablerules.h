// SPDX-License-Identifier: GPL-3.0-or-later
// Rules for variables, wherever they are set. Pure; internal to core/knowledge/environment.
#pragma once

#include "core/knowledge/environment/internal/lintcase.h"

namespace trainyard {

// Judges everything collected in LintCase::variables so far.
void judgeVariables(LintCase &lint);
// NVIDIA_REQUIRE_… among them: malformed ones, and those that refuse the given machine.
void judgeConditions(LintCase &lint);
// Collects lines NAME=VALUE, `export NAME=VALUE` and `-e NAME=VALUE`, and reports other lines.
void readVariableLines(LintCase &lint);
// Mentions of things that do not exist, in commands and comments alike: "the NCCL port", NCCL 3.
void judgeStatements(LintCase &lint);

}  // namespace trainyard
