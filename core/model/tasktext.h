// SPDX-License-Identifier: GPL-3.0-or-later
// Changes a task file and keeps what its author wrote. Pure.
#pragma once

#include "core/model/task.h"

namespace trainyard {

// The text with as little changed as possible, so that parseTask() reads `task` from it: keys with equal values keep their bytes, comments,
// quotes and order; new keys come where writeTask() has them. An empty text gives writeTask(). Values of secrets are never written: one with
// another value than in the text loses it. A task that is not valid gives a text with the same errors. InvalidInput if the text has errors.
Result<QByteArray> editedTask(const QByteArray &text, const Task &task);

// How many lines of a text say what no field shows: comments on lines of their own, and keys without effect with everything in them. The text
// is one from which parseTask() reads `task`, without errors.
qsizetype linesOnlyInFile(const QByteArray &text, const Task &task);

}  // namespace trainyard
