// SPDX-License-Identifier: GPL-3.0-or-later
// Object stores in a task's file_mounts. Private to this folder; pure.
#pragma once

#include "core/model/internal/yamlmap.h"

#include <optional>

namespace trainyard {

// The address in an object store from which `target` is to be copied; nullopt also if it is to be mounted there, which the task then says.
// Errors say which store was meant and what to do instead.
std::optional<QString> storeSource(const QString &target, const YAML::Node &key, const YAML::Node &node, Task &task, IssueList &issues);

// Checkpoints are not written into a mounted store, where each look at them would be a request.
void checkStoreMounts(const YAML::Node &root, const Task &task, IssueList &issues);

// Whether `source` is in a store that cannot be reached under this address; adds an error that says how.
bool isOtherStore(const QString &source, const YAML::Node &node, IssueList &issues);

}  // namespace trainyard
