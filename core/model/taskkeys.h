// SPDX-License-Identifier: GPL-3.0-or-later
// A task as a flat list of keys and values, to compare two tasks. Pure.
#pragma once

#include "core/model/task.h"

#include <QList>
#include <QString>

namespace trainyard {

struct TaskKey {
    QString key;    // "envs.LR", "resources.accelerators", "run"
    QString value;  // scripts verbatim, with their line breaks

    bool operator==(const TaskKey &) const = default;
};

// In the order of a task file, without keys that are not set. Only the names of secrets.
QList<TaskKey> taskKeys(const Task &task);

// For showing a task to others: without the values of environment variables whose names suggest a secret.
Task withoutSecretValues(Task task);

}  // namespace trainyard
