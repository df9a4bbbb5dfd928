// SPDX-License-Identifier: GPL-3.0-or-later
// Where a machine is and how to log in: what `ssh -p 2222 -i key user@host` says. Value type, pure.
#pragma once

#include <QString>
#include <QStringList>

#include <optional>

namespace trainyard {

struct SshTarget {
    QString host;               // name or address; an alias of ~/.ssh/config is resolved at connect
    int port = 0;               // 0 = from ~/.ssh/config, else 22
    QString user;               // empty = from ~/.ssh/config, else the local user
    QStringList identityFiles;  // tried before the agent's keys when not empty
    QString knownHostsFile;     // empty = ~/.ssh/known_hosts; the sandbox has its own
    QStringList jumps;          // "user@host:port" each, the first one is reached first; empty = from ~/.ssh/config,
                                // {"none"} = directly whatever the configuration says
    QString hostKeyAlias;       // the name the host key is known under instead of host and port, e.g. an instance
                                // id: an address that another machine got is no false alarm then

    bool operator==(const SshTarget &) const = default;

    QString display() const;  // user@host:port, as short as possible
};

// What can be a name or address, a port, and a user: free of what a shell on the way, or a line of a file, would read.
bool isHostName(const QString &text);
std::optional<quint16> portFrom(const QString &text);  // 1 to 65535
bool isUserName(const QString &text);

}  // namespace trainyard
