// SPDX-License-Identifier: GPL-3.0-or-later
// Which GPUs a task claims as its own. Pure.
#pragma once

#include "core/model/task.h"

#include <QStringList>

#include <optional>

namespace trainyard {

// The GPUs passed to its container: the task's `gpus`, or else NVIDIA_VISIBLE_DEVICES of its variables, as numbers and UUIDs. nullopt: all.
std::optional<QStringList> containerGpus(const Task &task);

// How many it asks for: those that it chose, or else the number next to the model; 0 = not said.
int gpuCount(const Task &task);

// The GPUs its programs see, in words that resources/onbox/gpus.sh resolves on the machine: those of the container's devices that
// CUDA_VISIBLE_DEVICES leaves. nullopt: the task's variables do not specify it.
std::optional<QStringList> visibleGpus(const Task &task, EngineKind engine);

}  // namespace trainyard
