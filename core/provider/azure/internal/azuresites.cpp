// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/azure/internal/azuresites.h"

#include "core/provider/azure/internal/azuretext.h"

#include <algorithm>
#include <iterator>

namespace trainyard {

namespace {

struct KnownSite {
    const char *management, *login, *prices, *blobHost;
    Currency currency;
};

constexpr KnownSite kKnownSites[] = {
    {"https://management.azure.com", "https://login.microsoftonline.com", "https://prices.azure.com", ".blob.core.windows.net",
     Currency::USD},
    {"https://management.chinacloudapi.cn", "https://login.chinacloudapi.cn", "https://prices.azure.cn", ".blob.core.chinacloudapi.cn",
     Currency::CNY},
    {"https://management.usgovcloudapi.net", "https://login.microsoftonline.us", "https://prices.azure.com", ".blob.core.usgovcloudapi.net",
     Currency::USD},
};

int portOf(const QUrl &url) { return url.port(url.scheme() == QLatin1String("https") ? 443 : 80); }

}  // namespace

Result<AzureSites> azureSites(const QString &endpoint)
{
    QString text = endpoint.isEmpty() ? QString::fromLatin1(kKnownSites[0].management) : endpoint;
    while (text.endsWith(u'/'))
        text.chop(1);
    const auto known = std::find_if(std::begin(kKnownSites), std::end(kKnownSites),
                                    [&text](const KnownSite &one) { return text == QLatin1String(one.management); });
    if (known != std::end(kKnownSites)) {
        return AzureSites{QUrl(text),
                          QUrl(QLatin1String(known->login)),
                          QUrl(QLatin1String(known->prices)),
                          text.toLatin1() + "/.default",
                          known->blobHost,
                          known->currency};
    }
    const QUrl url(text, QUrl::StrictMode);
    const bool isHere = url.host() == QLatin1String("127.0.0.1") || url.host() == QLatin1String("localhost")
                        || url.host() == QLatin1String("::1");
    const bool isWeb = url.scheme() == QLatin1String("http") || url.scheme() == QLatin1String("https");
    if (!url.isValid() || !isHere || !isWeb || !url.path().isEmpty() || url.hasQuery() || !url.userInfo().isEmpty()) {
        return invalidInput(
            AzureText::tr("“%1” is not an endpoint of Azure: leave it empty, or write https://management.chinacloudapi.cn for Azure China.")
                .arg(endpoint.left(100)));
    }
    return AzureSites{url, url, url, QByteArray(kKnownSites[0].management) + "/.default", {}, Currency::USD};
}

bool isAtSite(const QUrl &url, const QUrl &site)
{
    return url.isValid() && url.scheme() == site.scheme() && url.host() == site.host() && portOf(url) == portOf(site)
           && url.userInfo().isEmpty();
}

bool isBlobOf(const QUrl &url, const AzureSites &sites)
{
    if (sites.blobHost.isEmpty())
        return isAtSite(url, sites.management);
    return url.isValid() && url.scheme() == QLatin1String("https") && url.host().endsWith(QLatin1String(sites.blobHost))
           && portOf(url) == 443 && url.userInfo().isEmpty();
}

}  // namespace trainyard
