// SPDX-License-Identifier: GPL-3.0-or-later
// Values of charts as a file for other programs (RFC 4180): one row per moment or step, absent values as empty
// fields, numbers with a point whatever the language. Pure.
#pragma once

#include "ui/charts/chartpanel.h"

namespace trainyard {

enum class CsvAxis { Time, Step };  // Time: ISO 8601 with the offset of this computer's zone

// Rows are the union of all x; heads carry the unit: "GPU power 3 [W]".
QByteArray chartCsv(CsvAxis axis, const QString &axisTitle, const QList<ValueColumn> &columns);

}  // namespace trainyard
