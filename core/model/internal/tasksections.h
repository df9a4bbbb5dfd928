// SPDX-License-Identifier: GPL-3.0-or-later
// The sections of a task file, one function each. Private to this folder; pure.
#pragma once

#include "core/model/internal/yamlmap.h"

namespace trainyard {

void readResources(const YAML::Node &node, Task &task, IssueList &issues);
void readGpus(const YAML::Node &node, Task &task, IssueList &issues);
void readEnvs(const YAML::Node &node, Task &task, IssueList &issues);
void readSecrets(const YAML::Node &node, Task &task, IssueList &issues);
void readFileMounts(const YAML::Node &node, Task &task, IssueList &issues);
void readCheckpoints(const YAML::Node &key, const YAML::Node &node, Task &task, IssueList &issues);
void readTensorBoard(const YAML::Node &node, Task &task, IssueList &issues);
void readLimits(const YAML::Node &node, Task &task, IssueList &issues);
void readAlerts(const YAML::Node &node, Task &task, IssueList &issues);

// A key that is accepted but has no effect yet; adds a warning that says so.
KeyHandler withoutEffect(const QString &key, IssueList &issues);

}  // namespace trainyard
