// SPDX-License-Identifier: GPL-3.0-or-later
// The sections of a task file, one function each. Private to this folder; pure.
#pragma once

#include "core/model/internal/yamlmap.h"

namespace trainyard {

void readResources(const YAML::Node &node, Task &task, IssueList &issues);
void readGpus(const YAML::Node &node, Task &task, IssueList &issues);
void readEnvs(const YAML::Node &node, Task &task, IssueList &issues);
void readSecrets(const YAML::Node &node, Task &task, IssueList &issues);
void readMounts(const YAML::Node &node, Task &task, IssueList &issues);  // after the sections that also name folders
void readSharedMemory(const YAML::Node &node, Task &task, IssueList &issues);
void readNetwork(const YAML::Node &node, Task &task, IssueList &issues);
void readVolumes(const YAML::Node &node, Task &task, IssueList &issues);  // after those as well
void readUser(const YAML::Node &node, Task &task, IssueList &issues);
void readLauncher(const YAML::Node &node, Task &task, IssueList &issues);
void checkLauncher(const YAML::Mark &launcher, const Task &task, IssueList &issues);  // whether it can start `run`
void readPorts(const YAML::Node &node, Task &task, IssueList &issues);
void checkPorts(const YAML::Mark &network, const Task &task, IssueList &issues);  // whether they go with the network named there
void readFileMounts(const YAML::Node &node, Task &task, IssueList &issues);
void readCheckpoints(const YAML::Node &key, const YAML::Node &node, Task &task, IssueList &issues);
void readTensorBoard(const YAML::Node &node, Task &task, IssueList &issues);
void readLimits(const YAML::Node &node, Task &task, IssueList &issues);
void readSlurm(const YAML::Node &node, Task &task, IssueList &issues);
void readAlerts(const YAML::Node &node, Task &task, IssueList &issues);

bool isImageName(const QString &image);  // of a container, as in "registry/name:tag"
// The one of the published ports that takes a port of the machine which `port` takes too; empty if none does.
QString overlappingPort(const QStringList &ports, const QString &port);

// The keys of a section that are accepted but have no effect yet; they add a warning that says so.
QList<KeyHandler> withoutEffectIn(const QString &section, IssueList &issues);

}  // namespace trainyard
