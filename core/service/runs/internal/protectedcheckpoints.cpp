// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/internal/protectedcheckpoints.h"
#include "core/execution/registry/executionbackends.h"

#include <algorithm>

namespace trainyard {

namespace {

bool isInside(const QString &path, const QString &folder) { return path == folder || path.startsWith(folder + u'/'); }

}  // namespace

bool overlaps(const QString &left, const QString &right)
{
    return !left.isEmpty() && !right.isEmpty() && (isInside(left, right) || isInside(right, left));
}

bool touches(const QStringList &names, const QStringList &paths)
{
    return std::any_of(names.begin(), names.end(), [&paths](const QString &name) {
        return std::any_of(paths.begin(), paths.end(),
                           [&name](const QString &path) { return overlaps(name, path) || path.startsWith(name); });
    });
}

ProtectedCheckpoints neededBy(const QList<Run> &runs, MachineId machineId, const FolderNames &folder,
                              const std::function<Result<Task>(const Run &)> &taskOf)
{
    ProtectedCheckpoints needs;
    for (const Run &run : runs) {
        if (!run.isOn(machineId) || hasEnded(run.state) || run.checkpointDir.isEmpty())
            continue;
        // Both the run's name for it and the machine's.
        const auto task = taskOf(run);
        const QString seen = capabilitiesOf(run.engine).isContainer && task && task->checkpoints ? task->checkpoints->dir
                                                                                                 : run.checkpointDir;
        for (const QString &own : {run.checkpointDir, folder.real.value(run.checkpointDir)}) {
            const QString from = isInside(run.resumedFrom, seen) ? own + run.resumedFrom.mid(seen.size()) : run.resumedFrom;
            for (const QString &name : folder.names) {
                needs.isLive = needs.isLive || overlaps(own, name);
                if (isInside(from, name) && from != name && !needs.names.contains(from.mid(name.size() + 1)))
                    needs.names << from.mid(name.size() + 1);
            }
        }
    }
    return needs;
}

}  // namespace trainyard
