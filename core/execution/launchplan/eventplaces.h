// SPDX-License-Identifier: GPL-3.0-or-later
// Where on the machine the folders of event files of a task's `tensorboard` lie. A process writes into the folder itself. In a
// container it is what is bound there anyway, of the run directory, the checkpoints or file_mounts; else launch.sh binds a folder
// of its own, RUN-DIRECTORY/tensorboard/N, so that what is written there can be fetched and outlives the container. Pure.
#pragma once

#include "core/model/task.h"

namespace trainyard {

struct EventPlace {
    QString inRun;         // as the task says
    QString onMachine;     // below `directory` and `checkpointDir` as they were given
    bool isBound = false;  // has a folder of its own, which launch.sh makes and binds
};

// In the order of the task; `engine` is never Auto.
QList<EventPlace> eventPlaces(const Task &task, EngineKind engine, const QString &directory, const QString &checkpointDir);

}  // namespace trainyard
