// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of a terminal: the screen, the alternate screen of full-screen programs, and the history of what scrolled off, up to a limit.
// Pure; one thread at a time. Rows and columns count from 0; positions outside the screen are ignored.
//
// A line is also known by its number, which counts all lines since the beginning, so that it stays the same while text scrolls. Another
// width wraps lines anew, which changes the numbers.
#pragma once

#include "core/terminal/terminalcell.h"

#include <QByteArrayView>

#include <deque>
#include <span>

namespace trainyard {

struct TerminalPosition {
    int row = 0, column = 0;
    bool operator==(const TerminalPosition &) const = default;
};

struct TerminalRectangle {
    int top = 0, bottom = 0, left = 0, right = 0;  // [top, bottom), [left, right)
};

class TerminalGrid {
public:
    TerminalGrid(TerminalSize size, int historyLimit);

    TerminalSize size() const { return m_size; }
    qint64 firstLine() const { return m_dropped; }                                                              // the oldest that is kept
    qint64 topLine() const { return m_dropped + (m_isAlternate ? 0 : static_cast<qint64>(m_history.size())); }  // of the screen
    qint64 endLine() const { return topLine() + m_size.rows; }
    const TerminalLine &line(qint64 number) const;  // from firstLine() to before endLine()
    const TerminalLine &row(int row) const { return m_screen[static_cast<std::size_t>(row)]; }
    bool isAlternate() const { return m_isAlternate; }  // has no history

    void put(TerminalPosition at, std::u32string_view glyph, int width, const TerminalPen &pen);
    void markWrapped(int row);
    void erase(const TerminalRectangle &area, const TerminalColor &paper);
    void scroll(const TerminalRectangle &area, int down, int right, const TerminalColor &paper);
    // The screen that was shown stays as it is until it is shown again; the alternate one begins empty.
    void setAlternate(bool isAlternate, TerminalPosition cursor);
    TerminalPosition mainCursor() const { return m_mainCursor; }  // where it was when the alternate screen came
    // Wraps the lines anew and returns where the cursor is then.
    TerminalPosition resize(TerminalSize size, TerminalPosition cursor);
    void clearHistory();
    // Full lines that scroll off go to the history, blank ones at the end excepted; the screen is blank afterwards.
    void scrollAllAway();

private:
    TerminalLine &change(int row);
    void shift(int from, int to, int down, const TerminalColor &paper);
    void slide(TerminalLine &line, const TerminalRectangle &area, int right, const TerminalColor &paper);
    void fill(TerminalLine &line, int from, int to, const TerminalColor &paper);
    void splitWide(TerminalLine &line, int column);
    void remember(TerminalLine line);
    TerminalLine blank(const TerminalColor &paper);
    bool holds(const TerminalRectangle &area) const;

    TerminalSize m_size;
    std::size_t m_historyLimit;
    std::vector<TerminalLine> m_screen, m_main;  // m_main: of the main screen while the alternate one is shown
    std::deque<TerminalLine> m_history;
    std::vector<TerminalCell> m_spare;  // storage of a dropped line
    TerminalPosition m_mainCursor;
    bool m_isAlternate = false;
    qint64 m_dropped = 0;
    quint64 m_clock = 0;
};

}  // namespace trainyard
