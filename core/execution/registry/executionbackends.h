// SPDX-License-Identifier: GPL-3.0-or-later
// All backends; a new one is added in the .cpp and nowhere else. Any thread.
#pragma once

#include "core/execution/backend/executionbackend.h"

#include <QList>

namespace trainyard {

// In the order of preference when a task leaves the engine open: those without a container first, then the containers' engines. One that
// submits to a scheduler is used only if the task names it.
const QList<const ExecutionBackend *> &executionBackends();
// `kind` is decided: anything but EngineKind::Auto.
const ExecutionBackend &executionBackend(EngineKind kind);
// The run's directory on the head node, whose log and end count as the run's. Errors as ExecutionBackend::attach().
inline Result<std::unique_ptr<RunFiles>> attachToHead(const Run &run, SshConnection &connection, std::stop_token stop)
{
    return executionBackend(run.engine).attach(run.head(), connection, stop);
}
inline ExecutionCapabilities capabilitiesOf(EngineKind kind) { return executionBackend(kind).capabilities(); }
// Whether the task names an engine that submits it to a scheduler.
inline bool isForScheduler(const Task &task) { return task.engine != EngineKind::Auto && capabilitiesOf(task.engine).isScheduled; }

}  // namespace trainyard
