// SPDX-License-Identifier: GPL-3.0-or-later
// Watches for capacity as a person adds and pauses them, on the command line and in the window. Reads and writes the database; any thread.
#pragma once

#include "core/model/capacitywatch.h"
#include "core/storage/database/statedatabase.h"

namespace trainyard {

// "8xH100", with a number if there is such a watch.
QString freeWatchName(const StateDatabase &database, const CapacityWatch &watch);
// A watch that was paused, found something or failed watches again. AlreadyExists while it is renting; NotFound.
Result<CapacityWatch> setWatchPaused(StateDatabase &database, const QString &name, bool isPaused);

}  // namespace trainyard
