// SPDX-License-Identifier: GPL-3.0-or-later
// Shared by the verbs that forward a port until Ctrl+C.
#pragma once

#include "app/cli/commands.h"

namespace trainyard {

// Prints what changes about this program's tunnel until Ctrl+C (130), or until another program closes it (0). `saidAlready` is the problem
// that was printed before, if any.
int holdTunnel(CommandContext &context, quint16 localPort, const QString &saidAlready);

}  // namespace trainyard
