// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/ssh/sshhosts.h"

#include "core/model/sshtarget.h"
#include "core/transport/ssh/sshconfig.h"

namespace trainyard {

namespace {

QStringList filesOf(const QString &home) { return {home + QStringLiteral("/.ssh/config")}; }

}  // namespace

QStringList sshConfigHosts()
{
    const QString home = homeDirectory();
    return readSshNames(home, filesOf(home)).hosts;
}

Result<ConfiguredHosts> configuredHostsIn(const QString &home)
{
    const QStringList files = filesOf(home);
    const SshConfigNames names = readSshNames(home, files);
    ConfiguredHosts all{{}, names.patterns, names.matches};
    for (const QString &alias : names.hosts) {
        // Whatever cannot be a host name would not connect either.
        if (!isHostName(alias)) {
            all.patterns << alias;
            continue;
        }
        TRY(const SshConfig config, readSshConfig(home, alias, {}, files));
        all.hosts << ConfiguredHost{alias, config.hostName, config.user, config.port, config.proxyJump, !config.proxyCommand.isEmpty()};
    }
    return all;
}

}  // namespace trainyard
