// SPDX-License-Identifier: GPL-3.0-or-later
// A read-only table: selects whole rows, has no grid and no row numbers, does not sort by columns, and Tab leaves it.
#pragma once

#include <QString>

class QTableView;

namespace trainyard {

void makeReadingTable(QTableView *table, const QString &objectName, const QString &accessibleName);

}  // namespace trainyard
