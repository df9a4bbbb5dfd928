// SPDX-License-Identifier: GPL-3.0-or-later
// The way back from parseSshCommand(). Pure.
#pragma once

#include "core/ssh/sshtarget.h"

namespace trainyard {

// The target as a command line that parseSshCommand() and a terminal understand: "ssh -p 2222 user@host".
QString sshCommandFor(const SshTarget &target);

}  // namespace trainyard
