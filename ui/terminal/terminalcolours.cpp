// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/terminal/terminalcolours.h"

#include <array>
#include <utility>

namespace trainyard {

namespace {

constexpr double kReadable = 4.5;    // WCAG 2, level AA
constexpr double kPaperShare = 0.3;  // a background in a colour of the theme is as pale as its tints

QColor roleColour(const Theme &theme, int index)
{
    switch (index) {
    case 0:
    case 8: return theme.text3;
    case 1:
    case 9: return theme.bad.ink;
    case 2:
    case 10: return theme.ok.ink;
    case 3:
    case 11: return theme.warning.ink;
    case 4:
    case 12: return theme.accent;
    case 5:
    case 13: return theme.simulated.ink;
    case 6:
    case 14: return theme.series[2];
    case 7: return theme.text2;
    default: return theme.text1;
    }
}

// xterm's palette from 16: a cube of six steps, then greys.
QColor paletteColour(int index)
{
    if (index >= 232) {
        const int grey = 8 + (index - 232) * 10;
        return QColor(grey, grey, grey);
    }
    static constexpr std::array kSteps = {0, 95, 135, 175, 215, 255};
    const auto step = [](int i) { return kSteps[static_cast<std::size_t>(i % 6)]; };
    const int at = index - 16;
    return QColor(step(at / 36), step(at / 6), step(at));
}

QColor named(const Theme &theme, const TerminalColor &colour, bool isPaper)
{
    if (colour.kind == TerminalColor::Rgb)
        return QColor(colour.red, colour.green, colour.blue);
    if (colour.kind == TerminalColor::Default)
        return isPaper ? terminalPaper(theme) : theme.text1;
    if (colour.red >= 16)
        return paletteColour(colour.red);
    const QColor role = roleColour(theme, colour.red);
    return isPaper ? mixed(terminalPaper(theme), role, kPaperShare) : role;
}

QColor readableOn(const Theme &theme, const QColor &ink, const QColor &paper)
{
    if (contrastRatio(ink, paper) >= kReadable)
        return ink;
    const QColor best = contrastRatio(theme.text1, paper) >= contrastRatio(theme.surface, paper) ? theme.text1 : theme.surface;
    const QColor between = mixed(ink, best, 0.5);
    return contrastRatio(between, paper) >= kReadable ? between : best;
}

}  // namespace

QColor terminalPaper(const Theme &theme) { return theme.surface; }

CellColours cellColours(const Theme &theme, const TerminalPen &pen, bool isExchanged)
{
    if (pen.isReverse != isExchanged) {
        // Reversed, a colour is a background at its full strength.
        const QColor paper = pen.ink.kind == TerminalColor::Default ? theme.text2 : named(theme, pen.ink, false);
        return {readableOn(theme, pen.paper.kind == TerminalColor::Default ? theme.surface : named(theme, pen.paper, true), paper), paper};
    }
    const QColor paper = named(theme, pen.paper, true);
    return {readableOn(theme, named(theme, pen.ink, false), paper), paper};
}

}  // namespace trainyard
