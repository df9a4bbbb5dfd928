// SPDX-License-Identifier: GPL-3.0-or-later
// Where a login goes, after ~/.ssh/config has been applied. Internal to core/transport/ssh.
#pragma once

#include "core/base/result.h"
#include "core/model/sshtarget.h"

namespace trainyard {

struct SshPlace {
    QString host;  // the host to dial
    int port = 22;
    QString user;
    QStringList identityFiles;  // absolute
    bool isIdentitiesOnly = false;
    QString agentSocket;     // empty: no agent
    QString knownHostsFile;  // absolute; empty: the usual ones
    QString hostKeyAlias;    // empty: host and port
    QStringList jumps;       // the first one is reached first
    QString proxyCommand;    // for /bin/sh, tokens expanded
    int aliveSeconds = -1;   // ServerAliveInterval; -1: not given, 0: never
    int aliveCount = 0;      // ServerAliveCountMax; 0: not given
    bool hasUnknownMatch = false;

    QString display() const;  // host:port
};

// Reads ~/.ssh/config and /etc/ssh/ssh_config; the target's own settings take precedence. InvalidInput: an invalid host or user name, or
// a configuration that includes itself.
Result<SshPlace> resolvePlace(const SshTarget &target);

}  // namespace trainyard
