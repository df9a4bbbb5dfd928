// The part of OpenSSH's client configuration (ssh_config(5)) that Trainyard honours: HostName, Port, User,
// IdentityFile, UserKnownHostsFile, with Host, Match (all, host, originalhost, user, localuser) and Include.
// Nothing is ever executed: `Match exec` counts as not matching and is reported. Internal to core/ssh.
#pragma once

#include "core/base/result.h"

#include <QString>
#include <QStringList>

namespace trainyard {

struct SshConfig {
    QString hostName;            // empty: the alias itself
    int port = 0;                // 0: not given
    QString user;
    QStringList identityFiles;   // absolute, tokens expanded
    QString knownHostsFile;      // absolute
    QString proxy;               // "ProxyJump bastion": asked for by the file, not supported yet
    bool hasUnknownMatch = false;  // a Match with exec or another condition that was not looked at
};

// $HOME, else the password database.
QString homeDirectory();
// ~ and ~/… at the start of a path.
QString expandedHome(const QString &path, const QString &home);

// ~/.ssh/config then /etc/ssh/ssh_config; missing files are fine. `user` is what was given explicitly.
SshConfig readSshConfig(const QString &home, const QString &alias, const QString &user,
                        const QStringList &files);

}  // namespace trainyard
