// SPDX-License-Identifier: GPL-3.0-or-later
// What a task takes from the environment of its launch: variables and secrets without a value.
#pragma once

#include "core/base/result.h"
#include "core/model/task.h"

namespace trainyard {

struct TaskValues {
    Task task;                       // with all values filled in
    QMap<QString, QString> secrets;  // by name; never written on this computer
};

// From `given`, then from this program's environment. A variable with the same name as a secret becomes a secret, so that its value is not
// stored. InvalidInput names the first that has no value.
// The same with the values of the secrets that are in the keyring, except for those given already. Blocking, not on the main thread.
Result<QMap<QString, QString>> withKeyring(const Task &task, QMap<QString, QString> given);
// The same with empty values for them, to show a launch without asking the keyring.
QMap<QString, QString> withoutKeyring(const Task &task, QMap<QString, QString> given);

Result<TaskValues> withValues(const Task &task, const QMap<QString, QString> &given);

}  // namespace trainyard
