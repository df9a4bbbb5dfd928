// SPDX-License-Identifier: GPL-3.0-or-later
// Pins or unpins a checkpoint in its place (core/checkpoint/retention/pins.h). Blocking, worker threads.
#pragma once

#include "core/checkpoint/retention/removal.h"
#include "core/service/checkpoints/checkpointplace.h"

namespace trainyard {

// Succeeds when it is already in that state. InvalidInput: its name leads out of the place. Otherwise the place's errors. The checkpoint's
// own files are never touched.
Result<void> setPinned(CheckpointPlace &place, const Checkpoint &checkpoint, bool isPinned, std::stop_token stop = {});
// Call before removing it: a person may have pinned it since the scan. InvalidInput when it is pinned.
Result<void> checkUnpinned(CheckpointPlace &place, const Removal &removal, std::stop_token stop);

}  // namespace trainyard
