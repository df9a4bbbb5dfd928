// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/agentvoice.h"
#include "app/cli/commands.h"
#include "app/cli/optionreader.h"
#include "core/observe/alert/alertpayload.h"
#include "core/service/notify/commandnotice.h"
#include "core/service/notify/webhooknotice.h"
#include "core/storage/database/alertfiles.h"

#include <QCoreApplication>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::AlertCommands)
};

constexpr int kUsual = 50, kMax = 5000;

QString local(const QDateTime &time)
{
    return time.isValid() ? time.toLocalTime().toString(QStringLiteral("yyyy-MM-dd HH:mm")) : QStringLiteral("-");
}

int printAlerts(CommandContext &context, const Result<QList<Alert>> &alerts, const QString &whenNone)
{
    if (!alerts)
        return context.console.fail(alerts.error());
    if (context.console.isJson) {
        QJsonArray array;
        for (const Alert &alert : *alerts)
            array << alertJson(alert);
        context.console.print(array);
        return 0;
    }
    if (alerts->isEmpty()) {
        context.console.print(whenNone);
        return 0;
    }
    QList<QStringList> rows{{QStringLiteral("ID"), QStringLiteral("SEVERITY"), QStringLiteral("OPENED"), QStringLiteral("CLEARED"),
                             QStringLiteral("SEEN"), QStringLiteral("WHAT")}};
    for (const Alert &alert : *alerts) {
        rows << QStringList{QString::number(alert.id.number()),
                            alertSeverityName(alert.severity),
                            local(alert.opened),
                            local(alert.cleared),
                            alert.acknowledged.isValid() ? QStringLiteral("yes") : QStringLiteral("-"),
                            alertTitle(alert).simplified()};
    }
    context.console.printTable(rows);
    return 0;
}

int listAlerts(CommandContext &context, const Command &self)
{
    const auto words = readWords(context.arguments, 0, 0, Words::tr("This command takes no arguments."));
    if (!words)
        return usageError(context, self, words.error().what);
    return printAlerts(context, context.services.database().alerts.allOpen(), Words::tr("No open alerts."));
}

int listPastAlerts(CommandContext &context, const Command &self)
{
    const auto options = readOptions(context.arguments, {QStringLiteral("--limit")}, {}, {0, 1, Words::tr("Name one run, or none.")});
    if (!options)
        return usageError(context, self, options.error().what);
    int most = kUsual;
    if (options->has(QStringLiteral("--limit"))) {
        bool isNumber = false;
        most = options->value(QStringLiteral("--limit")).toInt(&isNumber);
        if (!isNumber || most < 1 || most > kMax)
            return usageError(context, self, Words::tr("--limit takes a number from 1 to %1.").arg(kMax));
    }
    RunId run;
    if (!options->rest.isEmpty()) {
        const auto found = findRun(context.services.database(), options->rest.first());
        if (!found)
            return context.console.fail(found.error());
        run = found->id;
    }
    return printAlerts(context, context.services.database().alerts.newest(most, run), Words::tr("No alerts have been recorded."));
}

int acknowledgeAlert(CommandContext &context, const Command &self)
{
    const QString wanted = Words::tr("Name one alert by its number.");
    const auto words = readWords(context.arguments, 1, 1, wanted);
    bool isNumber = false;
    const AlertId id(words ? words->first().toLongLong(&isNumber) : 0);
    if (!isNumber)
        return usageError(context, self, words ? wanted : words.error().what);
    const auto all = context.services.database().alerts.newest(kMax);
    if (!all)
        return context.console.fail(all.error());
    const bool isThere = std::any_of(all->begin(), all->end(), [id](const Alert &alert) { return alert.id == id; });
    if (!isThere)
        return context.console.fail(
            {ErrorCode::NotFound, Words::tr("There is no alert %1. `yard alert history` lists all alerts.").arg(id.number()), {}});
    const auto seen = context.services.database().alerts.acknowledge(id);
    return seen ? 0 : context.console.fail(seen.error());
}

struct Tested {
    AlertChannel way;
    std::optional<Error> problem;
};

Tested testOf(AlertChannel way, CommandContext &context, const AlertSettings &settings, const AlertNotice &notice)
{
    switch (way) {
    case AlertChannel::Desktop:
        if (!tellDesktop(notice.title(), notice.alerts.first().detail))
            return {way, Error{ErrorCode::Unreachable, Words::tr("No desktop session can show notifications here."), {}}};
        break;
    case AlertChannel::Command:
        if (const auto ran = runNoticeCommand(settings.command, notice, context.console.stop()); !ran)
            return {way, ran.error()};
        break;
    case AlertChannel::Webhook: {
        const auto address = loadWebhook(context.services.paths());
        if (!address)
            return {way, address.error()};
        if (const auto sent = sendToWebhook(*address, settings.format, notice, context.console.stop()); !sent)
            return {way, sent.error()};
        break;
    }
    }
    return {way, {}};
}

int testAlerts(CommandContext &context, const Command &self)
{
    const auto words = readWords(context.arguments, 0, 0, Words::tr("This command takes no arguments."));
    if (!words)
        return usageError(context, self, words.error().what);
    const auto settings = loadAlertSettings(context.services.paths());
    if (!settings)
        return context.console.fail(settings.error());
    if (settings->ways.isEmpty())
        return context.console.fail({ErrorCode::InvalidInput, Words::tr("No alert channel is set up. Choose one in the settings."), {}});
    const AlertNotice notice = testNotice(QDateTime::currentDateTimeUtc());
    QJsonArray array;
    bool isGood = true;
    for (const AlertChannel way : settings->ways) {
        const Tested tested = testOf(way, context, *settings, notice);
        if (tested.problem && tested.problem->isCancelled())
            return context.console.fail(*tested.problem);
        isGood = isGood && !tested.problem;
        if (context.console.isJson) {
            array << QJsonObject{{QStringLiteral("way"), alertWayName(way)},
                                 {QStringLiteral("sent"), !tested.problem},
                                 {QStringLiteral("problem"), tested.problem ? QJsonValue(tested.problem->what) : QJsonValue()}};
        } else {
            context.console.print(alertWayName(way) + QStringLiteral(": ") + (tested.problem ? tested.problem->what : Words::tr("sent")));
        }
    }
    if (context.console.isJson)
        context.console.print(array);
    return isGood ? 0 : 1;
}

// Prints what opens, changes and clears, whichever program found it.
class AlertPrinter {
public:
    explicit AlertPrinter(CommandContext &context) : m_context(context) {}

    void printNew()
    {
        const qint64 counter = m_context.services.database().changeCounter();
        if (std::exchange(m_counter, counter) == counter)
            return;
        const auto latest = m_context.services.database().alerts.newest(kUsual);
        if (!latest)
            return;
        for (auto alert = latest->rbegin(); alert != latest->rend(); ++alert) {
            const auto known = m_known.constFind(alert->id);
            if (known == m_known.constEnd()) {
                // Alerts that ended before this command began are history.
                if (alert->isOpen() || m_hasBegun)
                    print(alert->isEvent() ? "happened" : "opened", *alert);
                if (!alert->isOpen() && !alert->isEvent() && m_hasBegun)
                    print("cleared", *alert);
            } else if (known->isOpen() && !alert->isOpen()) {
                print("cleared", *alert);
            } else if (known->gpus != alert->gpus || known->hasNoData != alert->hasNoData) {
                print("changed", *alert);
            }
            m_known[alert->id] = *alert;
        }
        m_hasBegun = true;
    }

private:
    void print(const char *event, const Alert &alert)
    {
        if (m_context.console.isJson) {
            QJsonObject object = alertJson(alert);
            object[QStringLiteral("event")] = QLatin1String(event);
            m_context.console.print(object, true);
            return;
        }
        const QDateTime when = alert.isOpen() || alert.isEvent() ? alert.opened : alert.cleared;
        m_context.console.print(local(when) + QStringLiteral("  ") + QLatin1String(event).toString().leftJustified(9)
                                + alertTitle(alert).simplified());
    }

    CommandContext &m_context;
    QHash<AlertId, Alert> m_known;
    qint64 m_counter = -2;  // a value that no database has
    bool m_hasBegun = false;
};

int watchAlerts(CommandContext &context, const Command &self)
{
    const auto options = readOptions(context.arguments, {}, {});
    if (!options)
        return usageError(context, self, options.error().what);
    QList<RunId> runs;
    for (const QString &what : options->rest) {
        const auto run = findRun(context.services.database(), what);
        if (!run)
            return context.console.fail(run.error());
        runs << run->id;
    }
    Agent agent(context.services);
    giveVoice(agent, context.console);
    AlertPrinter printer(context);
    QTimer look;
    QObject::connect(&look, &QTimer::timeout, &agent, [&] {
        printer.printNew();
        if (context.console.stop().stop_requested() || !context.console.isOutputOpen())
            QCoreApplication::quit();
    });
    printer.printNew();
    if (runs.isEmpty())
        agent.start();
    else
        agent.standInFor(runs);
    look.start(kLookMs);
    QCoreApplication::exec();
    return context.console.isOutputOpen() ? 130 : 0;
}

}  // namespace

void addAlertCommands(Commands &commands)
{
    const auto add = [&commands](const char *name, const char *usage, const QString &help, int (*run)(CommandContext &, const Command &)) {
        Command &command = commands[QLatin1String(name)];
        command = {QString::fromUtf8(usage), help, [&command, run](CommandContext &context) { return run(context, command); }};
    };
    add("alert list", "alert list", Words::tr("Lists open alerts."), listAlerts);
    add("alert history", "alert history [RUN] [--limit N]",
        Words::tr("Lists past alerts, newest first. Name a run to list only its alerts."), listPastAlerts);
    add("alert acknowledge", "alert acknowledge ID", Words::tr("Acknowledges an alert."), acknowledgeAlert);
    add("alert test", "alert test", Words::tr("Sends a test alert through every configured channel."), testAlerts);
    add("alert watch", "alert watch [RUN…]",
        Words::tr(
            "Follows runs, sends alerts and prints them until Ctrl+C. Without a name: all active runs, and all machines without a run."),
        watchAlerts);
}

}  // namespace trainyard
