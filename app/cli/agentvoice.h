// SPDX-License-Identifier: GPL-3.0-or-later
// What an agent says that `yard` holds: its notices go to the desktop, and what fails to stderr.
#pragma once

#include "app/cli/console.h"
#include "core/agent/agent.h"

namespace trainyard {

void giveVoice(Agent &agent, Console &console);

// False where no desktop listens.
bool tellDesktop(const QString &title, const QString &text);

}  // namespace trainyard
