// SPDX-License-Identifier: GPL-3.0-or-later
// The part of OpenSSH's client configuration (ssh_config(5)) that Trainyard supports: HostName, Port, User, IdentityFile, IdentitiesOnly,
// IdentityAgent, UserKnownHostsFile, HostKeyAlias, ProxyJump, ProxyCommand, ServerAliveInterval and ServerAliveCountMax, with Host, Match
// (all, host, originalhost, user, localuser) and Include. Nothing is ever executed while reading: `Match exec` counts as not matching and
// is reported. Internal to core/transport/ssh.
#pragma once

#include "core/base/result.h"

#include <QString>
#include <QStringList>

namespace trainyard {

struct SshConfig {
    QString hostName;  // empty: the alias itself
    int port = 0;      // 0: not given
    QString user;
    QStringList identityFiles;  // absolute, tokens expanded
    QString knownHostsFile;     // absolute
    QString hostKeyAlias;
    QStringList proxyJump;  // the first one is reached first
    QString proxyCommand;   // for /bin/sh, tokens not expanded yet; never both this and proxyJump
    bool isIdentitiesOnly = false;
    QString identityAgent;         // a socket, "none", "SSH_AUTH_SOCK" or "$NAME"; empty: not given
    int aliveSeconds = -1;         // ServerAliveInterval; -1: not given, 0: never
    int aliveCount = 0;            // ServerAliveCountMax; 0: not given
    bool hasUnknownMatch = false;  // a Match with exec or another condition that was not evaluated
};

// The name of the user who runs this program, from the password database; empty if it has none.
QString localUser();
// $HOME, else the password database.
QString homeDirectory();
// Expands ~ and ~/… at the start of a path.
QString expandedHome(const QString &path, const QString &home);

// Reads ~/.ssh/config, then /etc/ssh/ssh_config; missing files are fine. `user` is the user given explicitly. InvalidInput: an Include
// that leads back to its own file or is nested too deeply.
Result<SshConfig> readSshConfig(const QString &home, const QString &alias, const QString &user, const QStringList &files);

struct SshConfigNames {
    QStringList hosts;     // the aliases after Host, each once
    QStringList patterns;  // what else stands there: "*.lab", "!jump"
    QStringList matches;   // what stands after Match
};
// Of these files and of what they include. Unreadable files are skipped; at most some hundreds of each.
SshConfigNames readSshNames(const QString &home, const QStringList &files);

}  // namespace trainyard
