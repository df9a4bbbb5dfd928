// SPDX-License-Identifier: GPL-3.0-or-later
// Parses an ssh command line that a person pastes, and writes one. Pure.
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

// Accepts a pasted command: [ssh] [-p N] [-i FILE] [-l USER] [-J HOP,…] [-L FORWARD] [-o Key=Value] [user@]host, also ssh://…
// Words may be quoted as in a shell. Anything unknown is refused by name, never dropped; only flags that concern the ssh program itself
// (-N, -f, -v, -C …) have no meaning here and are ignored.
Result<SshCommand> parseSshCommand(const QString &command);

// "[user@]host[:port]" or ssh://…, the form of ProxyJump.
Result<SshTarget> parseHop(const QString &text);

// The target as a command line that parseSshCommand() and a terminal accept: "ssh -p 2222 user@host".
QString sshCommandFor(const SshTarget &target);

}  // namespace trainyard
