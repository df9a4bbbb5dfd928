// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace trainyard {

// This program, and the programs that it starts, leave no core file when they crash: their memory and environment may hold passwords and keys
// of cloud accounts. systemd-coredump obeys the limit too. A program that is started may raise the limit again. Call before any thread starts.
void disableCoreDumps();

}  // namespace trainyard
