// SPDX-License-Identifier: GPL-3.0-or-later
// Pauses after the last key before a request is sent. Private to ui/checkpoints.
#pragma once

#include <chrono>

namespace trainyard {

inline constexpr std::chrono::milliseconds kAfterKeys{500};     // none between two letters of a word
inline constexpr std::chrono::milliseconds kAfterAddress{700};  // none between two letters of an address

}  // namespace trainyard
