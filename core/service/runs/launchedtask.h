// SPDX-License-Identifier: GPL-3.0-or-later
// The task of a run as it was launched. Reads one local file; any thread.
#pragma once

#include "core/base/paths.h"
#include "core/model/ids.h"
#include "core/model/task.h"

namespace trainyard {

// Secrets have no values. NotFound when it was launched elsewhere; InvalidInput as for parseTask().
Result<Task> taskOfRun(const Paths &paths, const RunId &runId);

}  // namespace trainyard
