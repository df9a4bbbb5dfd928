// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/azure/azureprovider.h"

#include "core/base/fanout.h"
#include "core/provider/azure/internal/azureanswer.h"
#include "core/provider/azure/internal/azuremachine.h"
#include "core/provider/azure/internal/azurepolicy.h"
#include "core/provider/azure/internal/azuretext.h"

#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace trainyard {

namespace {

using A = AzureActions;

constexpr std::size_t kPlacesAtOnce = 4;  // few enough that no limit on calls is met

// What `work` finds at each place, in their order. A place that does not answer is an error.
template <typename Found>
Result<QList<Found>> atEach(const QStringList &places, const std::function<Result<QList<Found>>(const QString &)> &work)
{
    std::vector<std::optional<Result<QList<Found>>>> parts(static_cast<std::size_t>(places.size()));
    fanOut(parts.size(), kPlacesAtOnce, [&](std::size_t i) { parts[i].emplace(work(places.at(static_cast<qsizetype>(i)))); });
    QList<Found> all;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (!*parts[i]) {
            Error error = parts[i]->error();
            error.detail.prepend(places.at(static_cast<qsizetype>(i)) + QStringLiteral(": "));
            return error;
        }
        all += std::as_const(*parts[i]).value();
    }
    return all;
}

// Publishers' offers whose images Trainyard can use.
struct ImageSource {
    const char *publisher, *offer;
    bool hasDriver;
};
constexpr ImageSource kImageSources[] = {
    {"microsoft-dsvm", "ubuntu-hpc", true},
    {"Canonical", "ubuntu-24_04-lts", false},
    {"Canonical", "0001-com-ubuntu-server-jammy", false},
};

}  // namespace

QString AzureProvider::name() const { return AzureText::tr("Azure"); }

ProviderCapabilities AzureProvider::capabilities() const
{
    ProviderCapabilities can;
    can.spotPricing = SpotPricing::Untold;
    can.canCreate = can.canStop = can.canTerminate = can.hasConsole = true;
    can.hasOffers = can.hasQuota = can.hasImages = can.hasPolicy = can.hasBill = true;
    can.canLetIn = true;
    // A machine is asked for by its name, but a group's first answers may come from another region than that in which it was made.
    can.zones = ZoneUse::TakesOne;
    can.appearsWithin = std::chrono::minutes(2);
    return can;
}

Result<QString> AzureProvider::policy() const { return azurePolicy(); }

Result<AzureApi> AzureProvider::signedIn(const QString &account, const std::stop_token &stop) const
{
    return AzureApi::signedIn({m_api, m_tokens, m_pollPause}, m_lookup, account, stop);
}

Result<AccountReport> AzureProvider::check(const QString &account, std::stop_token stop) const
{
    TRY(const AzureApi api, signedIn(account, stop));
    TRY_DO(api.signIn());
    AccountReport report;
    report.identity = api.identity();
    report.scope = api.subscription();
    std::optional<Result<AzureReply>> subscription;
    std::optional<Result<QStringList>> regions;
    bool hasMorePermissions = false;
    const auto permissions = sideBySide(
        [&] {
            return api.first(A::kReadPermissions, QStringLiteral("/providers/Microsoft.Authorization/permissions"), hasMorePermissions);
        },
        [&] {
            regions = sideBySide([&] { return api.firstRegions(report.hasMoreRegions); },
                                 [&] { subscription = api.call(A::kReadSubscription, {}); });
        });
    if (!*subscription && subscription->error().code != ErrorCode::PermissionDenied)
        return subscription->error();
    // One that was paid too late can be read, and nothing can be made in it.
    if (*subscription) {
        const QString state = (*subscription)->body.value("state").toString();
        if (state != QLatin1String("Enabled") && state != QLatin1String("PastDue"))
            return cloudError({AzureText::tr("Azure"), kKind},
                              {CloudRefusal::Kind::Account, QStringLiteral("Subscription ") + state, {}, {}, {}});
    }
    if (*regions)
        report.regions = **regions;
    else if (regions->error().code != ErrorCode::PermissionDenied)
        return regions->error();
    // What is granted may stand on a page that was not waited for; it shows when the right is needed.
    if (permissions && hasMorePermissions)
        report.missing.clear();
    else if (permissions)
        report.missing = azureMissingRights(*permissions);
    else if (permissions.error().code == ErrorCode::PermissionDenied)
        report.missing << QLatin1String(A::kReadPermissions.right);
    else
        return permissions.error();
    return report;
}

Result<QList<ProviderOffer>> AzureProvider::offers(const InstanceFilter &filter, std::stop_token stop) const
{
    TRY(const AzureApi api, signedIn(filter.account, stop));
    TRY(const QStringList regions, api.regions(filter.region));
    return atEach<ProviderOffer>(regions, [&](const QString &region) -> Result<QList<ProviderOffer>> {
        std::optional<Result<QJsonArray>> prices;
        const auto skus = sideBySide(
            [&] {
                return api.all(A::kReadSkus, QStringLiteral("/providers/Microsoft.Compute/skus"),
                               {{"$filter", "location eq '" + region.toLatin1() + "'"}});
            },
            [&] { prices = api.prices(azurePriceFilter(region)); });
        TRY(const QJsonArray listed, skus);
        // The price list is another service: without it the prices are unknown, and the types are known nevertheless.
        if (!*prices && prices->error().isCancelled())
            return prices->error();
        return azureOffers(listed, region, azurePrices(prices->value_or({}), region, api.currency()));
    });
}

Result<QList<ProviderQuota>> AzureProvider::quota(const InstanceFilter &filter, std::stop_token stop) const
{
    TRY(const AzureApi api, signedIn(filter.account, stop));
    TRY(const QStringList regions, api.regions(filter.region));
    return atEach<ProviderQuota>(regions, [&](const QString &region) -> Result<QList<ProviderQuota>> {
        TRY(const QJsonArray usages,
            api.all(A::kReadUsages, QStringLiteral("/providers/Microsoft.Compute/locations/%1/usages").arg(region)));
        return azureQuota(usages, region);
    });
}

Result<QList<ProviderImage>> AzureProvider::images(const InstanceFilter &filter, std::stop_token stop) const
{
    TRY(const AzureApi api, signedIn(filter.account, stop));
    TRY(const QString region, api.oneRegion(filter.region));
    QList<ProviderImage> images;
    for (const ImageSource &source : kImageSources) {
        const QString publisher = QLatin1String(source.publisher), offer = QLatin1String(source.offer);
        const auto listed = api.all(
            A::kReadImages, QStringLiteral("/providers/Microsoft.Compute/locations/%1/publishers/%2/artifacttypes/vmimage/offers/%3/skus")
                                .arg(region, publisher, offer));
        if (!listed && listed.error().code == ErrorCode::NotFound)
            continue;
        TRY(const QJsonArray skus, listed);
        images << azureImages(skus, publisher, offer, source.hasDriver);
    }
    return images;
}

Result<InstanceReport> AzureProvider::describe(const Instance &instance, std::stop_token stop) const
{
    TRY(const AzureApi api, signedIn(instance.request.account, stop));
    TRY(const QString name, azureNameOf(instance));
    return azureReportOf(api, name);
}

Result<QList<InstanceReport>> AzureProvider::list(const InstanceFilter &filter, std::stop_token stop) const
{
    TRY(const AzureApi api, signedIn(filter.account, stop));
    TRY(const QJsonArray groups, azureGroups(api, filter.owner, filter.clientToken));
    QStringList names;
    for (const QJsonValue &group : groups) {
        if (filter.region.isEmpty() || group["location"].toString() == filter.region)
            names << group["name"].toString().toLower();
    }
    return atEach<InstanceReport>(names, [&](const QString &name) -> Result<QList<InstanceReport>> {
        const auto report = azureReportOf(api, name);
        // It went while the list was read.
        if (!report && report.error().code == ErrorCode::NotFound)
            return QList<InstanceReport>();
        TRY(const InstanceReport one, report);
        return QList<InstanceReport>{one};
    });
}

Result<void> AzureProvider::stop(const Instance &instance, std::stop_token stop) const
{
    TRY(const AzureApi api, signedIn(instance.request.account, stop));
    TRY(const QString name, azureNameOf(instance));
    TRY_DO(api.call(A::kDeallocate, azureMachinePath(name) + QStringLiteral("/deallocate")));
    return {};
}

Result<void> AzureProvider::terminate(const Instance &instance, std::stop_token stop) const
{
    TRY(const AzureApi api, signedIn(instance.request.account, stop));
    TRY(const QString name, azureNameOf(instance));
    return deleteAzureGroup(api, name, instance.request.owner);
}

Result<SshTarget> AzureProvider::sshTarget(const Instance &instance, std::stop_token stop) const
{
    TRY(const AzureApi api, signedIn(instance.request.account, stop));
    TRY(const QString name, azureNameOf(instance));
    const auto listed = api.all(A::kReadAddresses, azureGroupPath(name) + QStringLiteral("/providers/Microsoft.Network/publicIPAddresses"));
    if (!listed && listed.error().code == ErrorCode::NotFound)
        return noSuchAzureMachine();
    TRY(const QJsonArray addresses, listed);
    return azureTarget(addresses, name);
}

Result<QByteArray> AzureProvider::consoleOutput(const Instance &instance, qint64 limit, std::stop_token stop) const
{
    TRY(const AzureApi api, signedIn(instance.request.account, stop));
    TRY(const QString name, azureNameOf(instance));
    const auto asked = api.call(A::kConsole, azureMachinePath(name) + QStringLiteral("/retrieveBootDiagnosticsData"), {},
                                {{"sasUriExpirationTimeInMinutes", "5"}});
    const QString address = asked ? asked->body.value("serialConsoleLogBlobUri").toString() : QString();
    // While the machine is being made.
    if ((asked && address.isEmpty()) || (!asked && asked.error().code == ErrorCode::AlreadyExists)) {
        return Error{ErrorCode::Unreachable, AzureText::tr("Azure has no console output of the machine yet: try again in a minute."),
                     asked ? QString() : asked.error().detail};
    }
    if (!asked)
        return asked.error();
    const auto log = api.blob(address);
    if (!log && log.error().code == ErrorCode::NotFound)
        return QByteArray();
    TRY(const QByteArray text, log);
    return text.right(std::max<qint64>(0, limit));
}

}  // namespace trainyard
