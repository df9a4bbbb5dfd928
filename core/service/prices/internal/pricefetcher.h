// SPDX-License-Identifier: GPL-3.0-or-later
// Fetches one price list and reads it as a whole. Blocking; one thread at a time.
#pragma once

#include "core/knowledge/catalog/catalog.h"
#include "core/knowledge/catalog/instanceshapes.h"
#include "core/knowledge/catalog/pricecheck.h"
#include "core/knowledge/catalog/pricegatherer.h"
#include "core/service/prices/pricefeed.h"
#include "core/storage/database/pricelists.h"
#include "core/transport/http/httpclient.h"

namespace trainyard {

struct FetchedPrices {
    bool isNotModified = false;  // nothing changed since `known`; then offers are empty
    OfferTable offers;
    QList<ListedDocument> documents;
    ListEnd end = ListEnd::Marked;
};

class PriceFetcher {
public:
    // The catalog holds the shapes of instance types and must outlive it. A scratch file holds the download.
    PriceFetcher(const Catalog &catalog, const PriceEndpoints &endpoints, const HttpLimits &limits, const QString &scratchFile,
                 const QByteArray &userAgent);

    // `known`: the documents of the current list; empty to fetch it in any case. Errors of HttpClient::get(); Corrupt states where a
    // document breaks its rules.
    Result<FetchedPrices> fetch(const PriceFeed &feed, const QList<ListedDocument> &known, QDate today, std::stop_token stop,
                                const HttpClient::Progress &progress);

private:
    struct Document {
        bool isNotModified = false, isMissing = false;
        QByteArray bytes;
        ListedDocument listed;
        ListEnd end = ListEnd::Marked;
    };
    enum class Need { Needed, MayBeMissing };
    // Into the scratch file.
    Result<Document> download(const QUrl &url, const HttpLimits &limits, Need need, const QList<ListedDocument> &known);
    // The document itself; at most this many bytes, where the limits allow more.
    Result<Document> ask(const QUrl &url, Need need, const QList<ListedDocument> &known, qint64 mostBytes);

    Result<FetchedPrices> fetchSkyPilot(const PriceFeed &feed, const QList<ListedDocument> &known, const PriceListRules &rules);
    Result<FetchedPrices> fetchAzure(const QList<ListedDocument> &known, const PriceListRules &rules);
    Result<FetchedPrices> fetchAwsList(const PriceFeed &feed, const QList<ListedDocument> &known, const PriceListRules &rules);
    Result<FetchedPrices> fetchAws(const PriceFeed &feed, const QList<ListedDocument> &known, const PriceListRules &rules);

    const Catalog &m_catalog;
    const InstanceShapes m_shapes;
    const PriceEndpoints m_endpoints;
    const HttpLimits m_limits;
    const QString m_scratchFile;
    HttpClient m_http;
    std::stop_token m_stop;  // of the current fetch
    HttpClient::Progress m_progress;
};

}  // namespace trainyard
