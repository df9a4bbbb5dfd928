// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/catalog/awsprices.h"

#include "core/base/excerpt.h"
#include "core/knowledge/catalog/internal/jsonlist.h"

#include <QCoreApplication>

#include <utility>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::PriceLists)
};

constexpr std::array<std::pair<const char *, const char *>, 21> kLocations{{
    {"ap-east-1", "Asia Pacific (Hong Kong)"},
    {"ap-northeast-1", "Asia Pacific (Tokyo)"},
    {"ap-northeast-2", "Asia Pacific (Seoul)"},
    {"ap-northeast-3", "Asia Pacific (Osaka)"},
    {"ap-south-1", "Asia Pacific (Mumbai)"},
    {"ap-southeast-1", "Asia Pacific (Singapore)"},
    {"ap-southeast-2", "Asia Pacific (Sydney)"},
    {"ap-southeast-3", "Asia Pacific (Jakarta)"},
    {"ca-central-1", "Canada (Central)"},
    {"eu-central-1", "EU (Frankfurt)"},
    {"eu-north-1", "EU (Stockholm)"},
    {"eu-south-1", "EU (Milan)"},
    {"eu-west-1", "EU (Ireland)"},
    {"eu-west-2", "EU (London)"},
    {"eu-west-3", "EU (Paris)"},
    {"me-south-1", "Middle East (Bahrain)"},
    {"sa-east-1", "South America (Sao Paulo)"},
    {"us-east-1", "US East (N. Virginia)"},
    {"us-east-2", "US East (Ohio)"},
    {"us-west-1", "US West (N. California)"},
    {"us-west-2", "US West (Oregon)"},
}};

Error wrongField(const QString &entry, const char *field)
{
    return priceListError(Words::tr("Entry “%1”, “%2”: unexpected content.").arg(excerpt(entry.toUtf8()), QLatin1String(field)));
}

Result<void> readEntry(const QString &name, const QJsonValue &value, const QByteArray &region, Purchase purchase,
                       const InstanceShapes &shapes, PriceGatherer &gatherer)
{
    if (!value.isObject())
        return priceListError(Words::tr("Entry “%1” is not an object.").arg(excerpt(name.toUtf8())));
    const auto text = [&](const char *field) { return listedText(value[QLatin1String(field)]); };
    const auto type = text("Instance Type"), tenancy = text("Tenancy"), software = text("Pre Installed S/W");
    if (!type)
        return wrongField(name, "Instance Type");
    if (!tenancy)
        return wrongField(name, "Tenancy");
    if (!software)
        return wrongField(name, "Pre Installed S/W");
    const InstanceShape *shape = shapes.find("aws", *type);
    const bool isOther = (!tenancy->isEmpty() && *tenancy != "Shared") || (!software->isEmpty() && *software != "NA");
    if (!shape || isOther)
        return {};
    const auto digits = text("price");
    const auto price = digits ? listedNumber(*digits, Money::kDecimals) : std::nullopt;
    if (!price)
        return wrongField(name, "price");
    if (*price > 0)
        gatherer.add("aws", *shape, region, purchase, *price);
    return {};
}

}  // namespace

QByteArrayList awsRegions()
{
    QByteArrayList regions;
    for (const auto &[region, location] : kLocations)
        regions << region;
    return regions;
}

QByteArray awsLocation(QByteArrayView region)
{
    const auto found = std::find_if(kLocations.begin(), kLocations.end(), [&](const auto &one) { return region == one.first; });
    return found == kLocations.end() ? QByteArray() : QByteArray(found->second);
}

Result<void> readAwsPrices(const QByteArray &json, const QByteArray &region, Purchase purchase, const InstanceShapes &shapes,
                           PriceGatherer &gatherer)
{
    TRY(const auto file, readJsonObject(json));
    const QString currency = currencyCode(gatherer.rules().currency);
    if (file[QLatin1String("manifest")][QLatin1String("currencyCode")].toString() != currency)
        return priceListError(Words::tr("“%1” does not state that its currency is %2.").arg(QStringLiteral("manifest"), currency));
    const QJsonValue entries = file[QLatin1String("regions")][QLatin1String(awsLocation(region))];
    if (!entries.isObject())
        return priceListError(Words::tr("It contains no prices of %1.").arg(QString::fromUtf8(region)));
    const QJsonObject list = entries.toObject();
    for (auto it = list.begin(); it != list.end(); ++it) {
        TRY_DO(readEntry(it.key(), it.value(), region, purchase, shapes, gatherer));
    }
    return {};
}

bool isAwsMissingFile(const QByteArray &bytes)
{
    const QByteArrayView start = QByteArrayView(bytes).trimmed();
    return start.startsWith('<') && bytes.contains("<Code>NoSuchKey</Code>");
}

}  // namespace trainyard
