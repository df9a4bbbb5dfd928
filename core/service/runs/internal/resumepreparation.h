// SPDX-License-Identifier: GPL-3.0-or-later
// Before a launch that goes on from a checkpoint. Blocking, worker threads.
#pragma once

#include "core/service/machines/servicecontext.h"
#include "core/service/runs/internal/checkpointlock.h"
#include "core/service/runs/launcher.h"

#include <optional>

namespace trainyard {

// The newest attempt that has not ended; its machine is asked where that is possible.
Result<std::optional<Run>> runningOf(ServiceContext &context, const QString &lineage, std::stop_token stop);

// No other program writes there, and the checkpoint lies there and is whole. What is given stays where it is as long as that is held.
Result<CheckpointUses> prepareResume(ServiceContext &context, const LaunchRequest &request, const Machine &machine,
                                     const MachineFacts &known, SshConnection &connection, const StepReport &report, std::stop_token stop);

}  // namespace trainyard
