// SPDX-License-Identifier: GPL-3.0-or-later
// How a provider bills: steps and minimum of instance time, spot notice, commitment discounts, disks, object storage, requests and traffic.
// From pricing.json of the catalogue (docs/offers.md). Value types, any thread.
//
// Unknown values are absent, never 0. A GB is what the provider counts as one; most count GiB and write GB.
#pragma once

#include "core/base/money.h"
#include "core/knowledge/catalog/provenance.h"

#include <QByteArray>
#include <QHash>
#include <QStringList>

#include <chrono>
#include <optional>

namespace trainyard {

struct RegionList {
    QString text;       // in the source's words
    QStringList names;  // a name that ends in a hyphen matches all that begin with it; empty: everywhere
    bool covers(const QString &region) const;
};

struct BillingSteps {
    std::optional<std::chrono::seconds> step;     // time is rounded up to a multiple of it
    std::optional<std::chrono::seconds> minimum;  // and then to at least this
    Provenance from;
    QString note;
};

struct SpotTerms {
    std::optional<bool> isOffered;
    std::optional<std::chrono::seconds> notice;      // 0: documented as none
    std::optional<int> leastDiscount, mostDiscount;  // in percent of on demand
    Provenance from;
    QString note, detection, behaviour;
};

struct Commitment {
    QString kind;
    std::optional<int> months;
    std::optional<int> leastDiscount, mostDiscount;  // in percent of on demand
    Provenance from;
    QString note;
};

struct StoragePrice {
    QString type;
    RegionList regions;
    std::optional<Money> perGBMonth;
    // Sold in whole disks of `diskGB` each; 0: by the GB.
    qint64 diskGB = 0;
    std::optional<Money> perDiskMonth;
    Provenance from;
    QString note;
};

struct RequestPrices {
    std::optional<Money> putPerThousand, getPerThousand;
    Provenance from;
};

struct EgressTier {
    std::optional<qint64> upToGB;  // per month, counted after the free ones; nullopt: unlimited
    std::optional<Money> perGB;
};

struct EgressPrice {
    RegionList regions;
    std::optional<qint64> freeGB;  // per month
    QList<EgressTier> tiers;       // at least one; rising, the last one unlimited
    Provenance from;
    QString note;
};

struct PricingModel {
    QString provider;                   // its code
    Currency currency = Currency::USD;  // for all its prices
    BillingSteps billing;
    SpotTerms spot;
    QList<Commitment> commitments;
    QList<StoragePrice> disks, objectStorage;
    std::optional<RequestPrices> requests;
    QList<EgressPrice> egress;  // to the internet
    QString diskNote;
};

using PricingModels = QHash<QString, PricingModel>;  // by provider

// InvalidInput names the provider and the entry that violates the rules: not JSON, too large, a price that is negative, absurd or not a
// decimal text, an unknown currency or status, tiers that do not rise. Nothing is then accepted.
Result<PricingModels> parsePricingModels(const QByteArray &json);

}  // namespace trainyard
