// SPDX-License-Identifier: GPL-3.0-or-later
// A table that is read and not typed into: whole rows are selected, no grid, no row numbers, columns do not sort, Tab leads out of it.
#pragma once

#include <QString>

class QTableView;

namespace trainyard {

void makeReadingTable(QTableView *table, const QString &objectName, const QString &accessibleName);

}  // namespace trainyard
