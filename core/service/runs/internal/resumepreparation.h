// SPDX-License-Identifier: GPL-3.0-or-later
// Preparation of a launch that continues from a checkpoint. Blocking, worker threads.
#pragma once

#include "core/service/machines/servicecontext.h"
#include "core/service/runs/internal/checkpointlock.h"
#include "core/service/runs/launcher.h"

#include <optional>

namespace trainyard {

// The newest attempt that has not ended; asks its machine where possible.
Result<std::optional<Run>> runningOf(ServiceContext &context, const QString &lineage, std::stop_token stop);

// Checks that no other program writes there, and that the checkpoint is there and whole. Nothing removes it as long as the result is held.
Result<CheckpointUses> prepareResume(ServiceContext &context, const LaunchRequest &request, const Machine &machine,
                                     const MachineFacts &known, SshConnection &connection, const StepReport &report, std::stop_token stop);

}  // namespace trainyard
