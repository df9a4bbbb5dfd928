// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/clouds/hostkeyreplacer.h"

#include "core/base/shellquote.h"
#include "core/service/clouds/consolekeys.h"

#include <QCoreApplication>
#include <QCryptographicHash>

namespace trainyard {

namespace {

using namespace std::chrono_literals;
constexpr auto kKeyDeadline = 30s;  // a machine that has just started is slow
constexpr qint64 kMaxKeyOutput = 64 * 1024;

// $1: make or use; $2: the known public half. Finds the server that this session belongs to, as it names itself, and asks it for its keys.
constexpr char kScript[] = R"(set -eu
listener= title= p=$$
while [ "${p:-0}" -gt 1 ]; do
    title=$(tr '\0' ' ' <"/proc/$p/cmdline")
    case $title in
    sshd*'[listener]'*) listener=$p; break ;;
    esac
    p=$(sed 's/.*) //' "/proc/$p/stat" | cut -d' ' -f2)
done
sshd=$(command -v sshd || echo /usr/sbin/sshd) config=
if [ -n "$listener" ]; then
    sshd=$(readlink "/proc/$listener/exe")
    config=$(printf '%s' "$title" | sed -n 's/.* -f \([^ ]*\) .*/\1/p')
fi
found=
for key in $("$sshd" -T ${config:+-f "$config"} 2>/dev/null | sed -n 's/^hostkey //p'); do
    half=$(ssh-keygen -y -f "$key" </dev/null 2>/dev/null | cut -d' ' -f1,2) || continue
    [ "$half" != "$2" ] || found=$key
done
[ -n "$found" ] || exit 77
fresh=$found.trainyard
if [ "$1" = make ]; then
    rm -f "$fresh" "$fresh.pub"
    ssh-keygen -q -t ed25519 -N '' -C '' -f "$fresh" </dev/null
    echo "-----BEGIN SSH HOST KEY KEYS-----"
    cat "$fresh.pub"
    echo "-----END SSH HOST KEY KEYS-----"
else
    mv -f "$fresh.pub" "$found.pub"
    mv -f "$fresh" "$found"
    [ -z "$listener" ] || kill -HUP "$listener"
fi
)";

Result<QByteArray> carriedOut(SshConnection &connection, const char *verb, const QByteArray &known, const std::stop_token &stop)
{
    const QString words = shellJoined({QLatin1String(verb), QString::fromLatin1(known)});
    RemoteCommand command;
    command.line = QStringLiteral("sh -c ")
                   + shellQuoted(
                       QStringLiteral("if [ \"$(id -u)\" = 0 ]; then exec sh -s -- %1; else exec sudo -n sh -s -- %1; fi").arg(words));
    command.input = kScript;
    command.outputLimit = kMaxKeyOutput;
    TRY(const auto answer, connection.run(command, QDeadlineTimer(kKeyDeadline), stop));
    if (answer.exitCode == 0)
        return answer.out;
    return Error{ErrorCode::Unsupported,
                 QCoreApplication::translate("trainyard::CloudService",
                                             "The machine keeps the host key that was made here: only root, or sudo without a password, "
                                             "can replace it there."),
                 QString::fromUtf8(answer.err.left(1000))};
}

}  // namespace

QString fingerprintOf(const QByteArray &publicLine)
{
    const QByteArray blob = QByteArray::fromBase64(publicLine.split(' ').value(1));
    return QStringLiteral("SHA256:")
           + QString::fromLatin1(QCryptographicHash::hash(blob, QCryptographicHash::Sha256).toBase64(QByteArray::OmitTrailingEquals));
}

Result<QByteArray> makeFreshHostKey(SshConnection &connection, const QByteArray &known, const std::stop_token &stop)
{
    TRY(const auto printed, carriedOut(connection, "make", known, stop));
    const QList<QByteArray> keys = hostKeysOnConsole(printed);
    if (keys.size() == 1)
        return keys.first();
    return Error{
        ErrorCode::Corrupt,
        QCoreApplication::translate("trainyard::CloudService", "The machine made a host key that cannot be read, and keeps its own."),
        QString::fromUtf8(printed.left(200))};
}

Result<void> useFreshHostKey(SshConnection &connection, const QByteArray &known, const std::stop_token &stop)
{
    TRY_DO(carriedOut(connection, "use", known, stop));
    return {};
}

}  // namespace trainyard
