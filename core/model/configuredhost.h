// SPDX-License-Identifier: GPL-3.0-or-later
// A host of the user's ~/.ssh/config that can become a machine. Value types, pure.
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

namespace trainyard {

struct ConfiguredHost {
    QString alias;          // the name after Host
    QString hostName;       // as the configuration says; empty: the alias
    QString user;           // empty: the local user
    int port = 0;           // 0: 22
    QStringList jumps;      // the first one is reached first
    bool hasProxy = false;  // reached through a ProxyCommand
};

struct ConfiguredHosts {
    QList<ConfiguredHost> hosts;  // in the order of the file
    QStringList patterns;         // "*.lab", "!jump": they name no single host
    QStringList matches;          // the conditions of Match blocks: they name none either
};

}  // namespace trainyard
