// SPDX-License-Identifier: GPL-3.0-or-later
// A whole number of 128 bits, for products that exceed 64. Private to this folder.
#pragma once

namespace trainyard {

__extension__ typedef __int128 Wide;

}  // namespace trainyard
