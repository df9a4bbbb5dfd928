// SPDX-License-Identifier: GPL-3.0-or-later
// What a watch reports about its machine.
#pragma once

#include <QDateTime>

#include <chrono>

namespace trainyard {

enum class LinkState {
    Idle,  // nothing to do (not started, or work finished)
    Connecting,
    Live,
    Stale,        // connected, but nothing received for 3 s
    Unreachable,  // tried and failed; the error says why; will try again
};

constexpr std::chrono::milliseconds kStaleAfter{3000};    // three missed samples at 1 Hz
constexpr std::chrono::milliseconds kOutOfTouch{10'000};  // a shorter interruption needs no action by the user

// Of a machine that last answered at `heard` (invalid: never yet).
inline bool isOutOfTouch(LinkState link, const QDateTime &heard, const QDateTime &now)
{
    return link != LinkState::Live && (link == LinkState::Unreachable || !heard.isValid() || heard.msecsTo(now) > kOutOfTouch.count());
}

}  // namespace trainyard
