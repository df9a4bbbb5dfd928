// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/tunnelhold.h"
#include "core/service/machines/tunnelmanager.h"

#include <QCoreApplication>
#include <QTimer>

namespace trainyard {

namespace {

QJsonObject toJson(const TunnelRecord &record)
{
    QJsonObject object;
    object[QStringLiteral("machine")] = record.machine;
    object[QStringLiteral("remote")] = displayed(record.remote);
    object[QStringLiteral("address")] = record.localAddress();
    object[QStringLiteral("local_port")] = record.localPort;
    object[QStringLiteral("pid")] = record.pid;
    return object;
}

}  // namespace

int holdTunnel(CommandContext &context, quint16 localPort, const QString &saidAlready)
{
    TunnelManager &tunnels = context.services.tunnels;
    QString said = saidAlready;
    bool isOver = false;
    QTimer look;
    QObject::connect(&look, &QTimer::timeout, &tunnels, [&] {
        const QList<OpenTunnel> open = tunnels.tunnels();
        isOver = open.isEmpty();
        if (isOver || context.console.stop().stop_requested()) {
            QCoreApplication::quit();
            return;
        }
        const TunnelState state = open.first().state;
        if (state.problem.what == said)
            return;
        if (!state.problem.what.isEmpty())
            context.console.say(QStringLiteral("yard: ") + state.problem.what);
        else
            context.console.say(QCoreApplication::translate("trainyard::TunnelCommands", "The tunnel works again."));
        said = state.problem.what;
    });
    look.start(kLookMs);  // also for a closed tunnel and a lost link
    QCoreApplication::exec();
    tunnels.close(localPort);
    return isOver ? 0 : 130;
}

namespace {

int openTunnel(CommandContext &context, const Command &self)
{
    const auto options = readOptions(
        context.arguments, {}, {},
        {2, 2, QCoreApplication::translate("trainyard::TunnelCommands", "Name a machine, and a port or socket on it.")});
    if (!options)
        return usageError(context, self, options.error().what);
    const auto machine = context.services.database().machines.find(options->rest.first());
    if (!machine)
        return context.console.fail(machine.error());
    quint16 localPort = 0;
    const auto remote = parseTunnelAddress(options->rest.last(), &localPort);
    if (!remote)
        return usageError(context, self, remote.error().what);
    const auto opened = context.console.wait(context.services.tunnels.open(*machine, *remote, localPort, context.console.stop()));
    if (!opened)
        return context.console.fail(opened.error());

    const TunnelRecord &record = opened->record;
    const quint16 expected = localPort ? localPort : remote->port;
    if (expected != 0 && record.localPort != expected) {
        context.console.say(
            QCoreApplication::translate("trainyard::TunnelCommands", "Port %1 of this computer is in use; port %2 is used instead.")
                .arg(expected)
                .arg(record.localPort));
    }
    if (!opened->state.problem.what.isEmpty())
        context.console.say(QStringLiteral("yard: ") + opened->state.problem.what);
    if (context.console.isJson)
        context.console.print(toJson(record), true);
    else
        context.console.print(record.localAddress());
    context.console.say(QCoreApplication::translate("trainyard::TunnelCommands", "Forwarded to %1 on %2. Press Ctrl+C to close the tunnel.")
                            .arg(displayed(record.remote), record.machine));
    return holdTunnel(context, record.localPort, opened->state.problem.what);
}

int listTunnels(CommandContext &context, const Command &self)
{
    const auto words = readWords(
        context.arguments, 0, 0,
        QCoreApplication::translate("trainyard::TunnelCommands", "This command takes no arguments; it lists all tunnels."));
    if (!words)
        return usageError(context, self, words.error().what);
    const QList<TunnelRecord> records = context.services.tunnels.everyone().list();
    if (context.console.isJson) {
        QJsonArray array;
        for (const TunnelRecord &record : records)
            array << toJson(record);
        context.console.print(array);
        return 0;
    }
    QList<QStringList> rows{{QStringLiteral("ADDRESS"), QStringLiteral("MACHINE"), QStringLiteral("LEADS TO"), QStringLiteral("PID")}};
    for (const TunnelRecord &record : records)
        rows << QStringList{record.localAddress(), record.machine, displayed(record.remote), QString::number(record.pid)};
    context.console.printTable(rows);
    return 0;
}

int closeTunnel(CommandContext &context, const Command &self)
{
    const QString wanted = QCoreApplication::translate("trainyard::TunnelCommands", "Name the local port of the tunnel.");
    const auto words = readWords(context.arguments, 1, 1, wanted);
    bool isNumber = false;
    const quint16 number = words ? words->first().toUShort(&isNumber) : 0;
    if (!isNumber)
        return usageError(context, self, words ? wanted : words.error().what);
    const auto asked = context.services.tunnels.everyone().askToClose(number);
    return asked ? 0 : context.console.fail(asked.error());
}

}  // namespace

void addTunnelCommands(Commands &commands)
{
    Command &opening = commands[QStringLiteral("tunnel open")];
    opening = {QStringLiteral("tunnel open MACHINE [LOCALPORT:]PORT | [LOCALPORT:]HOST:PORT | [LOCALPORT:]/SOCKET"),
               QCoreApplication::translate("trainyard::TunnelCommands",
                                           "Forwards a port or socket of a machine to 127.0.0.1 of this computer until Ctrl+C."),
               [&opening](CommandContext &context) { return openTunnel(context, opening); }};
    Command &listing = commands[QStringLiteral("tunnel list")];
    listing = {
        QStringLiteral("tunnel list"),
        QCoreApplication::translate("trainyard::TunnelCommands", "Lists the open tunnels of the window and of all running yard commands."),
        [&listing](CommandContext &context) { return listTunnels(context, listing); }};
    Command &closing = commands[QStringLiteral("tunnel close")];
    closing = {
        QStringLiteral("tunnel close LOCALPORT"),
        QCoreApplication::translate("trainyard::TunnelCommands", "Closes a tunnel within a second, no matter which program opened it."),
        [&closing](CommandContext &context) { return closeTunnel(context, closing); }};
}

}  // namespace trainyard
