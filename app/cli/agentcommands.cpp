// SPDX-License-Identifier: GPL-3.0-or-later
// `yard agent`: what the window does in the background, without a window.
#include "app/cli/agentvoice.h"
#include "app/cli/commands.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QJsonObject>
#include <QTimer>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::AgentCommands)
};

QString holderText(const std::optional<AgentHolder> &holder)
{
    if (!holder)
        return Words::tr("No agent is running: start “yard agent” or open the window to send alerts, enforce budgets and renew leases.");
    //: a program, its number
    return Words::tr("%1 is acting as the agent (process %2).").arg(holder->program).arg(holder->pid);
}

// With the time at the front, as in a log; systemd stores it.
void log(CommandContext &context, const QString &text)
{
    context.console.print(QDateTime::currentDateTime().toString(Qt::ISODate) + QStringLiteral("  ") + text);
}

void sayWhetherActing(CommandContext &context, const Agent &agent)
{
    if (agent.isActing()) {
        log(context, Words::tr("Acting: sending alerts, enforcing budgets, renewing leases and applying checkpoint rules."));
        return;
    }
    const auto holder = Agent::holder(context.services.paths());
    log(context, holder ? Words::tr("Standing by: %1 (process %2) is acting.").arg(holder->program).arg(holder->pid)
                        : Words::tr("Standing by: another program is acting."));
}

int runAgent(CommandContext &context, const Command &self)
{
    const auto options = readOptions(context.arguments, {}, {},
                                     {0, 0, Words::tr("“yard agent” takes no names: it covers all runs and machines.")});
    if (!options)
        return usageError(context, self, options.error().what);
    Agent agent(context.services);
    giveVoice(agent, context.console);
    QObject::connect(&agent, &Agent::actingChanged, &agent, [&] { sayWhetherActing(context, agent); });
    QObject::connect(&agent.budgets(), &BudgetWatch::reached, &agent,
                     [&](const BudgetState &state) { log(context, budgetFact(state, context.services.database())); });
    QObject::connect(&agent.alerts(), &AlertWatch::noticed, &agent, [&](const QString &title) { log(context, title); });
    QObject::connect(&agent.rentals(), &RentalWatch::givenBack, &agent, [&](const QString &name, const QString &reason) {
        //: a machine, the reason
        log(context, Words::tr("%1 was given back: %2.").arg(name, reason));
    });
    QObject::connect(&agent.rentals(), &RentalWatch::unsaved, &agent, [&](const QString &name, const QString &text) {
        //: a machine, what is only there
        log(context, Words::tr("%1 is being given back. %2").arg(name, text));
    });
    QObject::connect(&agent.rentals(), &RentalWatch::becameReady, &agent,
                     [&](const QString &name) { log(context, Words::tr("%1 is ready.").arg(name)); });
    QObject::connect(&agent.rentals(), &RentalWatch::failed, &agent,
                     [&](const QString &name, const Error &error) { log(context, name + QStringLiteral(": ") + error.what); });
    QObject::connect(&agent.capacity(), &CapacityWatcher::failed, &agent,
                     [&](const QString &account, const Error &error) { log(context, account + QStringLiteral(": ") + error.what); });
    QObject::connect(&agent.prices(), &SpotPriceWatch::failed, &agent,
                     [&](const QString &account, const Error &error) { log(context, account + QStringLiteral(": ") + error.what); });
    std::optional<Error> outdated;
    QObject::connect(&agent, &Agent::outdated, &agent, [&](const Error &error) {
        outdated = error;
        QCoreApplication::quit();
    });
    QTimer look;
    QObject::connect(&look, &QTimer::timeout, &agent, [&] {
        if (context.console.stop().stop_requested() || !context.console.isOutputOpen())
            QCoreApplication::quit();
    });
    agent.start();
    if (!agent.isActing())
        sayWhetherActing(context, agent);
    look.start(kLookMs);
    if (!outdated)
        QCoreApplication::exec();
    if (outdated)
        return context.console.fail(*outdated);  // systemd starts the newer one
    // It was asked to stop: that is not a failure of a service.
    return context.console.isOutputOpen() ? 0 : 1;
}

int showAgentStatus(CommandContext &context, const Command &self)
{
    const auto options = readOptions(context.arguments, {}, {}, {0, 0, Words::tr("“yard agent status” takes no names.")});
    if (!options)
        return usageError(context, self, options.error().what);
    const auto holder = Agent::holder(context.services.paths());
    if (context.console.isJson) {
        QJsonObject object{{QStringLiteral("acting"), holder.has_value()}};
        if (holder) {
            object[QStringLiteral("program")] = holder->program;
            object[QStringLiteral("pid")] = holder->pid;
        }
        context.console.print(object);
    } else {
        context.console.print(holderText(holder));
    }
    return holder ? 0 : 1;
}

}  // namespace

void addAgentCommands(Commands &commands)
{
    const auto add = [&commands](const char *name, const QString &help, int (*run)(CommandContext &, const Command &)) {
        Command &command = commands[QLatin1String(name)];
        command = {QLatin1String(name), help, [&command, run](CommandContext &context) { return run(context, command); }};
    };
    add("agent",
        Words::tr("Sends alerts, enforces budgets, renews leases and applies checkpoint rules for all runs until Ctrl+C, without a "
                  "window. While another program does so, it stands by and takes over when that program ends."),
        runAgent);
    add("agent status", Words::tr("Shows which program is acting as the agent. Exit status 1: none."), showAgentStatus);
}

}  // namespace trainyard
