// SPDX-License-Identifier: GPL-3.0-or-later
// An offer of the catalogue that may be rented from a cloud, with everything that is said about it before it costs anything. Pure, any
// thread.
#pragma once

#include "core/knowledge/catalog/catalog.h"
#include "core/knowledge/catalog/pricingmodel.h"
#include "core/service/clouds/rentorder.h"

namespace trainyard {

inline constexpr qsizetype kMostElsewhere = 3;

struct RentableOffer {
    QString providerKind, providerName;      // "aws", "AWS"
    QString account = {};                    // whose own price it has; empty: any account of this cloud
    QString gpu;                             // "L40S"; empty: it has none
    int gpus = 0, vcpus = 0;                 // 0: unknown
    qint64 gpuMemoryMiB = 0, memoryMiB = 0;  // of one GPU, of the machine; 0: unknown
    std::optional<RentPlace> onDemand, spot;
    // The same type in other regions, the cheapest first; kMostElsewhere at most.
    QList<RentPlace> onDemandElsewhere, spotElsewhere;
    bool isSpot = false;  // which of them was chosen
    AsOf priceAsOf;       // of the chosen one
    QString interrupted;  // how often a spot machine is taken back, in the catalogue's words; empty: unknown
    std::optional<std::chrono::seconds> spotNotice;
    QString diskName;  // "gp3"
    std::optional<Money> diskPerGBMonth;
    std::optional<Money> addressPerHour, spotAddressPerHour;  // of a public IPv4 address
    QString addressFrom;                                      // whence that is, in words; empty: not known

    const RentPlace &place(bool asSpot) const;  // that way of buying must be there
};

// nullopt: it names no type and region, is a commitment of months, or has no price. The other way of buying the same machine is looked up.
std::optional<RentableOffer> rentableOffer(const Catalog &catalog, size_t row, const PricingModels &pricing);

// What it costs in an hour, with a whole month of disk spread over its hours and its public address; nullopt: that part is unknown.
struct RentCosts {
    Money machine;
    std::optional<Money> disk, address;
    std::optional<Money> parts() const;  // per hour, of what is known beside the machine
    Money perHour() const;               // of what is known
};
RentCosts rentCosts(const RentableOffer &offer, bool asSpot, int diskGiB);

}  // namespace trainyard
