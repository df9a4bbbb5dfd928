// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/storage/database/watchtable.h"

#include "core/storage/database/internal/database.h"
#include "core/storage/database/internal/rowvalues.h"

#include <QCoreApplication>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::StateDatabase)
};

constexpr auto kWatchColumns = "name, wanted, state, token, outcome, added, since, looked";

QVariant wantedOf(const CapacityWatch &watch)
{
    return fromTexts({{QStringLiteral("gpu"), watch.gpu},
                      {QStringLiteral("gpus"), QString::number(watch.gpus)},
                      {QStringLiteral("most"), QString::number(watch.most.nanos())},
                      {QStringLiteral("currency"), currencyCode(watch.most.currency())},
                      {QStringLiteral("spot"), watch.isSpot ? QStringLiteral("yes") : QString()},
                      {QStringLiteral("accounts"), watch.accounts.join(u'\n')},
                      {QStringLiteral("regions"), watch.regions.join(u'\n')},
                      {QStringLiteral("rent"), watch.action == WatchAction::Rent ? QStringLiteral("yes") : QString()},
                      {QStringLiteral("until"), watch.until},
                      {QStringLiteral("machine"), watch.machineName},
                      {QStringLiteral("image"), watch.image},
                      {QStringLiteral("key"), watch.keyName},
                      {QStringLiteral("from"), watch.ownAddress},
                      {QStringLiteral("disk"), QString::number(watch.diskGiB)}});
}

std::optional<CapacityWatch> watchOf(const QSqlQuery &row)
{
    const QMap<QString, QString> wanted = toTexts(row.value(1));
    const auto text = [&wanted](const char *key) { return wanted.value(QLatin1String(key)); };
    const auto most = toMoney(text("most"), text("currency"));
    const auto state = watchStateFromName(row.value(2).toString());
    if (!most || !state)
        return std::nullopt;
    CapacityWatch watch;
    watch.name = row.value(0).toString();
    watch.gpu = text("gpu");
    watch.gpus = text("gpus").toInt();
    watch.most = *most;
    watch.isSpot = !text("spot").isEmpty();
    watch.accounts = text("accounts").split(u'\n', Qt::SkipEmptyParts);
    watch.regions = text("regions").split(u'\n', Qt::SkipEmptyParts);
    watch.action = text("rent").isEmpty() ? WatchAction::Tell : WatchAction::Rent;
    watch.until = text("until");
    watch.machineName = text("machine");
    watch.image = text("image");
    watch.keyName = text("key");
    watch.ownAddress = text("from");
    watch.diskGiB = text("disk").toInt();
    watch.state = *state;
    watch.token = row.value(3).toString();
    watch.outcome = row.value(4).toString();
    watch.added = toTime(row.value(5));
    watch.since = toTime(row.value(6));
    watch.looked = toTime(row.value(7));
    return watch;
}

Result<CapacityWatch> findWatch(const Database &database, const QString &name)
{
    return onlyOne(readableRows(database, kWatchColumns, "capacity_watches WHERE name = ?", {fromText(name)}, watchOf),
                   Words::tr("There is no watch “%1”. `yard cloud watch list` lists all watches.").arg(name.left(100)));
}

Result<QStringList> unreadableNames(const Database &database)
{
    TRY(const auto names, rows(database, kWatchColumns, "capacity_watches ORDER BY name", {},
                               [](const QSqlQuery &row) { return watchOf(row) ? QString() : row.value(0).toString(); }));
    QStringList unread(names);
    unread.removeAll(QString());
    return unread;
}

}  // namespace

Result<CapacityWatch> WatchTable::add(CapacityWatch watch)
{
    watch.added = watch.since = wholeSeconds(QDateTime::currentDateTimeUtc());
    watch.looked = {};
    watch.state = WatchState::Watching;
    TRY_DO(checkWatch(watch, watch.added));
    TRY_DO(m_database.write([&](Database &database) -> Result<void> {
        TRY(const auto unread, unreadableNames(database));
        if (unread.contains(watch.name)) {
            return Error{ErrorCode::AlreadyExists,
                         Words::tr("There is a watch “%1” that cannot be read: remove it with `yard cloud watch remove %1`, or use another "
                                   "name.")
                             .arg(watch.name),
                         {}};
        }
        if (findWatch(database, watch.name)) {
            return Error{ErrorCode::AlreadyExists,
                         Words::tr("There is already a watch “%1”: remove it first, or use another name.").arg(watch.name),
                         {}};
        }
        const auto inserted = database.execute(
            QStringLiteral("INSERT INTO capacity_watches(name, wanted, state, token, outcome, added, since, looked) VALUES(%1)")
                .arg(placeholders(8)),
            {fromText(watch.name), wantedOf(watch), watchStateName(watch.state), fromText(watch.token), fromText(watch.outcome),
             fromTime(watch.added), fromTime(watch.since), fromTime(watch.looked)});
        return inserted ? Result<void>() : Result<void>(inserted.error());
    }));
    return watch;
}

Result<CapacityWatch> WatchTable::find(const QString &name) const { return findWatch(m_database, name); }

Result<QList<CapacityWatch>> WatchTable::all() const
{
    return readableRows(m_database, kWatchColumns, "capacity_watches ORDER BY name", {}, watchOf);
}

Result<QStringList> WatchTable::unreadable() const { return unreadableNames(m_database); }

Result<CapacityWatch> WatchTable::update(const QString &name, const std::function<bool(CapacityWatch &)> &change)
{
    CapacityWatch changed;
    TRY_DO(m_database.write([&](Database &database) -> Result<void> {
        TRY(changed, findWatch(database, name));
        const CapacityWatch before = changed;
        if (!change(changed)) {
            return Error{ErrorCode::AlreadyExists, Words::tr("Another program was faster with the watch “%1”.").arg(name.left(100)), {}};
        }
        if (changed.state != before.state)
            changed.since = wholeSeconds(QDateTime::currentDateTimeUtc());
        const auto written = database.execute(
            QStringLiteral("UPDATE capacity_watches SET state = ?, token = ?, outcome = ?, since = ?, looked = ? WHERE name = ?"),
            {watchStateName(changed.state), fromText(changed.token), fromText(changed.outcome), fromTime(changed.since),
             fromTime(changed.looked), fromText(name)});
        return written ? Result<void>() : Result<void>(written.error());
    }));
    return changed;
}

Result<void> WatchTable::remove(const QString &name)
{
    return m_database.write([&](Database &database) -> Result<void> {
        TRY(const auto unread, unreadableNames(database));
        const auto watch = findWatch(database, name);
        if (!watch && !unread.contains(name))
            return watch.error();
        if (watch && watch->state == WatchState::Renting) {
            return Error{
                ErrorCode::AlreadyExists,
                Words::tr("The watch “%1” is renting a machine now: wait until it has ended, then give that machine back.").arg(name),
                {}};
        }
        const auto removed = database.execute(QStringLiteral("DELETE FROM capacity_watches WHERE name = ?"), {fromText(name)});
        return removed ? Result<void>() : Result<void>(removed.error());
    });
}

}  // namespace trainyard
