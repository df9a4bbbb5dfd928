// SPDX-License-Identifier: GPL-3.0-or-later
// Paths of a task: $NAME and ${NAME} in them and in its name, which are filled in before anything is copied ("$$" stands for one dollar
// sign), and the targets below the home. Pure.
#pragma once

#include "core/model/task.h"

namespace trainyard {

// The variables that a text names, each once, in order. An unusable form like ${A:-b} is listed as it is written, with its "${".
QStringList variablesIn(const QString &text);

// The task with name, workdir, and both sides of file_mounts filled in from its `envs`; "$$" becomes "$". InvalidInput: a variable is
// missing there, or what results cannot stand at its place.
Result<Task> withVariables(const Task &task);

// A task that withVariables() turns into the given one: every "$" that it would read is doubled.
Task withDollarsKept(Task task);

// The target of a file mount as a path below the home of the run: "~/data" and "data" are "data". Empty: it is absolute, or the home itself.
QString homeTarget(const QString &target);

}  // namespace trainyard
