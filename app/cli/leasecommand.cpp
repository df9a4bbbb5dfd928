// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/jsonvalues.h"
#include "app/cli/optionreader.h"
#include "core/base/duration.h"

#include <QCoreApplication>

#include <algorithm>

namespace trainyard {

namespace {

using std::chrono::seconds;

QJsonValue secondsOrNull(seconds time) { return time == seconds(0) ? QJsonValue() : QJsonValue(qint64(time.count())); }

seconds left(seconds all, seconds used) { return std::max(seconds(0), all - used); }

QJsonObject toJson(const Run &run, const LeaseState &state)
{
    const Lease &lease = state.lease;
    const auto leftOf = [&](seconds all, seconds LeaseUse::*used) {
        return all == seconds(0) ? QJsonValue() : QJsonValue(qint64(left(all, state.use ? *state.use.*used : seconds(0)).count()));
    };
    return {{QStringLiteral("run"), run.id.text()},
            {QStringLiteral("lease_seconds"), secondsOrNull(lease.time)},
            {QStringLiteral("lease_left_seconds"), leftOf(lease.time, &LeaseUse::sinceRenewal)},
            {QStringLiteral("budget"), orNull(lease.budget)},
            {QStringLiteral("price_per_hour"), orNull(lease.price)},
            {QStringLiteral("budget_seconds"), secondsOrNull(lease.moneyTime)},
            {QStringLiteral("budget_left_seconds"), leftOf(lease.moneyTime, &LeaseUse::sinceStart)},
            {QStringLiteral("used_seconds"), state.use ? QJsonValue(qint64(state.use->sinceStart.count())) : QJsonValue()},
            {QStringLiteral("idle_seconds"), secondsOrNull(lease.idleTime)},
            {QStringLiteral("idle_below_percent"), lease.idlePercent},
            {QStringLiteral("heeds_spot_notice"), lease.heedsSpotNotice}};
}

void print(Console &console, const Run &run, const LeaseState &state)
{
    const Lease &lease = state.lease;
    const seconds used = state.use ? state.use->sinceRenewal : seconds(0), total = state.use ? state.use->sinceStart : seconds(0);
    const QString none = QCoreApplication::translate("trainyard::LeaseCommand", "no end");
    console.printTable(
        {{QCoreApplication::translate("trainyard::LeaseCommand", "Run"), run.id.text()},
         {QCoreApplication::translate("trainyard::LeaseCommand", "Lease"),
          lease.time == seconds(0) ? none
                                   : QCoreApplication::translate("trainyard::LeaseCommand", "%1 from the last renewal, %2 left")
                                         .arg(durationText(lease.time), durationText(left(lease.time, used)))},
         {QCoreApplication::translate("trainyard::LeaseCommand", "Budget"),
          lease.moneyTime == seconds(0)
              ? none
              : QCoreApplication::translate("trainyard::LeaseCommand", "%1 at %2 per hour: %3, %4 left")
                    .arg(lease.budget, lease.price, durationText(lease.moneyTime), durationText(left(lease.moneyTime, total)))},
         {QCoreApplication::translate("trainyard::LeaseCommand", "Idle"),
          lease.idleTime == seconds(0) ? QCoreApplication::translate("trainyard::LeaseCommand", "not watched")
                                       : QCoreApplication::translate("trainyard::LeaseCommand", "%1 below %2 % without progress")
                                             .arg(durationText(lease.idleTime))
                                             .arg(lease.idlePercent)}});
}

int lease(CommandContext &context, const Command &self)
{
    const auto options = readOptions(context.arguments, {QStringLiteral("--extend")}, {QStringLiteral("--renew")},
                                     {1, 1, QCoreApplication::translate("trainyard::LeaseCommand", "Name one run.")});
    if (!options)
        return usageError(context, self, options.error().what);
    OptionReader reader(*options);
    LeaseRequest request;
    request.isRenewed = options->has(QStringLiteral("--renew"));
    request.extendedBy = reader.time("--extend", false).value_or(seconds(0));
    if (reader.problem())
        return usageError(context, self, reader.problem()->what);
    if (request.isRenewed && request.extendedBy > seconds(0)) {
        return usageError(context, self,
                          QCoreApplication::translate("trainyard::LeaseCommand", "Use either --renew or --extend, not both."));
    }
    const auto run = findRun(context.services.database(), options->rest.first());
    if (!run)
        return context.console.fail(run.error());
    const auto state = context.console.wait(context.services.runs.lease(run->id, request, context.console.stop()));
    if (!state)
        return context.console.fail(state.error());
    if (context.console.isJson)
        context.console.print(toJson(*run, *state));
    else
        print(context.console, *run, *state);
    return 0;
}

}  // namespace

void addLeaseCommand(Commands &commands)
{
    Command &command = commands[QStringLiteral("run lease")];
    command = {QStringLiteral("run lease [--renew] [--extend TIME] RUN"),
               QCoreApplication::translate(
                   "trainyard::LeaseCommand",
                   "Shows how long a run may continue without this computer; --renew restarts the lease, --extend adds time."),
               [&command](CommandContext &context) { return lease(context, command); }};
}

}  // namespace trainyard
