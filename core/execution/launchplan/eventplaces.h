// SPDX-License-Identifier: GPL-3.0-or-later
// Where the event file folders of a task's `tensorboard` are on the machine. A process writes into the folder itself. In a container, the
// folder is part of a path that is bound anyway (the run directory, the checkpoints, file_mounts or mounts); otherwise launch.sh binds a
// separate folder, RUN-DIRECTORY/tensorboard/N, so that the files can be fetched and outlive the container. Pure.
#pragma once

#include "core/model/task.h"

namespace trainyard {

struct EventPlace {
    QString inRun;         // as the task states it
    QString onMachine;     // below the given `directory` and `checkpointDir`, or a folder of the machine that is mounted
    bool isBound = false;  // has a separate folder, which launch.sh creates and binds
};

// In the order of the task; `engine` is never Auto.
QList<EventPlace> eventPlaces(const Task &task, EngineKind engine, const QString &directory, const QString &checkpointDir);

}  // namespace trainyard
