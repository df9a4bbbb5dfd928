// SPDX-License-Identifier: GPL-3.0-or-later
// Chart values as a CSV file (RFC 4180): one row per moment or step, missing values as empty fields, a decimal point in every language.
// Pure.
#pragma once

#include "ui/charts/chartpanel.h"

namespace trainyard {

enum class CsvAxis { Time, Step };  // Time: ISO 8601 with the offset of this computer's zone

// The rows are the union of all x values. Column headers carry the unit: "GPU power 3 [W]".
QByteArray chartCsv(CsvAxis axis, const QString &axisTitle, const QList<ValueColumn> &columns);

// Rows of text as they are.
QByteArray textCsv(const QList<QStringList> &rows);

}  // namespace trainyard
