// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/storage/database/pricetable.h"

#include "core/storage/database/internal/rowvalues.h"

#include <QHash>

namespace trainyard {

namespace {

constexpr int kMaxOfAnOffer = 64;
constexpr int kMaxRows = 200'000;
constexpr auto kPriceColumns = "provider, type, region, purchase, currency, nanos, as_of, source";

QString keyOf(const SeenPrice &price)
{
    return QStringList{price.provider, price.type, price.region, purchaseName(price.purchase)}.join(u'\n');
}

SeenPrice priceOf(const QSqlQuery &row)
{
    SeenPrice price;
    price.provider = row.value(0).toString();
    price.type = row.value(1).toString();
    price.region = row.value(2).toString();
    price.purchase = purchaseFromName(row.value(3).toString().toUtf8()).value_or(Purchase::OnDemand);
    price.price = Money(row.value(5).toLongLong(), currencyFromCode(row.value(4).toString().toUtf8()).value_or(Currency::USD));
    price.asOf = AsOf::fromNumber(row.value(6).toUInt());
    price.source = row.value(7).toString();
    return price;
}

Result<QList<SeenPrice>> selectPrices(const Database &database, const QString &provider, const QString &type)
{
    if (type.isEmpty())
        return rows(database, kPriceColumns, "prices WHERE provider = ? ORDER BY id", {fromText(provider)}, priceOf);
    return rows(database, kPriceColumns, "prices WHERE provider = ? AND type = ? ORDER BY id", {fromText(provider), fromText(type)},
                priceOf);
}

Result<void> insertPrices(Database &database, const QList<SeenPrice> &prices)
{
    struct Known {
        Money last;
        int count = 0;
    };
    QHash<QString, Known> known;
    QStringList providers;
    for (const SeenPrice &price : prices) {
        if (providers.contains(price.provider))
            continue;
        providers << price.provider;
        TRY(const auto before, selectPrices(database, price.provider, {}));
        for (const SeenPrice &one : before) {
            Known &entry = known[keyOf(one)];
            entry = {one.price, entry.count + 1};
        }
    }
    for (const SeenPrice &price : prices) {
        Known &entry = known[keyOf(price)];
        if (entry.count > 0 && entry.last == price.price)
            continue;
        const QVariantList place{fromText(price.provider), fromText(price.type), fromText(price.region), purchaseName(price.purchase)};
        TRY_DO(database.execute(
            QStringLiteral("INSERT INTO prices(provider, type, region, purchase, currency, nanos, as_of, source) "
                           "VALUES(?, ?, ?, ?, ?, ?, ?, ?)"),
            place + QVariantList{currencyCode(price.price.currency()), price.price.nanos(), price.asOf.number(), fromText(price.source)}));
        entry = {price.price, entry.count + 1};
        if (entry.count <= kMaxOfAnOffer)
            continue;
        TRY_DO(database.execute(
            QStringLiteral("DELETE FROM prices WHERE id = (SELECT min(id) FROM prices WHERE provider = ? AND type = ? AND region = ? "
                           "AND purchase = ?)"),
            place));
    }
    const auto trimmed = database.execute(QStringLiteral("DELETE FROM prices WHERE id <= (SELECT max(id) FROM prices) - ?"), {kMaxRows});
    return trimmed ? Result<void>() : Result<void>(trimmed.error());
}

}  // namespace

Result<void> PriceTable::add(const QList<SeenPrice> &prices)
{
    if (prices.isEmpty())
        return {};
    return m_database.write([&](Database &database) { return insertPrices(database, prices); });
}

Result<QList<SeenPrice>> PriceTable::find(const QString &provider, const QString &type) const
{
    return selectPrices(m_database, provider, type);
}

}  // namespace trainyard
