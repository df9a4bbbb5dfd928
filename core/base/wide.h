// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace trainyard {

__extension__ typedef __int128 Wide;  // for products of two 64-bit numbers

}  // namespace trainyard
