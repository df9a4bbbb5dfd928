// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/cloudsweepcommand.h"

#include "app/cli/costjson.h"
#include "app/cli/jsonvalues.h"
#include "core/base/format.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>

namespace trainyard {

namespace {

struct SweepCommandWords {
    Q_DECLARE_TR_FUNCTIONS(trainyard::CloudCommands)
};

QJsonObject toJson(const SweepItem &item)
{
    const CloudResource &resource = item.resource;
    return {{QStringLiteral("account"), item.account},
            {QStringLiteral("kind"), resourceKindName(resource.kind)},
            {QStringLiteral("id"), resource.providerId},
            {QStringLiteral("region"), orNull(resource.region)},
            {QStringLiteral("name"), orNull(resource.name)},
            {QStringLiteral("state"), orNull(resource.state)},
            {QStringLiteral("belongs"), sweepOwnerName(item.owner)},
            {QStringLiteral("kept"), item.kept ? QJsonValue(*item.kept) : QJsonValue()},
            {QStringLiteral("created"), timeOrNull(resource.created)},
            {QStringLiteral("gibibytes"), resource.gibibytes < 0 ? QJsonValue() : QJsonValue(resource.gibibytes)},
            {QStringLiteral("per_day"), amountJson(resource.perDay)},
            {QStringLiteral("currency"), resource.perDay ? QJsonValue(currencyCode(resource.perDay->currency())) : QJsonValue()}};
}

QString belongsText(SweepOwner owner)
{
    switch (owner) {
    case SweepOwner::Live: return SweepCommandWords::tr("a machine");
    case SweepOwner::Orphan: return SweepCommandWords::tr("nothing");
    case SweepOwner::Other: return SweepCommandWords::tr("another Trainyard");
    case SweepOwner::Stranger: return SweepCommandWords::tr("not Trainyard");
    }
    Q_UNREACHABLE();
}

// Of one store: what was begun so long ago that nothing is at it any more.
QList<UnfinishedUpload> abandoned(const StoreUploads &store)
{
    constexpr qint64 kADay = 86'400;
    QList<UnfinishedUpload> old = store.uploads;
    const qint64 since = QDateTime::currentSecsSinceEpoch() - kADay;
    old.removeIf([since](const UnfinishedUpload &one) { return one.begun > since; });
    return old;
}

// A key that may not list them, and a store that cannot, is no trouble of the account.
bool isUnlooked(const StoreUploads &store)
{
    return store.problem && store.problem->code != ErrorCode::PermissionDenied && store.problem->code != ErrorCode::Unsupported;
}

bool hasLeftovers(const QList<StoreUploads> &stores)
{
    return std::any_of(stores.begin(), stores.end(), [](const StoreUploads &one) { return isUnlooked(one) || !abandoned(one).isEmpty(); });
}

QJsonArray uploadsJson(const QList<StoreUploads> &stores)
{
    QJsonArray all;
    for (const StoreUploads &store : stores) {
        for (const UnfinishedUpload &upload : abandoned(store)) {
            all << QJsonObject{{QStringLiteral("store"), store.store},
                               {QStringLiteral("key"), upload.key},
                               {QStringLiteral("begun"), timeOrNull(QDateTime::fromSecsSinceEpoch(upload.begun, Qt::UTC))}};
        }
    }
    return all;
}

void printUploads(Console &console, const QList<StoreUploads> &stores)
{
    for (const StoreUploads &store : stores) {
        const auto old = abandoned(store);
        if (!old.isEmpty()) {
            console.print(
                SweepCommandWords::tr("The store “%1” has %n upload(s) that were never finished, whose parts cost money. They are "
                                      "listed by: yard store check %1, and deleted by: yard store check --abort-uploads %1",
                                      nullptr, static_cast<int>(old.size()))
                    .arg(store.store));
        }
        if (store.problem)
            console.say(
                SweepCommandWords::tr("The uploads of the store “%1” were not looked at: %2").arg(store.store, store.problem->what));
    }
}

QJsonObject toJson(const SweepReport &report, const QStringList &given, const QList<StoreUploads> &stores)
{
    QJsonArray items, unanswered;
    for (const SweepItem &item : report.items)
        items << toJson(item);
    for (auto one = report.unanswered.cbegin(); one != report.unanswered.cend(); ++one)
        unanswered << QJsonObject{{QStringLiteral("account"), one.key()}, {QStringLiteral("error"), one->what}};
    for (const StoreUploads &store : stores) {
        if (store.problem)
            unanswered << QJsonObject{{QStringLiteral("store"), store.store}, {QStringLiteral("error"), store.problem->what}};
    }
    return {{QStringLiteral("checked"), timeOrNull(report.when)},
            {QStringLiteral("items"), items},
            {QStringLiteral("uploads"), uploadsJson(stores)},
            {QStringLiteral("unanswered"), unanswered},
            {QStringLiteral("given_back"), QJsonArray::fromStringList(given)}};
}

void printSweep(Console &console, const SweepReport &report)
{
    QList<QStringList> rows{{QStringLiteral("ACCOUNT"), QStringLiteral("KIND"), QStringLiteral("ID"), QStringLiteral("REGION"),
                             QStringLiteral("PER DAY"), QStringLiteral("BELONGS TO"), QStringLiteral("NAME")}};
    std::map<Currency, Money> perDay;
    for (const SweepItem &item : report.items) {
        const CloudResource &one = item.resource;
        rows << QStringList{item.account,
                            resourceKindName(one.kind),
                            one.providerId,
                            one.region,
                            one.perDay ? formatMoney(*one.perDay) : unknownWord(),
                            item.kept ? SweepCommandWords::tr("%1, kept").arg(belongsText(item.owner)) : belongsText(item.owner),
                            one.name.isEmpty() ? QStringLiteral("-") : one.name};
        if (item.owner != SweepOwner::Orphan || item.kept || !one.perDay)
            continue;
        const auto sum = perDay.emplace(one.perDay->currency(), Money(0, one.perDay->currency())).first;
        sum->second = sum->second.plus(*one.perDay).value_or(sum->second);
    }
    if (rows.size() > 1)
        console.printTable(rows);
    const QList<SweepItem> orphans = report.orphans();
    if (orphans.isEmpty() && report.unanswered.isEmpty())
        console.print(SweepCommandWords::tr("Nothing that Trainyard made costs money without a machine."));
    if (!orphans.isEmpty()) {
        QStringList sums;
        for (const auto &[currency, money] : perDay)
            sums << formatMoney(money);
        console.print(
            SweepCommandWords::tr("%n thing(s) that Trainyard made belong to nothing any more (%1 per day). Give them back with: yard "
                                  "cloud sweep --all",
                                  nullptr, static_cast<int>(orphans.size()))
                .arg(sums.isEmpty() ? unknownWord() : sums.join(QStringLiteral(" + "))));
    }
    for (auto one = report.unanswered.cbegin(); one != report.unanswered.cend(); ++one)
        console.say(SweepCommandWords::tr("The account “%1” was not looked at: %2").arg(one.key(), one->what));
}

// The chosen ones; InvalidInput names an id that is not there. Machines come first, because their disks are in use until then.
Result<QList<SweepItem>> chosenItems(const SweepReport &report, const Options &options)
{
    const QStringList own = options.valuesOf(QStringLiteral("--give-back")), foreign = options.valuesOf(QStringLiteral("--not-mine"));
    QList<SweepItem> chosen = options.has(QStringLiteral("--all")) ? report.orphans() : QList<SweepItem>();
    for (const QString &id : own + foreign) {
        bool isThere = false;
        for (const SweepItem &item : report.items) {
            if (item.resource.providerId != id)
                continue;
            const bool isChosen = std::any_of(chosen.begin(), chosen.end(), [&item](const SweepItem &one) {
                return one.account == item.account && one.resource == item.resource;
            });
            isThere = true;
            if (!isChosen)
                chosen << item;
        }
        if (!isThere) {
            return Error{
                ErrorCode::NotFound,
                SweepCommandWords::tr("Nothing in the accounts has the id %1. `yard cloud sweep` lists all ids.").arg(id.left(100)),
                {}};
        }
    }
    std::stable_sort(chosen.begin(), chosen.end(),
                     [](const SweepItem &a, const SweepItem &b) { return a.resource.kind < b.resource.kind; });
    return chosen;
}

}  // namespace

QString cloudSweepUsage() { return QStringLiteral("cloud sweep [--account NAME] [--give-back ID]… [--all] [--not-mine ID]…"); }

int sweepClouds(CommandContext &context, const Command &self)
{
    const QString account = QStringLiteral("--account"), foreign = QStringLiteral("--not-mine");
    const auto options = readOptions(context.arguments, {account, QStringLiteral("--give-back"), foreign}, {QStringLiteral("--all")},
                                     {0, 0, SweepCommandWords::tr("Name what to give back with --give-back ID.")});
    if (!options)
        return usageError(context, self, options.error().what);
    Console &console = context.console;
    const auto look = [&] { return console.wait(context.services.clouds.sweep(options->valuesOf(account), console.stop())); };
    auto report = look();
    if (!report)
        return console.fail(report.error());
    // Uploads are the stores' and no account's.
    const bool hasStores = !options->has(account);
    const auto stores = hasStores ? console.wait(context.services.stores.unfinished(console.stop())) : Result<QList<StoreUploads>>();
    if (!stores)
        return console.fail(stores.error());
    if (report->items.isEmpty() && report->unanswered.isEmpty() && stores->isEmpty() && !console.isJson) {
        const auto accounts = context.services.database().accounts.all();
        if (accounts && accounts->isEmpty()) {
            console.print(SweepCommandWords::tr("No account is set up, so nothing was looked at. Add one with: yard cloud add KIND"));
            return 0;
        }
    }
    const auto chosen = chosenItems(*report, *options);
    if (!chosen)
        return console.fail(chosen.error());
    QStringList given;
    std::optional<Error> problem;
    for (const SweepItem &item : *chosen) {
        console.showStep(SweepCommandWords::tr("giving back %1").arg(item.resource.providerId));
        const bool mayBeOthers = options->valuesOf(foreign).contains(item.resource.providerId);
        const auto released = console.wait(context.services.clouds.release(item, mayBeOthers, console.stop()));
        console.showStep({});
        if (released)
            given << item.resource.providerId;
        else if (!problem || released.error().isCancelled())
            problem = released.error();
        if (!released && !console.isJson)
            console.say(item.resource.providerId + QStringLiteral(": ") + released.error().what);
        if (console.stop().stop_requested())
            return console.fail(cancelledError());
    }
    if (!chosen->isEmpty())
        report = look();
    if (!report)
        return console.fail(report.error());
    if (console.isJson) {
        console.print(toJson(*report, given, *stores));
    } else {
        if (!given.isEmpty())
            console.print(SweepCommandWords::tr("Given back, and gone: %1").arg(given.join(QStringLiteral(", "))));
        printSweep(console, *report);
        printUploads(console, *stores);
    }
    if (problem)
        return exitStatus(problem->code);
    return report->orphans().isEmpty() && report->unanswered.isEmpty() && !hasLeftovers(*stores) ? 0 : 1;
}

}  // namespace trainyard
