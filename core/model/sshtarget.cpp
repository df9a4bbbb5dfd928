// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/sshtarget.h"

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

}  // namespace trainyard
