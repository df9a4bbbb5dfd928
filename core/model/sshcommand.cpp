// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/sshcommand.h"

#include "core/base/shellquote.h"
#include "core/model/internal/sshcommandline.h"

namespace trainyard {

QString sshCommandFor(const SshTarget &target)
{
    QStringList words{QStringLiteral("ssh")};
    if (target.port > 0 && target.port != 22)
        words << QStringLiteral("-p") << QString::number(target.port);
    for (const QString &file : target.identityFiles)
        words << QStringLiteral("-i") << shellQuoted(file);
    if (!target.knownHostsFile.isEmpty())
        words << QStringLiteral("-o") << shellQuoted(QStringLiteral("UserKnownHostsFile=") + target.knownHostsFile);
    if (!target.jumps.isEmpty())
        words << QStringLiteral("-J") << shellQuoted(target.jumps.join(u','));
    if (!target.hostKeyAlias.isEmpty())
        words << QStringLiteral("-o") << shellQuoted(QStringLiteral("HostKeyAlias=") + target.hostKeyAlias);
    // The parser refuses a host that begins with a dash, so nothing here can become an option.
    words << (target.user.isEmpty() ? target.host : target.user + u'@' + target.host);
    return words.join(u' ');
}

Result<SshCommand> parseSshCommand(const QString &command)
{
    TRY(const auto words, shellWords(command));
    return SshCommandLine(words).command();
}

}  // namespace trainyard
