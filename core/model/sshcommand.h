// SPDX-License-Identifier: GPL-3.0-or-later
// An ssh command line as a person pastes it, and the way back. Pure.
#pragma once

#include "core/base/result.h"
#include "core/model/sshforward.h"
#include "core/model/sshtarget.h"

#include <QList>

namespace trainyard {

struct SshCommand {
    SshTarget target;
    QList<SshForward> forwards;
};

// Understands a pasted command: [ssh] [-p N] [-i FILE] [-l USER] [-J HOP,…] [-L FORWARD] [-o Key=Value] [user@]host,
// also ssh://…
// Words may be quoted as in a shell. What is not understood is refused with the word named, never dropped; only flags
// that tell the ssh program how to behave (-N, -f, -v, -C …) mean nothing here and are passed over.
Result<SshCommand> parseSshCommand(const QString &command);

// "[user@]host[:port]" or ssh://…, the form of ProxyJump.
Result<SshTarget> parseHop(const QString &text);

// The target as a command line that parseSshCommand() and a terminal understand: "ssh -p 2222 user@host".
QString sshCommandFor(const SshTarget &target);

}  // namespace trainyard
