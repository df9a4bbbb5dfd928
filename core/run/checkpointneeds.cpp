#include "core/run/checkpointneeds.h"

#include <algorithm>

namespace trainyard {

namespace {

bool isInside(const QString &path, const QString &folder)
{
    return path == folder || path.startsWith(folder + u'/');
}

}  // namespace

bool overlaps(const QString &left, const QString &right)
{
    return !left.isEmpty() && !right.isEmpty() && (isInside(left, right) || isInside(right, left));
}

bool touches(const QStringList &names, const QStringList &paths)
{
    return std::any_of(names.begin(), names.end(), [&paths](const QString &name) {
        return std::any_of(paths.begin(), paths.end(), [&name](const QString &path) { return overlaps(name, path) || path.startsWith(name); });
    });
}

CheckpointNeeds neededBy(const QList<Run> &runs, qint64 machineId, const QString &folder, const std::function<Result<Task>(const Run &)> &taskOf)
{
    CheckpointNeeds needs;
    for (const Run &run : runs) {
        if (run.machineId != machineId || hasEnded(run.state) || run.checkpointDir.isEmpty())
            continue;
        needs.isLive = needs.isLive || overlaps(run.checkpointDir, folder);
        // As the run sees it, and as the machine does.
        const auto task = taskOf(run);
        const QString seen = run.engine != EngineKind::Process && task && task->checkpoints ? task->checkpoints->dir : run.checkpointDir;
        const QString from = isInside(run.resumedFrom, seen) ? run.checkpointDir + run.resumedFrom.mid(seen.size()) : run.resumedFrom;
        if (isInside(from, folder) && from != folder)
            needs.names << from.mid(folder.size() + 1);
    }
    return needs;
}

}  // namespace trainyard
