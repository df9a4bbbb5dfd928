// SPDX-License-Identifier: GPL-3.0-or-later
// Where checkpoints are, as a person types it: a run, MACHINE:/path, s3://bucket/key, or a path on this computer.
#pragma once

#include "app/cli/commands.h"
#include "core/service/runs/checkpointrequests.h"

namespace trainyard {

// Text that begins with / or . or ~ is a path here. NotFound when it is none of these. `storeName` chooses among several stores that have
// the bucket.
Result<CheckpointRef> readCheckpointRef(Services &services, const QString &text, const QString &storeName = {});
}  // namespace trainyard
