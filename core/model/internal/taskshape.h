// SPDX-License-Identifier: GPL-3.0-or-later
// The keys of a task as writeTask() writes them: to compare two tasks, and to write a key somewhere else. Private to this folder; pure.
#pragma once

#include "core/model/internal/yamllayout.h"
#include "core/model/task.h"

#include <vector>

namespace trainyard {

struct TaskShape {
    QString key;  // empty for an item of a list
    YamlKind kind = YamlKind::Null;
    bool isFlow = false;           // a map or list that is written on one line
    bool isScript = false;         // written as a literal block
    QString text;                  // of a scalar
    QByteArray written = "null";   // of a scalar, on one line
    std::vector<TaskShape> inner;  // of a map or list

    bool operator==(const TaskShape &other) const;
};

using TaskShapes = std::vector<TaskShape>;

// In the order of writeTask(). Values of secrets are contained.
TaskShapes taskShapes(const Task &task);

TaskShape scalarShape(const QString &key, const QString &text);
TaskShape listShape(const QString &key, TaskShapes items);

// "H100:8", the accelerators that a task names first and the others.
TaskShapes acceleratorShapes(const Task &task);

QByteArray flowText(const TaskShape &shape);                                        // "{at: 80, for: 5m}"
QByteArray blockLines(const TaskShape &shape, qsizetype column, qsizetype step);    // with its key
QByteArray innerLines(const TaskShapes &shapes, qsizetype column, qsizetype step);  // of a map or list

}  // namespace trainyard
