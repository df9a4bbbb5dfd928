// SPDX-License-Identifier: GPL-3.0-or-later
// How the run list is sorted. Pinned runs stay on top, and runs whose value is unknown at the end, in both directions. Pure.
#pragma once

#include "core/observe/runfilter/runmatch.h"

#include <QCollator>
#include <QString>
#include <Qt>

#include <optional>
#include <vector>

namespace trainyard {

struct RunOrder {
    int column = -1;  // of RunsModel; -1: newest first; ColumnCount: `extra`
    Qt::SortOrder direction = Qt::AscendingOrder;
    QString extra = {};  // extraKey()

    bool operator==(const RunOrder &) const = default;
};

// The direction that a column is sorted in when it is chosen: the best or longest first.
Qt::SortOrder usualDirection(int column, const QString &extra = {});

// The share of its time in which it trained: of an active run from its glance, of another from its figures.
std::optional<double> usefulPercent(const RunFields &fields);

QCollator runCollator();  // numbers by value, upper and lower case the same

// The positions of the runs in their order; `runs` are newest first, and runs that are equal stay in it. Costs in different currencies are
// not compared: they are grouped by currency.
std::vector<qsizetype> sortedRuns(const std::vector<RunFields> &runs, const RunOrder &order);

}  // namespace trainyard
