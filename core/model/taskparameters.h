// SPDX-License-Identifier: GPL-3.0-or-later
// The parameters of a training as its task names them, to put runs side by side. Pure.
#pragma once

#include "core/model/task.h"

#include <QMap>
#include <QString>

namespace trainyard {

inline constexpr qsizetype kMostParameters = 200;

// The environment variables, and of the commands in `run` the options (--lr 3e-4, --lr=3e-4; "lr"), switches (--bf16: "true") and
// assignments (optim.lr=3e-4). A value that is one variable of the task stands for its value. What occurs twice has its last value. Without
// what may be a secret; values are shortened to 200 characters.
QMap<QString, QString> taskParameters(const Task &task);

}  // namespace trainyard
