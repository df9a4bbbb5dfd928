// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/ssh/internal/sshplace.h"

#include "core/model/sshtarget.h"
#include "core/transport/ssh/sshconfig.h"

#include <QCoreApplication>

namespace trainyard {

namespace {

Error invalid(const QString &what) { return {ErrorCode::InvalidInput, what, {}}; }

QString agentSocket(const QString &configured, const QString &home)
{
    if (configured.compare(QLatin1String("none"), Qt::CaseInsensitive) == 0)
        return {};
    if (configured.isEmpty() || configured == u"SSH_AUTH_SOCK")
        return qEnvironmentVariable("SSH_AUTH_SOCK");
    if (configured.startsWith(u'$')) {
        QString name = configured.mid(1);
        if (name.startsWith(u'{') && name.endsWith(u'}'))
            name = name.mid(1, name.size() - 2);
        return qEnvironmentVariable(name.toUtf8().constData());
    }
    return expandedHome(configured, home);
}

// The tokens that ssh_config(5) lists for ProxyCommand. Host and user have been checked for characters that are special to a shell.
Result<QString> expandedCommand(const QString &command, const SshPlace &place, const SshTarget &target)
{
    QString result;
    for (qsizetype i = 0; i < command.size(); ++i) {
        if (command[i] != u'%') {
            result += command[i];
            continue;
        }
        const QChar token = i + 1 < command.size() ? command[++i] : QChar();
        switch (token.unicode()) {
        case u'%': result += u'%'; break;
        case u'h': result += place.host; break;
        case u'n': result += target.host; break;
        case u'p': result += QString::number(place.port); break;
        case u'r': result += place.user; break;
        default:
            return invalid(
                QCoreApplication::translate(
                    "trainyard::Ssh",
                    "The ProxyCommand for %1 in your SSH configuration uses %2, which is not supported. Only %h, %n, %p, %r and %% are.")
                    .arg(target.host, u'%' + QString(token)));
        }
    }
    return result;
}

}  // namespace

QString SshPlace::display() const { return (host.contains(u':') ? u'[' + host + u']' : host) + u':' + QString::number(port); }

Result<SshPlace> resolvePlace(const SshTarget &target)
{
    if (target.host.isEmpty())
        return invalid(QCoreApplication::translate("trainyard::Ssh", "No machine is named. Enter its name or address."));
    if (!isHostName(target.host))
        return invalid(QCoreApplication::translate("trainyard::Ssh", "“%1” is not a valid machine name or address.")
                           .arg(target.host.left(100).simplified()));
    const QString home = homeDirectory();
    TRY(const auto config,
        readSshConfig(home, target.host, target.user, {home + QStringLiteral("/.ssh/config"), QStringLiteral("/etc/ssh/ssh_config")}));

    SshPlace place;
    place.host = config.hostName.isEmpty() ? target.host : config.hostName;
    place.port = target.port > 0 ? target.port : config.port > 0 ? config.port : 22;
    place.user = target.user.isEmpty() ? config.user : target.user;
    if (place.user.isEmpty())
        place.user = localUser();
    if (!isHostName(place.host))
        return invalid(QCoreApplication::translate("trainyard::Ssh",
                                                   "The HostName “%1” in your SSH configuration is not a valid machine name or address.")
                           .arg(place.host.left(100).simplified()));
    if (!isUserName(place.user))
        return invalid(
            QCoreApplication::translate("trainyard::Ssh", "“%1” is not a valid user name.").arg(place.user.left(100).simplified()));

    for (const QString &file : target.identityFiles)
        place.identityFiles << expandedHome(file, home);
    place.identityFiles << config.identityFiles;
    place.identityFiles.removeDuplicates();
    place.isIdentitiesOnly = config.isIdentitiesOnly;
    place.agentSocket = agentSocket(config.identityAgent, home);
    place.knownHostsFile = expandedHome(target.knownHostsFile.isEmpty() ? config.knownHostsFile : target.knownHostsFile, home);
    place.hostKeyAlias = target.hostKeyAlias.isEmpty() ? config.hostKeyAlias : target.hostKeyAlias;
    if (!place.hostKeyAlias.isEmpty() && !isHostName(place.hostKeyAlias))
        return invalid(
            QCoreApplication::translate("trainyard::Ssh", "“%1” is not a valid host key name. Use letters, digits, dots and dashes.")
                .arg(place.hostKeyAlias.left(100).simplified()));
    place.aliveSeconds = config.aliveSeconds;
    place.aliveCount = config.aliveCount;
    place.hasUnknownMatch = config.hasUnknownMatch;
    if (!target.jumps.isEmpty()) {
        if (target.jumps != QStringList{QStringLiteral("none")})
            place.jumps = target.jumps;
    } else {
        place.jumps = config.proxyJump;
        if (!config.proxyCommand.isEmpty()) {
            TRY(const auto command, expandedCommand(config.proxyCommand, place, target));
            place.proxyCommand = command;
        }
    }
    return place;
}

}  // namespace trainyard
