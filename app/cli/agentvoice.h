// SPDX-License-Identifier: GPL-3.0-or-later
// Output of an agent that runs inside `yard`: its notices go to the desktop, and failures to stderr.
#pragma once

#include "app/cli/console.h"
#include "core/agent/agent.h"

namespace trainyard {

void giveVoice(Agent &agent, Console &console);

// False when no desktop receives notices.
bool tellDesktop(const QString &title, const QString &text);

}  // namespace trainyard
