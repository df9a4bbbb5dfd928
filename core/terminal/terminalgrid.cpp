// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/terminal/terminalgrid.h"

#include "core/terminal/internal/terminalreflow.h"

#include <algorithm>
#include <utility>

namespace trainyard {

namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }

// Drops clusters that no cell shows any more, so that a program that writes the same place again and again fills no memory.
void compactClusters(TerminalLine &line)
{
    std::vector<std::u32string> kept;
    for (TerminalCell &cell : line.cells) {
        if (!(cell.glyph & TerminalCell::kCluster))
            continue;
        const std::size_t old = cell.glyph & ~TerminalCell::kCluster;
        cell.glyph = TerminalCell::kCluster | static_cast<char32_t>(kept.size());
        kept.push_back(line.clusters[old]);
    }
    line.clusters = std::move(kept);
}

}  // namespace

QString TerminalLine::glyphText(const TerminalCell &cell) const
{
    if (cell.glyph & TerminalCell::kCluster) {
        const std::u32string &cluster = clusters[cell.glyph & ~TerminalCell::kCluster];
        return QString::fromUcs4(cluster.data(), static_cast<qsizetype>(cluster.size()));
    }
    return cell.glyph ? QString::fromUcs4(&cell.glyph, 1) : QStringLiteral(" ");
}

QString TerminalLine::text(int from, int to) const
{
    QString all;
    const int end = std::min(to, static_cast<int>(cells.size()));
    for (int column = from; column < end; ++column) {
        if (cells[index(column)].width > 0)
            all += glyphText(cells[index(column)]);
    }
    if (end == static_cast<int>(cells.size()) || to >= static_cast<int>(cells.size())) {
        while (!isWrapped && all.endsWith(u' '))
            all.chop(1);
    }
    return all;
}

TerminalGrid::TerminalGrid(TerminalSize size, int historyLimit) : m_size(size), m_historyLimit(index(std::max(historyLimit, 0)))
{
    m_screen.resize(index(size.rows));
    for (TerminalLine &line : m_screen)
        line.stamp = ++m_clock;
}

const TerminalLine &TerminalGrid::line(qint64 number) const
{
    const qint64 row = number - topLine();
    if (row >= 0)
        return m_screen[static_cast<std::size_t>(row)];
    return m_history[static_cast<std::size_t>(number - m_dropped)];
}

TerminalLine &TerminalGrid::change(int row)
{
    TerminalLine &line = m_screen[index(row)];
    line.stamp = ++m_clock;
    return line;
}

bool TerminalGrid::holds(const TerminalRectangle &area) const
{
    return area.top >= 0 && area.left >= 0 && area.top < area.bottom && area.left < area.right && area.bottom <= m_size.rows
           && area.right <= m_size.columns;
}

// A wide character of which one half is about to be overwritten disappears.
void TerminalGrid::splitWide(TerminalLine &line, int column)
{
    const int count = static_cast<int>(line.cells.size());
    if (column <= 0 || column >= count || line.cells[index(column)].width != 0)
        return;
    for (const int half : {column - 1, column}) {
        line.cells[index(half)].glyph = 0;
        line.cells[index(half)].width = 1;
    }
}

void TerminalGrid::put(TerminalPosition at, std::u32string_view glyph, int width, const TerminalPen &pen)
{
    width = std::clamp(width, 1, 2);
    if (at.row < 0 || at.row >= m_size.rows || at.column < 0 || at.column >= m_size.columns || glyph.empty())
        return;
    width = std::min(width, m_size.columns - at.column);
    TerminalLine &line = change(at.row);
    const std::size_t end = index(at.column + width);
    if (line.cells.size() < end)
        line.cells.resize(end);
    splitWide(line, at.column);
    splitWide(line, static_cast<int>(end));
    TerminalCell &cell = line.cells[index(at.column)];
    if (glyph.size() == 1) {
        cell.glyph = glyph[0];
    } else {
        if (line.clusters.size() > 2 * index(m_size.columns))
            compactClusters(line);
        line.clusters.emplace_back(glyph);
        cell.glyph = TerminalCell::kCluster | static_cast<char32_t>(line.clusters.size() - 1);
    }
    cell.pen = pen;
    cell.width = static_cast<quint8>(width);
    if (width == 2)
        line.cells[end - 1] = {0, pen, 0};
}

void TerminalGrid::markWrapped(int row)
{
    if (row >= 0 && row < m_size.rows)
        m_screen[index(row)].isWrapped = true;
}

void TerminalGrid::fill(TerminalLine &line, int from, int to, const TerminalColor &paper)
{
    const bool isColoured = paper != TerminalColor{};
    if (!isColoured && to >= static_cast<int>(line.cells.size())) {
        splitWide(line, from);
        if (from < static_cast<int>(line.cells.size()))
            line.cells.resize(index(from));
    } else {
        if (line.cells.size() < index(to))
            line.cells.resize(index(to));
        splitWide(line, from);
        splitWide(line, to);
        TerminalCell empty;
        empty.pen.paper = paper;
        std::fill(line.cells.begin() + from, line.cells.begin() + to, empty);
    }
    if (to >= m_size.columns)
        line.isWrapped = false;
    if (line.cells.empty())
        line.clusters.clear();
}

void TerminalGrid::erase(const TerminalRectangle &area, const TerminalColor &paper)
{
    if (!holds(area))
        return;
    for (int row = area.top; row < area.bottom; ++row)
        fill(change(row), area.left, area.right, paper);
}

TerminalLine TerminalGrid::blank(const TerminalColor &paper)
{
    TerminalLine line;
    line.cells = std::exchange(m_spare, {});
    line.cells.clear();
    line.stamp = ++m_clock;
    if (paper != TerminalColor{})
        fill(line, 0, m_size.columns, paper);
    return line;
}

void TerminalGrid::remember(TerminalLine line)
{
    if (m_historyLimit == 0) {
        ++m_dropped;
        return;
    }
    if (m_history.size() >= m_historyLimit) {
        m_spare = std::move(m_history.front().cells);
        m_history.pop_front();
        ++m_dropped;
    }
    m_history.push_back(std::move(line));
}

// Moves whole rows of [from, to) up by `down`, or down by its negative.
void TerminalGrid::shift(int from, int to, int down, const TerminalColor &paper)
{
    const int count = std::min(std::abs(down), to - from);
    const auto begin = m_screen.begin() + from, end = m_screen.begin() + to;
    if (down > 0) {
        for (int i = 0; i < count; ++i) {
            if (from == 0 && !m_isAlternate)
                remember(std::move(m_screen[index(i)]));
        }
        std::move(begin + count, end, begin);
        for (auto line = end - count; line != end; ++line)
            *line = blank(paper);
    } else {
        std::move_backward(begin, end - count, end);
        for (auto line = begin; line != begin + count; ++line)
            *line = blank(paper);
    }
}

void TerminalGrid::slide(TerminalLine &line, const TerminalRectangle &area, int right, const TerminalColor &paper)
{
    const int width = area.right - area.left, count = std::min(std::abs(right), width);
    if (line.cells.size() < index(area.right))
        line.cells.resize(index(area.right));
    splitWide(line, area.left);
    splitWide(line, area.right);
    const auto begin = line.cells.begin() + area.left, end = line.cells.begin() + area.right;
    if (right > 0) {
        splitWide(line, area.left + count);
        std::move(begin + count, end, begin);
        fill(line, area.right - count, area.right, paper);
    } else {
        splitWide(line, area.right - count);
        std::move_backward(begin, end - count, end);
        fill(line, area.left, area.left + count, paper);
    }
}

void TerminalGrid::scroll(const TerminalRectangle &area, int down, int right, const TerminalColor &paper)
{
    if (!holds(area))
        return;
    if (down != 0 && area.left == 0 && area.right == m_size.columns)
        shift(area.top, area.bottom, down, paper);
    if (right == 0)
        return;
    for (int row = area.top; row < area.bottom; ++row)
        slide(change(row), area, right, paper);
}

void TerminalGrid::setAlternate(bool isAlternate, TerminalPosition cursor)
{
    if (isAlternate == m_isAlternate)
        return;
    m_isAlternate = isAlternate;
    if (isAlternate) {
        m_mainCursor = cursor;
        m_main = std::exchange(m_screen, std::vector<TerminalLine>(index(m_size.rows)));
    } else {
        m_screen = std::exchange(m_main, {});
    }
    for (TerminalLine &line : m_screen)
        line.stamp = ++m_clock;
}

TerminalPosition TerminalGrid::resize(TerminalSize size, TerminalPosition cursor)
{
    if (size == m_size)
        return cursor;
    if (m_isAlternate) {
        // Its program draws it anew; only the main screen has lines that continue each other.
        for (TerminalLine &line : m_screen) {
            if (line.cells.size() > index(size.columns)) {
                splitWide(line, size.columns);
                line.cells.resize(index(size.columns));
            }
        }
        m_screen.resize(index(size.rows));
    }
    std::vector<TerminalLine> &main = m_isAlternate ? m_main : m_screen;
    TerminalPosition &mainCursor = m_isAlternate ? m_mainCursor : cursor;
    TerminalReflow reflow{std::move(m_history), std::move(main), mainCursor};
    reflow.wrap(size);
    m_history = std::move(reflow.history);
    main = std::move(reflow.screen);
    mainCursor = reflow.cursor;
    while (m_history.size() > m_historyLimit) {
        m_history.pop_front();
        ++m_dropped;
    }
    for (TerminalLine &line : m_history)
        line.stamp = ++m_clock;
    for (TerminalLine &line : m_main)
        line.stamp = ++m_clock;
    for (TerminalLine &line : m_screen)
        line.stamp = ++m_clock;
    m_size = size;
    return cursor;
}

void TerminalGrid::clearHistory()
{
    m_dropped += static_cast<qint64>(m_history.size());
    m_history.clear();
}

void TerminalGrid::scrollAllAway()
{
    setAlternate(false, {});
    int used = m_size.rows;
    while (used > 0 && m_screen[index(used - 1)].cells.empty())
        --used;
    if (used > 0)
        shift(0, m_size.rows, used, {});
}

}  // namespace trainyard
