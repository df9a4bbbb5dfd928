// SPDX-License-Identifier: GPL-3.0-or-later
// The table of what machines answered when they were checked. Internal to core/storage/database.
#pragma once

#include "core/storage/database/checkrecord.h"
#include "core/storage/database/internal/database.h"

#include <QList>

#include <optional>

namespace trainyard {

// Inside Database::write(); gives the record its id and forgets the oldest of its machine.
Result<void> insertCheck(Database &database, CheckRecord &record);
Result<QList<CheckRecord>> selectChecks(const Database &database, qint64 machineId);
Result<std::optional<CheckRecord>> selectCheck(const Database &database, qint64 id);

}  // namespace trainyard
