// SPDX-License-Identifier: GPL-3.0-or-later
// Asks a machine for its facts: one command, nothing left behind. Blocking, any worker thread.
#pragma once

#include "core/service/machines/machinefacts.h"
#include "core/transport/ssh/sshconnection.h"

namespace trainyard {

Result<MachineFacts> inspectMachine(SshConnection &connection, QDeadlineTimer deadline, std::stop_token stop = {});

}  // namespace trainyard
