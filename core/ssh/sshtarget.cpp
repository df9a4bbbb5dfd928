// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ssh/sshtarget.h"

#include "core/ssh/sshcommandline.h"

namespace trainyard {

QString SshTarget::display() const
{
    QString text = user.isEmpty() ? QString() : user + u'@';
    if (port == 0 || port == 22)
        return text + host;
    const bool isIpv6 = host.contains(u':');
    text += isIpv6 ? u'[' + host + u']' : host;
    return text + u':' + QString::number(port);
}

Result<SshCommand> parseSshCommand(const QString &command)
{
    const auto words = shellWords(command);
    if (!words)
        return words.error();
    return SshCommandLine(*words).command();
}

}  // namespace trainyard
