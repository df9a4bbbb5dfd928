// SPDX-License-Identifier: GPL-3.0-or-later
// Price lists that can be fetched, and from where. Value types, any thread.
#pragma once

#include "core/base/paths.h"
#include "core/base/result.h"

#include <QByteArray>
#include <QList>
#include <QStringList>
#include <QUrl>

namespace trainyard {

enum class PriceFeedKind { AwsList, AwsPages, Azure, SkyPilot };  // the providers' own first

struct PriceFeed {
    PriceFeedKind kind = PriceFeedKind::Azure;
    QString name;         // "aws-us-east-1", "aws-list-us-east-1", "azure", "skypilot-runpod"; also the list's name in storage
    QByteArray part;      // AWS: a region; SkyPilot: a cloud
    bool isUsual = true;  // part of a refresh without names

    // It has everything a provider offers for the ways to buy that it covers; AWS's feeds cover a region.
    bool isOfWholeProvider() const { return kind == PriceFeedKind::Azure || kind == PriceFeedKind::SkyPilot; }
};

QString priceFeedGroup(PriceFeedKind kind);      // "aws-list", "aws", "azure", "skypilot"
QByteArray priceFeedSource(PriceFeedKind kind);  // a PriceSource::code
QList<PriceFeed> priceFeeds();                   // all, in the order of their names
// By name, or by group for all usual ones of it; each once. InvalidInput lists the valid names.
Result<QList<PriceFeed>> priceFeedsNamed(const QStringList &names);

// Base addresses, for mirrors and tests: TRAINYARD_AWS_PRICES_URL, TRAINYARD_AWS_LIST_PRICES_URL,
// TRAINYARD_AZURE_PRICES_URL and TRAINYARD_SKYPILOT_PRICES_URL in the environment, else prices/aws-url and so on in the
// settings, else the usual ones.
struct PriceEndpoints {
    QUrl awsList, aws, azure, skypilot;

    static PriceEndpoints of(const Paths &paths);
};

}  // namespace trainyard
