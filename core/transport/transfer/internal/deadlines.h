// SPDX-License-Identifier: GPL-3.0-or-later
// Deadlines of transfers. Private to core/transport/transfer.
#pragma once

#include <chrono>

namespace trainyard {

inline constexpr std::chrono::seconds kDial{20};
inline constexpr std::chrono::seconds kStall{30};         // nothing arrived at all: the connection counts as lost
inline constexpr std::chrono::seconds kFolderAnswer{30};  // for a request about a whole folder, if the machine sends nothing at all
inline constexpr std::chrono::seconds kSmallStep{60};     // for one small request about a file or a folder

}  // namespace trainyard
