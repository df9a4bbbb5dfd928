// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the variables in a task's name and paths exist. Private to this folder; pure.
#pragma once

#include "core/model/internal/yamlmap.h"

namespace trainyard {

// Call it when `task` is read, because `envs` may be below.
void checkReferences(const YAML::Node &root, const Task &task, IssueList &issues);

}  // namespace trainyard
