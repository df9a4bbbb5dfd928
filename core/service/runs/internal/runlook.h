// SPDX-License-Identifier: GPL-3.0-or-later
// The current state of one run, asked of its machine. Blocking, worker threads.
#pragma once

#include "core/service/machines/servicecontext.h"
#include "core/service/runs/internal/runsync.h"
#include "core/service/runs/runsnapshot.h"

namespace trainyard {

// Polls until nothing new arrives, or only until the state is known: a log of any length must not delay a list. A program that holds the
// copy and keeps it fresh is trusted; from one that hangs the copy is taken over. If the copy cannot be written, the machine is asked all
// the same.
Result<RunSnapshot> lookAtRun(ServiceContext &context, const Run &run, Interaction asking, RunSync::Reach reach, std::stop_token stop);

}  // namespace trainyard
