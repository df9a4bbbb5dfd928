// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/execution/launchplan/eventplaces.h"

namespace trainyard {

QList<EventPlace> eventPlaces(const Task &task, EngineKind engine, const QString &directory, const QString &checkpointDir)
{
    // The paths bound into the container, as launch.sh does it.
    QList<std::pair<QString, QString>> bound{{QStringLiteral("/trainyard"), directory}};
    if (task.checkpoints && !checkpointDir.isEmpty())
        bound << std::pair(task.checkpoints->dir, checkpointDir);
    int number = 0;
    for (auto mount = task.fileMounts.begin(); mount != task.fileMounts.end(); ++mount)
        bound << std::pair(mount.key(), directory + QStringLiteral("/mounts/%1").arg(number++));
    const QString home = directory.left(directory.lastIndexOf(QLatin1String("/.trainyard/")));
    // In a recorded task, the source of a volume is its folder on the machine.
    for (const auto &folders : {task.mounts, task.volumes}) {
        for (auto mount = folders.begin(); mount != folders.end(); ++mount)
            bound << std::pair(mount.key(), mount->source.startsWith(QLatin1String("~/")) ? home + mount->source.mid(1) : mount->source);
    }
    number = 0;
    for (auto mount = task.storeMounts.begin(); mount != task.storeMounts.end(); ++mount)
        bound << std::pair(mount.key(), directory + QStringLiteral("/stores/%1").arg(number++));

    QList<EventPlace> places;
    for (const QString &folder : task.tensorboard) {
        EventPlace place{folder, folder, false};
        if (engine != EngineKind::Process) {
            place.onMachine = directory + QStringLiteral("/tensorboard/%1").arg(places.size());
            place.isBound = true;
            qsizetype nearest = 0;
            for (const auto &[inRun, onMachine] : std::as_const(bound)) {
                const auto rest = pathBelow(inRun, folder);
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
