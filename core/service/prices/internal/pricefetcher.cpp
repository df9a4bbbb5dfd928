// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/prices/internal/pricefetcher.h"

#include "core/knowledge/catalog/awslist.h"
#include "core/knowledge/catalog/awsprices.h"
#include "core/knowledge/catalog/azureprices.h"
#include "core/knowledge/catalog/skypilotprices.h"

#include <QCoreApplication>
#include <QFile>
#include <QSet>

#include <algorithm>

namespace trainyard {

namespace {

// A region's list has a few hundred megabytes.
constexpr qint64 kMaxAwsListBytes = qint64(4) * 1024 * 1024 * 1024;
constexpr std::chrono::hours kMaxAwsListTime{2};
// Parsed JSON takes up to thirty times its size; a page of Azure has less than one megabyte, a file of AWS's pages a few.
constexpr qint64 kMaxJsonBytes = 16 * 1024 * 1024;
constexpr int kMaxPages = 300;  // of a thousand items each; the API has about twenty

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::PriceRefresh)
};

Error wrong(const QString &what) { return {ErrorCode::Corrupt, what, {}}; }

QUrl below(QUrl base, const QByteArray &path)
{
    base.setPath(base.path(QUrl::FullyEncoded) + u'/' + QString::fromLatin1(path), QUrl::StrictMode);
    return base;
}

// Which schema of the catalog applies to a cloud's prices.
const char *schemaOf(const QByteArray &cloud)
{
    if (cloud == "hyperstack" || cloud == "runpod" || cloud == "verda")
        return "v8";
    return cloud == "paperspace" ? "v6" : "v9";
}

QUrl azureAddress(QUrl base)
{
    // The names of all GPU types of Azure begin like that.
    const QByteArray filter = "serviceName eq 'Virtual Machines' and priceType eq 'Consumption' and contains(armSkuName, 'Standard_N') "
                              "and contains(productName, 'Windows') eq false and contains(meterName, 'Low Priority') eq false";
    base.setQuery(QString::fromLatin1("api-version=2023-01-01-preview&currencyCode='USD'&$filter=" + filter.toPercentEncoding()),
                  QUrl::StrictMode);
    return base;
}

bool isSameServer(const QUrl &one, const QUrl &other)
{
    const auto port = [](const QUrl &url) { return url.port(url.scheme() == QLatin1String("https") ? 443 : 80); };
    return one.scheme() == other.scheme() && one.host() == other.host() && port(one) == port(other) && one.userInfo().isEmpty();
}

}  // namespace

PriceFetcher::PriceFetcher(const Catalog &catalog, const PriceEndpoints &endpoints, const HttpLimits &limits, const QString &scratchFile,
                           const QByteArray &userAgent)
    : m_catalog(catalog), m_shapes(catalog.offers()), m_endpoints(endpoints), m_limits(limits), m_scratchFile(scratchFile),
      m_http(userAgent)
{
}

Result<FetchedPrices> PriceFetcher::fetch(const PriceFeed &feed, const QList<ListedDocument> &known, QDate today, std::stop_token stop,
                                          const HttpClient::Progress &progress)
{
    m_stop = std::move(stop);
    m_progress = progress;
    const PriceListRules rules{priceFeedSource(feed.kind), today, Currency::USD};
    auto fetched = [&]() -> Result<FetchedPrices> {
        switch (feed.kind) {
        case PriceFeedKind::AwsList: return fetchAwsList(feed, known, rules);
        case PriceFeedKind::AwsPages: return fetchAws(feed, known, rules);
        case PriceFeedKind::Azure: return fetchAzure(known, rules);
        case PriceFeedKind::SkyPilot: return fetchSkyPilot(feed, known, rules);
        }
        Q_UNREACHABLE();
    }();
    QFile::remove(m_scratchFile);
    return fetched;
}

Result<PriceFetcher::Document> PriceFetcher::download(const QUrl &url, const HttpLimits &limits, Need need,
                                                      const QList<ListedDocument> &known)
{
    HttpRequest request;
    request.url = url;
    request.limits = limits;
    Document document;
    document.listed.address = url.toString(QUrl::FullyEncoded);
    for (const ListedDocument &one : known) {
        if (one.address == document.listed.address)
            request.known = {one.etag, one.lastModified};
    }
    FileSink sink(m_scratchFile);
    const auto answer = m_http.get(request, sink, m_stop, m_progress);
    if (!answer) {
        // AWS's storage answers "forbidden" for what does not exist.
        const ErrorCode code = answer.error().code;
        if (need != Need::MayBeMissing || (code != ErrorCode::NotFound && code != ErrorCode::AuthenticationFailed))
            return answer.error();
        document.isMissing = true;
        return document;
    }
    document.listed.etag = answer->validators.etag;
    document.listed.lastModified = answer->validators.lastModified;
    document.isNotModified = answer->isNotModified();
    document.end = answer->isEndMarked ? ListEnd::Marked : ListEnd::Unmarked;
    return document;
}

Result<PriceFetcher::Document> PriceFetcher::ask(const QUrl &url, Need need, const QList<ListedDocument> &known, qint64 mostBytes)
{
    HttpLimits limits = m_limits;
    limits.mostBytes = std::min(limits.mostBytes, mostBytes);
    auto downloaded = download(url, limits, need, known);
    if (!downloaded || downloaded->isNotModified || downloaded->isMissing)
        return downloaded;
    Document document = std::move(*downloaded);
    QFile file(m_scratchFile);
    if (!file.open(QIODevice::ReadOnly))
        return Error{ErrorCode::Io, Words::tr("%1 cannot be read again.").arg(m_scratchFile), file.errorString()};
    document.bytes = file.readAll();
    document.isMissing = need == Need::MayBeMissing && isAwsMissingFile(document.bytes);
    return document;
}

Result<FetchedPrices> PriceFetcher::fetchSkyPilot(const PriceFeed &feed, const QList<ListedDocument> &known, const PriceListRules &rules)
{
    const QByteArray path = QByteArray(schemaOf(feed.part)) + '/' + feed.part + "/vms.csv";
    TRY(const auto document, ask(below(m_endpoints.skypilot, path), Need::Needed, known, m_limits.mostBytes));
    if (document.isNotModified)
        return FetchedPrices{true, {}, {document.listed}};
    const QByteArray provider = feed.part == "do" ? QByteArray("digitalocean") : feed.part;
    TRY(auto offers, parseSkyPilotPrices(document.bytes, provider, rules, {m_shapes, m_catalog.gpuNames(), m_catalog.gpus()}));
    return FetchedPrices{false, std::move(offers), {document.listed}, document.end};
}

Result<FetchedPrices> PriceFetcher::fetchAzure(const QList<ListedDocument> &known, const PriceListRules &rules)
{
    AzurePrices prices(m_shapes, rules);
    QSet<QString> asked;
    QList<ListedDocument> documents;
    const QUrl first = azureAddress(m_endpoints.azure);
    for (QUrl url = first;;) {
        if (asked.contains(url.toString(QUrl::FullyEncoded)) || asked.size() == kMaxPages)
            return wrong(Words::tr("There is no last page after page %1.").arg(asked.size()));
        asked.insert(url.toString(QUrl::FullyEncoded));
        TRY(const auto document, ask(url, Need::Needed, known, kMaxJsonBytes));
        documents << document.listed;
        if (document.isNotModified)
            return FetchedPrices{true, {}, documents};
        const auto next = prices.addPage(document.bytes);
        if (!next) {
            Error error = next.error();
            error.what = Words::tr("Page %1: %2").arg(asked.size()).arg(error.what);
            return error;
        }
        if (next->isEmpty())
            break;
        url = QUrl::fromEncoded(*next);
        if (!url.isValid() || !isSameServer(url, first))
            return wrong(Words::tr("Page %1 refers to another server and was not followed.").arg(asked.size()));
    }
    // One unchanged page says nothing about the others.
    if (documents.size() > 1)
        documents.clear();
    TRY(auto offers, prices.offers());
    // Each page is whole, or it would not be valid JSON; the last one shows whether one is missing.
    return FetchedPrices{false, std::move(offers), documents, prices.isEndMarked() ? ListEnd::Marked : ListEnd::Unmarked};
}

Result<FetchedPrices> PriceFetcher::fetchAwsList(const PriceFeed &feed, const QList<ListedDocument> &known, const PriceListRules &rules)
{
    HttpLimits limits = m_limits;
    limits.mostBytes = kMaxAwsListBytes;
    limits.whole = kMaxAwsListTime;
    TRY(const auto document, download(below(m_endpoints.awsList, feed.part + "/index.csv"), limits, Need::Needed, known));
    if (document.isNotModified)
        return FetchedPrices{true, {}, {document.listed}};
    QFile file(m_scratchFile);
    const uchar *bytes = file.open(QIODevice::ReadOnly) && file.size() > 0 ? file.map(0, file.size()) : nullptr;
    if (!bytes && file.size() > 0)
        return Error{ErrorCode::Io, Words::tr("%1 cannot be read again.").arg(m_scratchFile), file.errorString()};
    PriceGatherer gatherer(rules);
    const QByteArrayView csv(reinterpret_cast<const char *>(bytes), bytes ? file.size() : 0);
    TRY_DO(readAwsList(csv, feed.part, m_shapes, gatherer));
    FetchedPrices fetched{false, {}, {document.listed}, document.end};
    if (const auto fault = gatherer.gather(fetched.offers))
        return wrong(Words::tr("%1 in %2: %3").arg(fault->type, fault->region, fault->what));
    return fetched;
}

Result<FetchedPrices> PriceFetcher::fetchAws(const PriceFeed &feed, const QList<ListedDocument> &known, const PriceListRules &rules)
{
    struct Part {
        const char *before, *after;
        Purchase purchase;
        Need need;
        Document document;
    };
    std::array<Part, 4> parts{{
        {"ec2-ondemand-without-sec-sel/", "/Linux/index.json", Purchase::OnDemand, Need::Needed, {}},
        {"previousgen-ondemand/", "/Linux/index.json", Purchase::OnDemand, Need::MayBeMissing, {}},
        {"ec2-reservedinstance/1%20year/No%20Upfront/", "/Linux/Shared/index.json", Purchase::Reserved1y, Need::MayBeMissing, {}},
        {"ec2-reservedinstance/3%20year/No%20Upfront/", "/Linux/Shared/index.json", Purchase::Reserved3y, Need::MayBeMissing, {}},
    }};
    const QByteArray location = awsLocation(feed.part).toPercentEncoding("()");
    const auto address = [&](const Part &part) { return below(m_endpoints.aws, part.before + location + part.after); };
    bool isSame = true;
    for (Part &part : parts) {
        TRY(auto document, ask(address(part), part.need, known, kMaxJsonBytes));
        part.document = std::move(document);
        const bool wasThere = std::any_of(known.begin(), known.end(),
                                          [&](const ListedDocument &one) { return one.address == part.document.listed.address; });
        isSame = isSame && (part.document.isNotModified || (part.document.isMissing && !wasThere));
    }
    FetchedPrices fetched;
    fetched.isNotModified = isSame;
    PriceGatherer gatherer(rules);
    for (Part &part : parts) {
        if (!isSame && part.document.isNotModified) {
            TRY(auto document, ask(address(part), part.need, {}, kMaxJsonBytes));
            part.document = std::move(document);
        }
        if (part.document.isMissing)
            continue;
        fetched.documents << part.document.listed;
        if (isSame)
            continue;
        if (const auto read = readAwsPrices(part.document.bytes, feed.part, part.purchase, m_shapes, gatherer); !read) {
            Error error = read.error();
            error.what = Words::tr("File “%1”: %2").arg(QLatin1String(part.before).chopped(1), error.what);
            return error;
        }
    }
    if (const auto fault = gatherer.gather(fetched.offers))
        return wrong(Words::tr("%1 in %2: %3").arg(fault->type, fault->region, fault->what));
    return fetched;
}

}  // namespace trainyard
