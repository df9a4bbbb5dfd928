// SPDX-License-Identifier: GPL-3.0-or-later
// What a terminal shows at one place, and one of its lines. Value types, pure.
#pragma once

#include "core/model/terminalsize.h"

#include <QString>

#include <string>
#include <vector>

namespace trainyard {

// A colour as a program names it; the window decides what the first two look like.
struct TerminalColor {
    enum Kind : quint8 { Default, Indexed, Rgb };
    Kind kind = Default;
    quint8 red = 0, green = 0, blue = 0;  // Indexed: `red` is the index, 0 to 255

    bool operator==(const TerminalColor &) const = default;
};

struct TerminalPen {
    TerminalColor ink, paper;
    bool isBold : 1 = false, isItalic : 1 = false, isReverse : 1 = false, isStruck : 1 = false;
    quint8 underline : 2 = 0;  // 0 none, 1 single, 2 double, 3 curly

    bool operator==(const TerminalPen &) const = default;
};

struct TerminalCell {
    // A code point; 0: blank. With kCluster: an index into the line's clusters.
    static constexpr char32_t kCluster = 0x80000000;
    char32_t glyph = 0;
    TerminalPen pen;
    quint8 width = 1;  // 2: also covers the next cell, whose width is 0

    bool isBlank() const { return glyph == 0 && pen == TerminalPen{}; }
    bool operator==(const TerminalCell &) const = default;
};

// Cells that are missing at the end are blank.
struct TerminalLine {
    std::vector<TerminalCell> cells;
    std::vector<std::u32string> clusters;  // characters of several code points
    bool isWrapped = false;                // continues in the next line without a line break
    quint64 stamp = 0;                     // differs after each change, and from that of any other line of the terminal

    TerminalCell at(int column) const
    {
        return column < static_cast<int>(cells.size()) ? cells[static_cast<std::size_t>(column)] : TerminalCell{};
    }
    // The text of the columns [from, to), without blanks at the line's end.
    QString text(int from, int to) const;
    QString glyphText(const TerminalCell &cell) const;
};

}  // namespace trainyard
