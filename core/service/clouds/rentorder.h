// SPDX-License-Identifier: GPL-3.0-or-later
// What a person asks for when renting a machine, and how it goes. Value types, pure.
#pragma once

#include "core/base/money.h"
#include "core/base/result.h"
#include "core/model/accountrecord.h"
#include "core/model/instance.h"
#include "core/model/providercapabilities.h"
#include "core/model/rentend.h"

#include <QList>
#include <QMetaType>
#include <QString>

#include <chrono>
#include <functional>
#include <optional>

namespace trainyard {

// One way to get the machine, with its price.
struct RentPlace {
    QString type, region;
    QString offerId;               // of the catalogue; empty: none
    std::optional<Money> perHour;  // must be known when it is rented
    std::chrono::seconds billingStep{1}, billingMinimum{0};
    int gpus = 0;       // that have to answer; 0: unknown
    QString zone = {};  // of the region; empty: any

    // "us-east-1a", else "us-east-1"
    QString where() const { return zone.isEmpty() ? region : zone; }
    bool isSamePlace(const RentPlace &other) const { return type == other.type && region == other.region && zone == other.zone; }
};

struct RentOrder {
    QString account;          // by name
    QList<RentPlace> places;  // the next one is tried only when the one before has none, or its quota is used up; at least one
    QString name;             // of the machine; empty: the type, with a number if it is taken
    QString image;            // empty: the provider's own
    bool isSpot = false;
    std::optional<Money> maxPrice;  // of a spot machine, per hour
    RentEnd end;                    // must be set
    QString ownAddress;             // "203.0.113.7", "203.0.113.0/24", "2001:db8::/64": from where SSH is allowed; kFindAddress: found then
    QString keyName;                // of the keys of Trainyard; empty: one made for rented machines
    int diskGiB = 0;                // 0: as the provider decides
    QString clientToken;            // one machine at most is made for it, however often the order is given; empty: always a new one
};
// A setting of a request that only renting reads, for the program that goes on with it: how many GPUs the machine is to have.
inline constexpr char kGpusOrderedSetting[] = "gpus-ordered";
// InvalidInput with a sentence for what is missing or cannot be: no end, no price, two currencies, an address that is open to everyone.
Result<void> checkRentOrder(const RentOrder &order);
// InvalidInput: a zone is named where the provider has none.
Result<void> checkZones(const RentOrder &order, const ProviderCapabilities &can, const QString &providerName);
// As allowedFrom(), but leaves kFindAddress as it is.
Result<QString> wantedFrom(const QString &address);
// "203.0.113.7" becomes "203.0.113.7/32", and the network "203.0.113.7/24" becomes "203.0.113.0/24"; IPv6 likewise. InvalidInput: not an
// address, or one that half of the internet shares.
Result<QString> allowedFrom(const QString &address);

// The request to the provider for one of its places; `publicKey` may log in.
InstanceRequest requestOf(const RentOrder &order, const RentPlace &place, const AccountRecord &account, const QByteArray &publicKey);
// The `yard rent` that orders the same, for a POSIX shell; `until` as a person writes it, "12h,25USD".
QString rentCommand(const RentOrder &order, const QString &until);

enum class RentStage { Request, Boot, Ssh, HostKey, Gpus, Check, Ready, GiveBack };
QString rentStageName(RentStage stage);   // "request", "boot", …; stable
QString rentStageTitle(RentStage stage);  // translated: "Requested", "Booting", …

struct RentStep {
    RentStage stage = RentStage::Request;
    bool isDone = false;
    bool isRefused = false;  // there is none at this place; the next one of the list is tried, if there is one
    QString place;           // "g6.2xlarge in us-east-1"
    QString evidence;        // one line, untrusted: an id, an address, a fingerprint; while it waits, what for
    std::chrono::milliseconds took{0}, sinceRequest{0};
};
using RentReport = std::function<void(const RentStep &)>;  // called on a worker thread

// Time limits of the stages, and the pause between two looks.
struct RentTimes {
    std::chrono::milliseconds pause{3000};
    std::chrono::milliseconds boot = std::chrono::minutes(15), ssh = std::chrono::minutes(10), hostKey = std::chrono::minutes(10);
    std::chrono::milliseconds gpus = std::chrono::minutes(10), check = std::chrono::minutes(6), giveBack = std::chrono::minutes(10);
    // The key of the console, then the login.
    std::chrono::milliseconds atMost() const { return boot + ssh + 2 * hostKey + gpus + check; }
};

}  // namespace trainyard
