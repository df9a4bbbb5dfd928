// SPDX-License-Identifier: GPL-3.0-or-later
// Pins a checkpoint where it lies, or lets go of it (core/checkpoint/retention/pins.h). Blocking, worker threads.
#pragma once

#include "core/checkpoint/retention/removal.h"
#include "core/service/checkpoints/checkpointplace.h"

namespace trainyard {

// Fine when it is so already. InvalidInput: its name leads out of the place. Else the place's errors; the checkpoint's own files
// are never touched.
Result<void> setPinned(CheckpointPlace &place, const Checkpoint &checkpoint, bool isPinned, std::stop_token stop = {});
// Before it is removed: a person may have pinned it since it was looked at. InvalidInput when it is pinned.
Result<void> checkUnpinned(CheckpointPlace &place, const Removal &removal, std::stop_token stop);

}  // namespace trainyard
