// SPDX-License-Identifier: GPL-3.0-or-later
// Wraps the lines of a terminal for another size. Pure.
#pragma once

#include "core/terminal/terminalgrid.h"

#include <deque>
#include <vector>

namespace trainyard {

struct TerminalReflow {
    std::deque<TerminalLine> history;
    std::vector<TerminalLine> screen;
    TerminalPosition cursor;

    // Afterwards the screen has size.rows lines, the cursor is inside it, and blank lines below the cursor have made place first.
    void wrap(TerminalSize size);
};

}  // namespace trainyard
