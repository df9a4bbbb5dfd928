// SPDX-License-Identifier: GPL-3.0-or-later
// Which GPUs a task says are its own. Pure.
#pragma once

#include "core/model/task.h"

#include <QStringList>

#include <optional>

namespace trainyard {

// Those that its container is given: NVIDIA_VISIBLE_DEVICES of the task's variables, as numbers and UUIDs. Nothing: all.
std::optional<QStringList> containerGpus(const Task &task);

// Those that its programs see, in words that resources/onbox/gpus.sh looks up on the machine: of the container's devices those
// that CUDA_VISIBLE_DEVICES leaves. Nothing: the task's variables do not say.
std::optional<QStringList> visibleGpus(const Task &task, EngineKind engine);

}  // namespace trainyard
