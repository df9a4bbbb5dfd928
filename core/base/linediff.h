// SPDX-License-Identifier: GPL-3.0-or-later
// How two texts differ, by lines. Pure, any thread.
#pragma once

#include <QList>
#include <QString>

namespace trainyard {

enum class LineChange { Same, Removed, Added };

struct DiffLine {
    LineChange change = LineChange::Same;
    QString text;                  // without its line break
    int oldLine = 0, newLine = 0;  // from 1; 0: the line is not in that text

    bool operator==(const DiffLine &) const = default;
};

// All lines of both texts, in order; where lines were replaced, the removed ones come first. As few changes as possible, except in texts
// whose different parts multiply to more than about four million pairs of lines: these are shown as replaced altogether, in linear time.
QList<DiffLine> lineDiff(const QString &before, const QString &after);

}  // namespace trainyard
