// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/clocks/addressprices.h"

#include "core/knowledge/clocks/internal/clocksfile.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <array>

namespace trainyard {

namespace {

struct AddressWords {
    Q_DECLARE_TR_FUNCTIONS(trainyard::AddressPrices)
};

constexpr std::array<const char *, 3> kUses{"in-use", "spot", "idle"};

Result<AddressPrice> readAddressPrice(const QJsonObject &json, const QJsonObject &sources, qsizetype number)
{
    const auto text = [&json](const char *name) { return json.value(QLatin1String(name)).toString(); };
    const auto corrupt = [number](const char *what) {
        return Error{ErrorCode::Corrupt, QStringLiteral("address price %1: %2").arg(number).arg(QLatin1String(what)), {}};
    };
    AddressPrice price;
    price.provider = text("provider");
    const auto use = std::find(kUses.begin(), kUses.end(), text("use"));
    if (price.provider.isEmpty() || use == kUses.end())
        return corrupt("no provider, or an unknown use");
    price.use = AddressUse(use - kUses.begin());
    const QJsonArray regions = json.value(QLatin1String("regions")).toArray();
    for (const QJsonValue &region : regions)
        price.regions.names << region.toString();
    const QStringList amount = text("per_hour").split(u' ');
    const auto currency = currencyFromCode(amount.value(1).toLatin1());
    const auto money = currency ? Money::parse(amount.first().toLatin1(), *currency) : Result<Money>(Error{});
    constexpr qint64 most = 10 * Money::kNanosPerUnit;  // above it, something was mistyped
    if (!money || money->nanos() < 0 || money->nanos() > most)
        return corrupt("no price");
    price.perHour = *money;
    const QJsonObject source = sources.value(text("source")).toObject();
    const auto asOf = AsOf::parse(text("as_of").toLatin1());
    const QString status = text("status");
    price.link = source.value(QLatin1String("link")).toString();
    price.from.source = source.value(QLatin1String("title")).toString();
    if (price.from.source.isEmpty() || !price.link.startsWith(QLatin1String("https://")) || !asOf
        || (status != knowledgeName(Knowledge::Verified) && status != knowledgeName(Knowledge::Recalled)))
        return corrupt("no source, date or status");
    price.from.asOf = *asOf;
    price.from.knowledge = status == knowledgeName(Knowledge::Verified) ? Knowledge::Verified : Knowledge::Recalled;
    return price;
}

}  // namespace

Result<QList<AddressPrice>> parseAddressPrices(const QByteArray &json)
{
    const QJsonObject root = QJsonDocument::fromJson(json).object(), sources = root.value(QLatin1String("sources")).toObject();
    const QJsonArray entries = root.value(QLatin1String("prices")).toArray();
    if (entries.isEmpty())
        return Error{ErrorCode::Corrupt, QStringLiteral("no address prices"), {}};
    QList<AddressPrice> prices;
    for (const QJsonValue &entry : entries) {
        TRY(const auto price, readAddressPrice(entry.toObject(), sources, prices.size() + 1));
        prices << price;
    }
    return prices;
}

const QList<AddressPrice> &builtInAddressPrices()
{
    static const QList<AddressPrice> prices = [] {
        const auto read = parseAddressPrices(builtInAddressesFile());
        Q_ASSERT(read);
        return read ? *read : QList<AddressPrice>();
    }();
    return prices;
}

const AddressPrice *addressPrice(const QString &provider, const QString &region, AddressUse use)
{
    const QList<AddressPrice> &all = builtInAddressPrices();
    const auto found = std::find_if(all.begin(), all.end(), [&](const AddressPrice &one) {
        return one.provider == provider && one.use == use && (region.isEmpty() || one.regions.covers(region));
    });
    if (found != all.end())
        return &*found;
    return use == AddressUse::Spot ? addressPrice(provider, region, AddressUse::InUse) : nullptr;
}

QString addressPriceText(const AddressPrice &price)
{
    const bool isSure = price.from.knowledge == Knowledge::Verified;
    const QString source = price.from.source, day = price.from.asOf.text(), amount = price.perHour.text();
    if (price.perHour.nanos() == 0) {
        return isSure ? AddressWords::tr("Its public address costs nothing (%1, %2).").arg(source, day)
                      : AddressWords::tr("Its public address costs nothing (%1, %2, from memory).").arg(source, day);
    }
    return isSure ? AddressWords::tr("Its public address costs %1 an hour (%2, %3).").arg(amount, source, day)
                  : AddressWords::tr("Its public address costs %1 an hour (%2, %3, from memory).").arg(amount, source, day);
}

}  // namespace trainyard
