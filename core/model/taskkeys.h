// SPDX-License-Identifier: GPL-3.0-or-later
// A task as a flat list of keys and values, to hold two of them against each other. Pure.
#pragma once

#include "core/model/task.h"

#include <QList>
#include <QString>

namespace trainyard {

struct TaskKey {
    QString key;    // "envs.LR", "resources.accelerators", "run"
    QString value;  // scripts as they are, with their lines

    bool operator==(const TaskKey &) const = default;
};

// In the order of a task file, without what is not set. Of secrets only the names.
QList<TaskKey> taskKeys(const Task &task);

// For showing a task to others: without the values of environment variables whose names say that they are secret.
Task withoutSecretValues(Task task);

}  // namespace trainyard
