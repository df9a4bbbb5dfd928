// SPDX-License-Identifier: GPL-3.0-or-later
// How large a terminal is, in characters. Pure.
#pragma once

namespace trainyard {

struct TerminalSize {
    int rows = 24, columns = 80;
    bool operator==(const TerminalSize &) const = default;
};

}  // namespace trainyard
