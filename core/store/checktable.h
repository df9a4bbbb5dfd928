// SPDX-License-Identifier: GPL-3.0-or-later
// The table of what machines answered when they were checked. Internal to core/store.
#pragma once

#include "core/store/checkrecord.h"
#include "core/store/database.h"

#include <QList>

#include <optional>

namespace trainyard {

// Inside Database::write(); gives the record its id and forgets the oldest of its machine.
Result<void> insertCheck(Database &database, CheckRecord &record);
Result<QList<CheckRecord>> selectChecks(const Database &database, qint64 machineId);
Result<std::optional<CheckRecord>> selectCheck(const Database &database, qint64 id);

}  // namespace trainyard
