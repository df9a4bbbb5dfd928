// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/linediff.h"

#include <QStringList>

#include <algorithm>
#include <vector>

namespace trainyard {
namespace {

constexpr qsizetype kMaxPairs = 4'000'000;  // two bytes each, a few milliseconds

QStringList linesOf(const QString &text)
{
    QStringList lines = text.split(u'\n');
    if (lines.last().isEmpty())
        lines.removeLast();  // the line break ends the line before
    return lines;
}

}  // namespace

QList<DiffLine> lineDiff(const QString &before, const QString &after)
{
    const QStringList old = linesOf(before), now = linesOf(after);
    qsizetype first = 0, oldEnd = old.size(), newEnd = now.size();
    while (first < oldEnd && first < newEnd && old[first] == now[first])
        ++first;
    while (oldEnd > first && newEnd > first && old[oldEnd - 1] == now[newEnd - 1]) {
        --oldEnd;
        --newEnd;
    }
    QList<DiffLine> lines;
    const auto same = [&](qsizetype i, qsizetype j) { lines << DiffLine{LineChange::Same, old[i], int(i) + 1, int(j) + 1}; };
    const auto removed = [&](qsizetype i) { lines << DiffLine{LineChange::Removed, old[i], int(i) + 1, 0}; };
    const auto added = [&](qsizetype j) { lines << DiffLine{LineChange::Added, now[j], 0, int(j) + 1}; };
    for (qsizetype i = 0; i < first; ++i)
        same(i, i);
    // common[i][j]: the most lines that the rest of both texts from there have in common. Neither text is long enough to overflow it.
    const qsizetype rows = oldEnd - first, columns = newEnd - first;
    qsizetype i = 0, j = 0;
    if (rows > 0 && columns > 0 && rows < 0xffff && columns < 0xffff && rows <= kMaxPairs / columns) {
        const qsizetype width = columns + 1;
        std::vector<quint16> common(size_t((rows + 1) * width), 0);
        const auto at = [&common, width](qsizetype row, qsizetype column) -> quint16 & { return common[size_t(row * width + column)]; };
        for (qsizetype row = rows - 1; row >= 0; --row) {
            for (qsizetype column = columns - 1; column >= 0; --column) {
                at(row, column) = old[first + row] == now[first + column] ? quint16(at(row + 1, column + 1) + 1)
                                                                          : std::max(at(row + 1, column), at(row, column + 1));
            }
        }
        while (i < rows && j < columns) {
            if (old[first + i] == now[first + j]) {
                same(first + i, first + j);
                ++i;
                ++j;
            } else if (at(i + 1, j) >= at(i, j + 1)) {
                removed(first + i++);
            } else {
                added(first + j++);
            }
        }
    }
    while (i < rows)
        removed(first + i++);
    while (j < columns)
        added(first + j++);
    for (; oldEnd < old.size(); ++oldEnd, ++newEnd)
        same(oldEnd, newEnd);
    return lines;
}

}  // namespace trainyard
