// SPDX-License-Identifier: GPL-3.0-or-later
// What runs that have not ended have to do with a folder of checkpoints. Pure.
#pragma once

#include "core/base/result.h"
#include "core/model/run.h"
#include "core/model/task.h"

#include <QHash>
#include <QStringList>

#include <functional>

namespace trainyard {

// One is the other or lies in it; nothing overlaps an empty path.
bool overlaps(const QString &left, const QString &right);

struct ProtectedCheckpoints {
    bool isLive = false;  // one of them writes there
    QStringList names;    // what they began from, relative to it
};
// A folder under each of its names on a machine, all absolute: links lead to it under others. `real`: what the machine calls the
// folders of its runs, by the names that the runs have for them.
struct FolderNames {
    QStringList names;
    QHash<QString, QString> real = {};
};
// `taskOf` tells how a run sees its own folder.
ProtectedCheckpoints neededBy(const QList<Run> &runs, MachineId machineId, const FolderNames &folder,
                              const std::function<Result<Task>(const Run &)> &taskOf);

// Whether one that is called so, or of whose files the names begin so, has something to do with what lies at one of `paths`.
bool touches(const QStringList &names, const QStringList &paths);

}  // namespace trainyard
