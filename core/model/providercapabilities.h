// SPDX-License-Identifier: GPL-3.0-or-later
// What a provider of machines can do; code asks this instead of which provider it is. Value type, pure.
#pragma once

#include <chrono>

namespace trainyard {

struct ProviderCapabilities {
    bool canCreate = false;     // machines can be asked for, asked about and listed
    bool canTerminate = false;  // and given back from here
    bool canStop = false;       // stopped and started again
    bool hasConsole = false;    // what a machine prints on its console can be read
    bool hasOffers = false, hasQuota = false, hasImages = false, hasPolicy = false;
    bool hasSpotNotice = false;
    bool isSimulated = false;  // its GPUs are stand-ins, and it costs nothing
    // A new instance is found by describe() and list() after this time at the latest. Until then "not there" says nothing.
    std::chrono::seconds appearsWithin{0};
};

}  // namespace trainyard
