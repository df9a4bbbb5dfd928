// SPDX-License-Identifier: GPL-3.0-or-later
// Stores the raw answers of machine checks, so that they can be judged and shown again. Any thread.
#pragma once

#include "core/model/ids.h"
#include "core/service/machines/machinechecker.h"
#include "core/storage/database/statedatabase.h"

namespace trainyard {

Result<CheckRecord> keepCheck(StateDatabase &store, MachineId machineId, const AskedCheck &asked);
// Of a stored check. Corrupt when the stored bytes cannot be read.
Result<AskedCheck> askedCheck(const CheckRecord &record);

}  // namespace trainyard
