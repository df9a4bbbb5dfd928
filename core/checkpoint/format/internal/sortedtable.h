// SPDX-License-Identifier: GPL-3.0-or-later
// A LevelDB table as TensorFlow writes its indices: sorted keys in uncompressed blocks with checksums, read whole. Sources:
// https://github.com/google/leveldb/blob/main/doc/table_format.md and table/format.h in that repository. Private to this folder; pure.
#pragma once

#include <QByteArray>
#include <QString>

#include <optional>
#include <utility>
#include <vector>

namespace trainyard {

// In the file's order; nullopt: `complaint` (English, for the detail) says which rule it breaks.
std::optional<std::vector<std::pair<QByteArray, QByteArray>>> parseSortedTable(const QByteArray &table, QString *complaint);

// Every table ends with this footer.
bool hasTableFooter(QByteArrayView lastBytes);

}  // namespace trainyard
