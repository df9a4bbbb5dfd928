// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/execution/launchplan/eventplaces.h"

namespace trainyard {

namespace {

// The part of `path` after `folder`, with its slash; nullopt if it is not below it.
std::optional<QString> below(const QString &folder, const QString &path)
{
    QString above = folder;
    while (above.endsWith(u'/'))
        above.chop(1);
    if (above.isEmpty() || (path != above && !path.startsWith(above + u'/')))
        return std::nullopt;
    return path.mid(above.size());
}

}  // namespace

QList<EventPlace> eventPlaces(const Task &task, EngineKind engine, const QString &directory, const QString &checkpointDir)
{
    // The paths bound into the container, as launch.sh does it.
    QList<std::pair<QString, QString>> bound{{QStringLiteral("/trainyard"), directory}};
    if (task.checkpoints && !checkpointDir.isEmpty())
        bound << std::pair(task.checkpoints->dir, checkpointDir);
    int number = 0;
    for (auto mount = task.fileMounts.begin(); mount != task.fileMounts.end(); ++mount)
        bound << std::pair(mount.key(), directory + QStringLiteral("/mounts/%1").arg(number++));

    QList<EventPlace> places;
    for (const QString &folder : task.tensorboard) {
        EventPlace place{folder, folder, false};
        if (engine != EngineKind::Process) {
            place.onMachine = directory + QStringLiteral("/tensorboard/%1").arg(places.size());
            place.isBound = true;
            qsizetype nearest = 0;
            for (const auto &[inRun, onMachine] : std::as_const(bound)) {
                const auto rest = below(inRun, folder);
                if (!rest || inRun.size() <= nearest)
                    continue;
                nearest = inRun.size();
                place = {folder, onMachine + *rest, false};
            }
        }
        places << place;
    }
    return places;
}

}  // namespace trainyard
