// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/storage/database/instancetable.h"

#include "core/storage/database/internal/database.h"
#include "core/storage/database/internal/rowvalues.h"

#include <QCoreApplication>
#include <QUuid>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::StateDatabase)
};

constexpr auto kInstanceColumns =
    "id, provider, account, client_token, owner, provider_id, name, offer, region, type, image, is_spot, settings, "
    "nanos, currency, step, minimum, state, reason, requested, since, rent_end";

Instance instanceOf(const QSqlQuery &row)
{
    Instance instance;
    InstanceRequest &request = instance.request;
    instance.id = InstanceId(row.value(0).toLongLong());
    request.providerKind = row.value(1).toString();
    request.account = row.value(2).toString();
    request.clientToken = row.value(3).toString();
    request.owner = row.value(4).toString();
    instance.providerId = row.value(5).toString();
    request.name = row.value(6).toString();
    request.offerId = row.value(7).toString();
    request.region = row.value(8).toString();
    request.type = row.value(9).toString();
    request.image = row.value(10).toString();
    request.isSpot = row.value(11).toBool();
    request.settings = toTexts(row.value(12));
    request.perHour = toMoney(row.value(13), row.value(14));
    request.billingStep = std::chrono::seconds(row.value(15).toLongLong());
    request.billingMinimum = std::chrono::seconds(row.value(16).toLongLong());
    // A damaged row is shown as an instance to return, not hidden.
    instance.state = instanceStateFromName(row.value(17).toString()).value_or(InstanceState::Failed);
    instance.reason = row.value(18).toString();
    instance.requested = toTime(row.value(19));
    instance.since = toTime(row.value(20));
    request.end = storedRentEnd(row.value(21).toString());
    return instance;
}

// For kInstanceColumns, without the id.
QVariantList valuesOf(const Instance &instance)
{
    const InstanceRequest &request = instance.request;
    const auto price = request.perHour;
    return {fromText(request.providerKind),
            fromText(request.account),
            fromText(request.clientToken),
            fromText(request.owner),
            fromText(instance.providerId),
            fromText(request.name),
            fromText(request.offerId),
            fromText(request.region),
            fromText(request.type),
            fromText(request.image),
            request.isSpot,
            fromTexts(request.settings),
            price ? QVariant(price->nanos()) : QVariant(),
            price ? QVariant(currencyCode(price->currency())) : QVariant(QStringLiteral("")),
            qint64(request.billingStep.count()),
            qint64(request.billingMinimum.count()),
            instanceStateName(instance.state),
            fromText(instance.reason),
            fromTime(instance.requested),
            fromTime(instance.since),
            fromText(request.end.text())};
}

Result<QList<Instance>> select(const Database &database, const char *rest, const QVariantList &values = {})
{
    return rows(database, kInstanceColumns, rest, values, instanceOf);
}

QString noInstance() { return Words::tr("There is no such rented machine: check the list of machines."); }

Result<Instance> findInstance(const Database &database, InstanceId id)
{
    return onlyOne(select(database, "instances WHERE id = ?", {fromId(id)}), noInstance());
}

Result<Instance> findInstance(const Database &database, const InstanceRequest &request)
{
    return onlyOne(select(database, "instances WHERE provider = ? AND account = ? AND client_token = ? AND state <> 'gone'",
                          {fromText(request.providerKind), fromText(request.account), fromText(request.clientToken)}),
                   noInstance());
}

QDateTime now() { return toTime(fromTime(QDateTime::currentDateTimeUtc())); }

}  // namespace

Result<Instance> InstanceTable::request(InstanceRequest request)
{
    if (request.clientToken.isEmpty())
        request.clientToken = QUuid::createUuid().toString(QUuid::WithoutBraces);
    if (request.owner.isEmpty()) {
        TRY(const auto own, owner());
        request.owner = own;
    }
    Instance instance;
    const auto written = m_database.write([&](Database &database) -> Result<void> {
        const auto known = findInstance(database, request);
        if (known)
            instance = *known;
        if (known || known.error().code != ErrorCode::NotFound)
            return known ? Result<void>() : Result<void>(known.error());
        instance.request = request;
        instance.requested = instance.since = now();
        const QVariantList values = valuesOf(instance);
        TRY(auto inserted,
            database.select(QStringLiteral("INSERT INTO instances(provider, account, client_token, owner, provider_id, name, "
                                           "offer, region, type, image, is_spot, settings, nanos, currency, step, minimum, "
                                           "state, reason, requested, since, rent_end) VALUES(%1)")
                                .arg(placeholders(values.size())),
                            values));
        instance.id = InstanceId(inserted.lastInsertId().toLongLong());
        return {};
    });
    if (!written)
        return written.error();
    return instance;
}

Result<Instance> InstanceTable::update(InstanceId id, const std::function<void(Instance &)> &change)
{
    Instance changed;
    const auto written = m_database.write([&](Database &database) -> Result<void> {
        TRY(const auto found, findInstance(database, id));
        changed = found;
        change(changed);
        changed.id = found.id;
        changed.request.clientToken = found.request.clientToken;
        if (changed.state != found.state) {
            if (!canFollow(found.state, changed.state)) {
                return Error{ErrorCode::AlreadyExists,
                             Words::tr("Another program changed this machine at the same time: look at its state, then try again."),
                             instanceStateName(found.state) + QStringLiteral(" -> ") + instanceStateName(changed.state)};
            }
            changed.since = now();
        }
        const auto updated = database.execute(
            QStringLiteral("UPDATE instances SET provider = ?, account = ?, client_token = ?, owner = ?, provider_id = ?, name = ?, "
                           "offer = ?, region = ?, type = ?, image = ?, is_spot = ?, settings = ?, nanos = ?, currency = ?, step = ?, "
                           "minimum = ?, state = ?, reason = ?, requested = ?, since = ?, rent_end = ? WHERE id = ?"),
            valuesOf(changed) << fromId(id));
        return updated ? Result<void>() : Result<void>(updated.error());
    });
    if (!written)
        return written.error();
    return changed;
}

Result<Instance> InstanceTable::find(InstanceId id) const { return findInstance(m_database, id); }

Result<Instance> InstanceTable::find(const InstanceRequest &request) const { return findInstance(m_database, request); }

Result<QList<Instance>> InstanceTable::all() const { return select(m_database, "instances ORDER BY id DESC"); }

Result<QList<Instance>> InstanceTable::live() const { return select(m_database, "instances WHERE state <> 'gone' ORDER BY id DESC"); }

Result<QString> InstanceTable::owner() const
{
    const auto found = rows(m_database, "owner", "installation", {}, [](const QSqlQuery &row) { return row.value(0).toString(); });
    return onlyOne(found, Words::tr("The database was not made by Trainyard: move it away or restore a copy."));
}

}  // namespace trainyard
