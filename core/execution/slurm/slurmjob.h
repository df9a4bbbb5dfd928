// SPDX-License-Identifier: GPL-3.0-or-later
// The batch script of a run. Format: sbatch(1). Pure.
#pragma once

#include "core/execution/launchplan/launchplan.h"

namespace trainyard {

// job.sh of the run directory, in which it is submitted. It holds no value of a variable and no secret. InvalidInput as
// checkSlurmOptions().
Result<QByteArray> slurmJobScript(const LaunchInput &input);

}  // namespace trainyard
