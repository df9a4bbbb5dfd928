// SPDX-License-Identifier: GPL-3.0-or-later
// Object stores in a task's file_mounts. Private to this folder; pure.
#pragma once

#include "core/model/internal/yamlmap.h"

namespace trainyard {

// Says of which store `target` was to be filled and how, and what to do instead.
void refuseStore(const QString &target, const YAML::Node &key, const YAML::Node &node, IssueList &issues);

}  // namespace trainyard
