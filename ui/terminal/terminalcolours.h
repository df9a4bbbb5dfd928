// SPDX-License-Identifier: GPL-3.0-or-later
// What the colours that programs name look like in the window: the sixteen of ANSI are roles of the theme, as in the log; the others are
// themselves, but never so that text cannot be read. Pure.
#pragma once

#include "core/terminal/terminalcell.h"
#include "ui/theme/theme.h"

namespace trainyard {

struct CellColours {
    QColor ink, paper;
};

QColor terminalPaper(const Theme &theme);  // of a cell without a colour
// With at least 4.5 : 1 between the two. `isExchanged`: the whole screen is reversed.
CellColours cellColours(const Theme &theme, const TerminalPen &pen, bool isExchanged);

}  // namespace trainyard
