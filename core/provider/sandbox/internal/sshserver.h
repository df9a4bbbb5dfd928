// SPDX-License-Identifier: GPL-3.0-or-later
// The sandbox's own sshd: keys, configuration, start and end. Blocking; any thread.
#pragma once

#include "core/base/result.h"
#include "core/provider/sandbox/internal/processidentity.h"
#include "core/provider/sandbox/internal/sandboxplaces.h"

#include <QMap>

#include <stop_token>

namespace trainyard {

struct SshPrograms {
    QString server, keygen, sftpServer;
};

// Unsupported, with the command that installs what is missing.
Result<SshPrograms> findSshPrograms();

// Host key and client key, created once; only the client key may log in.
Result<void> ensureKeys(const SandboxPlaces &places, const SshPrograms &programs, const std::stop_token &stop);

// `environment` is what every session sees. InvalidInput if a path cannot be written into sshd's configuration.
Result<QByteArray> serverConfig(const SandboxPlaces &places, const SshPrograms &programs, int port,
                                const QMap<QString, QString> &environment);

// 0 if none is free. Tries `wanted` first, which may be 0.
int freePort(int wanted);

// Starts sshd, detached from this program, with the configuration in place; it accepts connections when this returns. AlreadyExists:
// another program took the port in the meantime.
Result<ProcessIdentity> startServer(const SandboxPlaces &places, const SshPrograms &programs, const std::stop_token &stop);

// With `sessions`, open connections end too; otherwise they stay open.
void endServer(const ProcessIdentity &server, bool sessions);

Result<void> writeKnownHosts(const SandboxPlaces &places, int port);

}  // namespace trainyard
