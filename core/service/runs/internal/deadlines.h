// SPDX-License-Identifier: GPL-3.0-or-later
// Deadlines for the answers of a machine to requests about a run. Private to core/service/runs.
#pragma once

#include <chrono>

namespace trainyard {

// For one small request: a short list, a small file, a short command.
inline constexpr std::chrono::seconds kSmallAnswer{20};
// For a request about a place of checkpoints, which may be on a slow disk.
inline constexpr std::chrono::seconds kPlaceAnswer{30};

}  // namespace trainyard
