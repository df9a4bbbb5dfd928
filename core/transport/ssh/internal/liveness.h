// SPDX-License-Identifier: GPL-3.0-or-later
// How long a silent peer is assumed to be alive. Value type.
#pragma once

#include <chrono>

namespace trainyard {

struct Liveness {
    // Like ServerAliveInterval and ServerAliveCountMax: the peer is probed after each interval of silence and is dead after count + 1 of
    // them: 10.5 s. No interval = no probes; then only TCP decides.
    std::chrono::milliseconds interval{3500};
    int count = 2;

    std::chrono::milliseconds deadAfter() const { return interval * (count + 1); }
    bool operator==(const Liveness &) const = default;
};

}  // namespace trainyard
