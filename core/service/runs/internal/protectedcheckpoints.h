// SPDX-License-Identifier: GPL-3.0-or-later
// What runs that have not ended need from a folder of checkpoints. Pure.
#pragma once

#include "core/base/result.h"
#include "core/model/run.h"
#include "core/model/task.h"

#include <QHash>
#include <QStringList>

#include <functional>

namespace trainyard {

// One is the other or is inside it; nothing overlaps an empty path.
bool overlaps(const QString &left, const QString &right);

struct ProtectedCheckpoints {
    bool isLive = false;  // one of them writes there
    QStringList names;    // what they began from, relative to it
};
// All names of a folder on a machine, absolute: links can give it several. `real`: the machine's own names for the folders of its runs, by
// the names that the runs use.
struct FolderNames {
    QStringList names;
    QHash<QString, QString> real = {};
};
// `taskOf` returns a run's task, which says how the run sees its own folder.
ProtectedCheckpoints neededBy(const QList<Run> &runs, MachineId machineId, const FolderNames &folder,
                              const std::function<Result<Task>(const Run &)> &taskOf);

// Whether a checkpoint with this name, or whose files' names begin so, has something to do with what is at one of `paths`.
bool touches(const QStringList &names, const QStringList &paths);

}  // namespace trainyard
