// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong with variables, wherever they are set. Pure; internal to core/knowledge/environment.
#pragma once

#include "core/knowledge/environment/internal/lintcase.h"

namespace trainyard {

// All that LintCase::variables holds by now.
void judgeVariables(LintCase &lint);
// NVIDIA_REQUIRE_… among them: malformed ones, and those that refuse the machine that was named.
void judgeConditions(LintCase &lint);
// Lines NAME=VALUE, `export NAME=VALUE` and `-e NAME=VALUE`: collects them, and says what is no such line.
void readVariableLines(LintCase &lint);
// Statements about things that do not exist, in commands and comments alike: "the NCCL port", NCCL 3.
void judgeStatements(LintCase &lint);

}  // namespace trainyard
