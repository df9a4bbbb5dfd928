// SPDX-License-Identifier: GPL-3.0-or-later
// How many parts of an object are moved at once. Private to core/transport/objectstore.
#pragma once

namespace trainyard {

inline constexpr int kPartConnections = 8;

}  // namespace trainyard
