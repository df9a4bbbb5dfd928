// SPDX-License-Identifier: GPL-3.0-or-later
// The table of runs. Internal to core/storage/database.
#pragma once

#include "core/model/run.h"
#include "core/storage/database/internal/database.h"

#include <QList>

namespace trainyard {

Result<QList<Run>> selectRuns(const Database &database, const char *which, const QVariantList &values);  // "WHERE id = ?"
// Inside Database::write().
Result<void> insertRun(Database &database, const Run &run);
Result<void> writeRun(Database &database, const Run &run);                                         // by id
Result<int> editRuns(Database &database, const QString &lineage, const RunEdit &edit);             // how many attempts there are
Result<void> markDeleted(Database &database, const QStringList &lineages, const QDateTime &when);  // AlreadyExists: one goes on
Result<void> unmarkDeleted(Database &database, const QStringList &lineages);
Result<void> blankDeleted(Database &database, const QStringList &lineages);

}  // namespace trainyard
