// SPDX-License-Identifier: GPL-3.0-or-later
// What a task mounts on its machine: object stores and volumes. Blocking: reads the file of the object stores; worker threads.
#pragma once

#include "core/base/paths.h"
#include "core/execution/launchplan/launchplan.h"
#include "core/service/machines/machinefacts.h"

namespace trainyard {

// With the program that the machine has for each. Unsupported states the one thing that is missing there; nothing is installed. NotFound: the
// store was not set up.
Result<QList<MountedStore>> mountedStores(const Task &task, EngineKind engine, const MachineFacts &facts, const Paths &paths);

// The volumes of the task as folders of the machine. NotFound states what is missing there; InvalidInput: the name means several.
Result<QMap<QString, FolderMount>> volumeMounts(const Task &task, const MachineFacts &facts);

}  // namespace trainyard
