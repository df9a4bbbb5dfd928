// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/prices/pricefeed.h"

#include "core/knowledge/catalog/awsprices.h"
#include "core/storage/settings/settings.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace trainyard {

namespace {

// Regions in which the built-in catalog has offers; the others are fetched when named.
constexpr std::array<const char *, 8> kUsualRegions{"ap-northeast-1", "ap-south-1", "ap-southeast-1", "eu-central-1",
                                                    "eu-north-1",     "us-east-1",  "us-east-2",      "us-west-2"};
// Google Cloud is left out: its list prices machines and GPUs separately.
constexpr std::array<const char *, 12> kClouds{"aws",    "azure",  "cudo", "do",         "fluidstack", "hyperstack",
                                               "lambda", "nebius", "oci",  "paperspace", "runpod",     "verda"};

QUrl address(const Settings &settings, Setting setting)
{
    QUrl url(settings.text(setting));
    url.setPath(url.path().endsWith(u'/') ? url.path().chopped(1) : url.path());
    return url;
}

}  // namespace

QString priceFeedGroup(PriceFeedKind kind)
{
    switch (kind) {
    case PriceFeedKind::AwsList: return QStringLiteral("aws-list");
    case PriceFeedKind::AwsPages: return QStringLiteral("aws");
    case PriceFeedKind::Azure: return QStringLiteral("azure");
    case PriceFeedKind::SkyPilot: return QStringLiteral("skypilot");
    }
    Q_UNREACHABLE();
}

QByteArray priceFeedSource(PriceFeedKind kind)
{
    switch (kind) {
    case PriceFeedKind::AwsList: return "aws-price-list";
    case PriceFeedKind::AwsPages: return "aws-price-pages";
    case PriceFeedKind::Azure: return "azure-retail-prices";
    case PriceFeedKind::SkyPilot: return "skypilot-catalog";
    }
    Q_UNREACHABLE();
}

QList<PriceFeed> priceFeeds()
{
    QList<PriceFeed> feeds;
    const QByteArrayList regions = awsRegions();
    for (const QByteArray &region : regions) {
        const bool isUsual = std::find(kUsualRegions.begin(), kUsualRegions.end(), region) != kUsualRegions.end();
        feeds << PriceFeed{PriceFeedKind::AwsPages, QStringLiteral("aws-") + QString::fromLatin1(region), region, isUsual}
              // Hundreds of megabytes: fetched only when named.
              << PriceFeed{PriceFeedKind::AwsList, QStringLiteral("aws-list-") + QString::fromLatin1(region), region, false};
    }
    feeds << PriceFeed{PriceFeedKind::Azure, QStringLiteral("azure"), {}, true};
    for (const char *cloud : kClouds)
        feeds << PriceFeed{PriceFeedKind::SkyPilot, QStringLiteral("skypilot-") + QLatin1String(cloud), cloud, true};
    std::sort(feeds.begin(), feeds.end(), [](const PriceFeed &one, const PriceFeed &other) { return one.name < other.name; });
    return feeds;
}

Result<QList<PriceFeed>> priceFeedsNamed(const QStringList &names)
{
    const QList<PriceFeed> all = priceFeeds();
    QList<bool> isWanted(all.size(), false);
    for (const QString &name : names) {
        bool isKnown = false;
        for (qsizetype i = 0; i < all.size(); ++i) {
            if (all[i].name == name || (priceFeedGroup(all[i].kind) == name && all[i].isUsual))
                isWanted[i] = isKnown = true;
        }
        if (!isKnown) {
            QStringList known{QStringLiteral("aws"), QStringLiteral("skypilot")};
            for (const PriceFeed &feed : all)
                known << feed.name;
            return Error{ErrorCode::InvalidInput,
                         QCoreApplication::translate("trainyard::PriceRefresh", "“%1” is not a valid price source. Available: %2.")
                             .arg(name, known.join(QStringLiteral(", "))),
                         {}};
        }
    }
    QList<PriceFeed> wanted;
    for (qsizetype i = 0; i < all.size(); ++i) {
        if (isWanted[i])
            wanted << all[i];
    }
    return wanted;
}

PriceEndpoints PriceEndpoints::of(const Paths &paths)
{
    const Settings settings(paths.settings());
    return {address(settings, Setting::AwsListUrl), address(settings, Setting::AwsPricesUrl), address(settings, Setting::AzurePricesUrl),
            address(settings, Setting::SkyPilotPricesUrl)};
}

}  // namespace trainyard
