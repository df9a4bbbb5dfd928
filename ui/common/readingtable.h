// SPDX-License-Identifier: GPL-3.0-or-later
// A read-only table: selects whole rows, has no grid and no row numbers, does not sort by columns, and Tab leaves it.
#pragma once

#include <QList>
#include <QString>

#include <functional>

class QTableView;

namespace trainyard {

void makeReadingTable(QTableView *table, const QString &objectName, const QString &accessibleName);

// Columns as wide as their texts; `wide` takes what is left, or is shortened. If that is not enough, columns are hidden in the order of
// `leastFirst`. Call it again when texts or the width of the viewport have changed.
void fitReadingTable(QTableView *table, int wide, const QList<int> &leastFirst);
// Calls `fit` whenever the width of the viewport has changed, for as long as there is the table.
void onWidthChange(QTableView *table, const std::function<void()> &fit);
QString hiddenCells(const QTableView *table, int row);  // "Submitted: 21 Nov 06:26"; empty if no column is hidden

}  // namespace trainyard
