// SPDX-License-Identifier: GPL-3.0-or-later
// The paths of a sandbox. Value type; creates nothing.
#pragma once

#include "core/base/paths.h"

#include <QDir>

namespace trainyard {

struct SandboxPlaces {
    QString root;

    explicit SandboxPlaces(const Paths &paths) : root(QDir(paths.sandbox()).absolutePath()) {}

    QString home() const { return root + QStringLiteral("/home"); }  // HOME of its sessions
    QString bin() const { return root + QStringLiteral("/bin"); }    // first in their PATH
    QString etc() const { return root + QStringLiteral("/etc"); }
    QString run() const { return root + QStringLiteral("/run"); }
    QString hostKey() const { return etc() + QStringLiteral("/host_key"); }
    QString clientKey() const { return etc() + QStringLiteral("/client_key"); }
    QString authorizedKeys() const { return etc() + QStringLiteral("/authorized_keys"); }
    QString knownHosts() const { return etc() + QStringLiteral("/known_hosts"); }
    QString serverConfig() const { return etc() + QStringLiteral("/sshd_config"); }
    QString sessionScript() const { return etc() + QStringLiteral("/session.sh"); }
    QString containersConf() const { return etc() + QStringLiteral("/containers.conf"); }
    QString storageConf() const { return etc() + QStringLiteral("/storage.conf"); }
    QString containers() const { return root + QStringLiteral("/containers"); }
    QString serverPid() const { return run() + QStringLiteral("/sshd.pid"); }
    QString serverLog() const { return run() + QStringLiteral("/sshd.log"); }
    QString lock() const { return run() + QStringLiteral("/lock"); }
    QString state() const { return root + QStringLiteral("/state.json"); }
    // Sockets and locks of a container engine, removed by a reboot as engines expect. Outside of root, because podman accepts at most 50
    // characters there and a socket's path ends at 107 bytes.
    QString engineRuntime() const;
    QString trainer() const { return home() + QStringLiteral("/bin/yard-demotrainer"); }
};

}  // namespace trainyard
