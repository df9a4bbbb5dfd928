// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/terminal/internal/terminalreflow.h"

#include <algorithm>
#include <iterator>

namespace trainyard {

namespace {

// Appends a line's cells to a longer one, with their clusters.
void append(TerminalLine &to, TerminalLine line)
{
    const auto offset = static_cast<char32_t>(to.clusters.size());
    for (TerminalCell &cell : line.cells) {
        if (cell.glyph & TerminalCell::kCluster)
            cell.glyph += offset;
    }
    to.cells.insert(to.cells.end(), line.cells.begin(), line.cells.end());
    std::move(line.clusters.begin(), line.clusters.end(), std::back_inserter(to.clusters));
    to.isWrapped = line.isWrapped;
}

}  // namespace

void TerminalReflow::wrap(TerminalSize size)
{
    const auto columns = static_cast<std::size_t>(size.columns);
    // Below the cursor, only what is written counts.
    while (static_cast<int>(screen.size()) > cursor.row + 1 && screen.back().cells.empty())
        screen.pop_back();
    const std::size_t cursorLine = history.size() + static_cast<std::size_t>(cursor.row);
    std::deque<TerminalLine> all = std::move(history);
    std::move(screen.begin(), screen.end(), std::back_inserter(all));

    std::deque<TerminalLine> wrapped;
    std::size_t cursorAt = 0;
    for (std::size_t i = 0; i < all.size();) {
        TerminalLine whole;
        std::ptrdiff_t cursorOffset = -1;
        do {
            if (i == cursorLine)
                cursorOffset = static_cast<std::ptrdiff_t>(whole.cells.size()) + cursor.column;
            append(whole, std::move(all[i]));
        } while (whole.isWrapped && ++i < all.size());
        ++i;
        std::size_t from = 0;
        bool isPlaced = cursorOffset < 0;
        do {
            std::size_t end = std::min(from + columns, whole.cells.size());
            if (end < whole.cells.size() && end > from + 1 && whole.cells[end].width == 0)
                --end;  // a wide character does not fit at the end
            TerminalLine piece;
            piece.cells.assign(whole.cells.begin() + static_cast<std::ptrdiff_t>(from),
                               whole.cells.begin() + static_cast<std::ptrdiff_t>(end));
            for (TerminalCell &cell : piece.cells) {
                if (!(cell.glyph & TerminalCell::kCluster))
                    continue;
                piece.clusters.push_back(whole.clusters[cell.glyph & ~TerminalCell::kCluster]);
                cell.glyph = TerminalCell::kCluster | static_cast<char32_t>(piece.clusters.size() - 1);
            }
            piece.isWrapped = end < whole.cells.size();
            const auto offset = static_cast<std::size_t>(cursorOffset);
            if (!isPlaced && (offset < end || !piece.isWrapped)) {
                isPlaced = true;
                cursorAt = wrapped.size();
                cursor.column = static_cast<int>(std::min(offset - from, columns - 1));
            }
            wrapped.push_back(std::move(piece));
            from = end;
        } while (from < whole.cells.size());
    }

    const std::size_t rows = static_cast<std::size_t>(size.rows);
    std::size_t top = wrapped.size() > rows ? wrapped.size() - rows : 0;
    top = std::min(top, cursorAt);
    cursor.row = static_cast<int>(std::min(cursorAt - top, rows - 1));
    screen.clear();
    const auto first = wrapped.begin() + static_cast<std::ptrdiff_t>(top);
    std::move(first, first + static_cast<std::ptrdiff_t>(std::min(rows, wrapped.size() - top)), std::back_inserter(screen));
    screen.resize(rows);
    wrapped.resize(top);
    history = std::move(wrapped);
}

}  // namespace trainyard
