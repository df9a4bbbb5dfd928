// SPDX-License-Identifier: GPL-3.0-or-later
// What a provider of machines can do; code checks this instead of which provider it is. Value type, pure.
#pragma once

#include "core/base/money.h"

#include <chrono>
#include <optional>

namespace trainyard {

// Which of a person's machines at a provider share the rule that lets SSH in from one address.
enum class SshRuleScope { Machine, Region, Account };

// In InstanceRequest::settings, for a provider that has zones: "us-east-1a"; empty: any.
inline constexpr char kZoneSetting[] = "zone";

// What a provider does with the zones of a region when none is named.
enum class ZoneUse {
    None,      // it has none that could be named
    TakesOne,  // it takes one of its choice, and refuses if that one is full
    TriesAll,  // its create() asks one after the other
};

// The price of a spot machine that runs.
enum class SpotPricing {
    Fixed,   // stays what it was when the machine was rented, or there are no spot machines
    Untold,  // may move, and from when on which price was charged cannot be asked
    Told,    // may move, and its history can be asked
};

struct ProviderCapabilities {
    bool canCreate = false;     // machines can be requested, described and listed
    bool canTerminate = false;  // machines can be terminated from here
    bool canStop = false;       // machines can be stopped and started again
    bool hasConsole = false;    // a machine's console output can be read
    bool hasOffers = false, hasQuota = false, hasImages = false, hasPolicy = false;
    bool hasSpotNotice = false;
    SpotPricing spotPricing = SpotPricing::Fixed;
    std::chrono::seconds spotPriceHolds{1};  // a machine is charged in pieces of this length, at the price at the beginning of each
    bool hasBill = false;                    // what the cloud has charged can be read
    std::optional<Money> billRequestPrice;   // of each request that reads it; nullopt: free
    bool limitsSsh = true;                   // SSH of a rented machine can be allowed from one address only
    bool canLetIn = false;                   // that address can be replaced while the machine exists
    SshRuleScope sshRule = SshRuleScope::Machine;
    ZoneUse zones = ZoneUse::None;
    bool isSimulated = false;  // its GPUs are simulated, and it costs nothing
    // describe() and list() find a new instance after this time at the latest. Until then "not found" means nothing.
    std::chrono::seconds appearsWithin{0};
};

}  // namespace trainyard
