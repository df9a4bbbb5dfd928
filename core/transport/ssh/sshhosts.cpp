// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/ssh/sshhosts.h"

#include "core/transport/ssh/sshconfig.h"

namespace trainyard {

QStringList sshConfigHosts()
{
    const QString home = homeDirectory();
    return readSshHosts(home, {home + QStringLiteral("/.ssh/config")});
}

}  // namespace trainyard
