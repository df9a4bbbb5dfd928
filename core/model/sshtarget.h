// SPDX-License-Identifier: GPL-3.0-or-later
// Where a machine is and how to log in: the content of `ssh -p 2222 -i key user@host`. Value type, pure.
#pragma once

#include <QString>
#include <QStringList>

#include <optional>

namespace trainyard {

struct SshTarget {
    QString host;               // name or address; an alias of ~/.ssh/config is resolved when connecting
    int port = 0;               // 0 = from ~/.ssh/config, else 22
    QString user;               // empty = from ~/.ssh/config, else the local user
    QStringList identityFiles;  // tried before the agent's keys if not empty
    QString knownHostsFile;     // empty = ~/.ssh/known_hosts; the sandbox has its own
    QStringList jumps;          // "user@host:port" each, in the order they are reached; empty = from ~/.ssh/config, {"none"} = directly,
                                // whatever the configuration says
    QString hostKeyAlias;       // the name the host key is known under instead of host and port, e.g. an instance id: reusing an address
                                // for another machine then raises no false alarm

    bool operator==(const SshTarget &) const = default;

    QString display() const;  // user@host:port, as short as possible
};

// Whether a text can be a host name or address, a port, a user: free of characters that a shell or a line of a file would interpret.
bool isHostName(const QString &text);
std::optional<quint16> portFrom(const QString &text);  // 1 to 65535
bool isUserName(const QString &text);

}  // namespace trainyard
