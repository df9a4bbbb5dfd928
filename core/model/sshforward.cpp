// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/sshforward.h"

#include "core/model/sshtarget.h"

#include <QStringList>

namespace trainyard {

namespace {

constexpr qsizetype kMaxSocket = 107;  // sun_path

bool isSocket(const QString &path) { return path.startsWith(u'/') && path.size() <= kMaxSocket && !path.contains(QChar(u'\0')); }

// Splits at the colons outside brackets, and removes the brackets.
QStringList partsOf(const QString &text)
{
    QStringList parts{QString()};
    bool isBracketed = false;
    for (const QChar c : text) {
        if (c == u'[' || c == u']')
            isBracketed = c == u'[';
        else if (c == u':' && !isBracketed)
            parts << QString();
        else
            parts.last() += c;
    }
    return parts;
}

}  // namespace

bool SshForward::isForOthers() const
{
    return !bindAddress.isEmpty() && bindAddress != u"localhost" && bindAddress != u"127.0.0.1" && bindAddress != u"::1";
}

std::optional<SshForward> parseForward(const QString &text)
{
    QStringList parts = partsOf(text);
    SshForward forward;
    if (isSocket(parts.last())) {
        forward.remote.host.clear();
        forward.remote.path = parts.takeLast();
    } else if (const auto port = portFrom(parts.takeLast()); port && !parts.isEmpty() && isHostName(parts.last())) {
        forward.remote.host = parts.takeLast();
        forward.remote.port = *port;
    } else {
        return std::nullopt;
    }
    if (parts.size() == 1 && isSocket(parts.first()))
        return forward;
    if (parts.isEmpty() || parts.size() > 2)
        return std::nullopt;
    const auto local = portFrom(parts.takeLast());
    if (!local)
        return std::nullopt;
    forward.localPort = *local;
    if (!parts.isEmpty())
        forward.bindAddress = parts.first().isEmpty() ? QStringLiteral("*") : parts.first();
    if (!forward.bindAddress.isEmpty() && forward.bindAddress != u"*" && !isHostName(forward.bindAddress))
        return std::nullopt;
    return forward;
}

}  // namespace trainyard
