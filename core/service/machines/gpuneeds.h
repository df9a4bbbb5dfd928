// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a machine has the accelerators that a task asks for. Pure.
#pragma once

#include "core/service/machines/machinefacts.h"

namespace trainyard {

// The first of those that the task would take and the machine has; nothing when it asks for none. Unsupported says what was asked
// for, what is there and what to do. GPUs of the sandbox have no model, so any counts as theirs; accelerators that are no NVIDIA
// GPUs cannot be looked for and are taken on trust, but for TPUs, which nothing here can use.
Result<std::optional<Accelerators>> acceleratorsFor(const Task &task, const MachineFacts &facts);

}  // namespace trainyard
