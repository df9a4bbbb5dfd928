// SPDX-License-Identifier: GPL-3.0-or-later
// Where a run's processes are right now: asks stacks.sh on the machine and puts its answer into words. Nothing is written
// there. Blocking, any worker thread.
#pragma once

#include "core/transport/ssh/sshconnection.h"

namespace trainyard {

// Plain text for a person: tool output without anything that could control a terminal, marks as translated sentences, at most a megabyte.
// Corrupt when the answer is not the script's.
Result<QString> stacksText(const QByteArray &answer);

// `directory`: of the run, on the machine.
Result<QString> readStacks(SshConnection &connection, const QString &directory, QDeadlineTimer deadline, std::stop_token stop = {});

}  // namespace trainyard
