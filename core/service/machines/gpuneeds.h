// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a machine has the accelerators that a task asks for. Pure.
#pragma once

#include "core/service/machines/machinefacts.h"

namespace trainyard {

// The first of the task's accelerators that the machine has; nullopt when the task asks for none. Unsupported states what was asked for,
// what is there and what to do. GPUs of the sandbox have no model, so any counts as theirs; accelerators that are not NVIDIA GPUs cannot be
// detected and are taken on trust, except TPUs, which nothing here can use.
Result<std::optional<Accelerators>> acceleratorsFor(const Task &task, const MachineFacts &facts);

}  // namespace trainyard
