// SPDX-License-Identifier: GPL-3.0-or-later
// Rules for commands: container starts, launchers, tools; and the variables they set. Pure; internal to core/knowledge/environment.
#pragma once

#include "core/knowledge/environment/internal/installrules.h"

namespace trainyard {

// One shell text: a RUN, a script, a pasted command. `place` carries over from one to the next.
void judgeCommands(LintCase &lint, const ShellReading &reading, InstallPlace &place);

}  // namespace trainyard
