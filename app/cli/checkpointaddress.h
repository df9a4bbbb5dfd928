// Where checkpoints are, as a person writes it: a run, MACHINE:/path, or a path on this computer.
#pragma once

#include "app/cli/commands.h"
#include "core/run/checkpointcare.h"

namespace trainyard {

// What begins with / or . or ~ is a path here. NotFound where it is none of these.
Result<CheckpointAddress> readCheckpointAddress(Store &store, const QString &text);

}  // namespace trainyard
