// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/sshtarget.h"

#include <algorithm>

namespace trainyard {

namespace {

bool isHostCharacter(QChar c) { return c.unicode() < 128 && (c.isLetterOrNumber() || QStringLiteral("._-:%").contains(c)); }

}  // namespace

QString SshTarget::display() const
{
    QString text = user.isEmpty() ? QString() : user + u'@';
    if (port == 0 || port == 22)
        return text + host;
    const bool isIpv6 = host.contains(u':');
    text += isIpv6 ? u'[' + host + u']' : host;
    return text + u':' + QString::number(port);
}

std::optional<quint16> portFrom(const QString &text)
{
    const bool isDigits = !text.isEmpty() && text.size() <= 5
                          && std::all_of(text.begin(), text.end(), [](QChar c) { return c >= u'0' && c <= u'9'; });
    const int port = isDigits ? text.toInt() : 0;
    return port >= 1 && port <= 65535 ? std::optional(static_cast<quint16>(port)) : std::nullopt;
}

bool isHostName(const QString &text)
{
    return !text.isEmpty() && text.size() <= 255 && !text.startsWith(u'-') && std::all_of(text.begin(), text.end(), isHostCharacter);
}

// Rejects the characters that OpenSSH refuses too: a user name may reach a shell on its way.
bool isUserName(const QString &text)
{
    return !text.isEmpty() && text.size() <= 255 && !text.startsWith(u'-') && !text.endsWith(u'\\')
           && std::all_of(text.begin(), text.end(),
                          [](QChar c) { return c.isPrint() && !c.isSpace() && !QStringLiteral("'`\"$;&<>|(){}").contains(c); });
}

}  // namespace trainyard
