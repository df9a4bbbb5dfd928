// SPDX-License-Identifier: GPL-3.0-or-later
// All backends that there are; a new one is added in the .cpp and nowhere else. Any thread.
#pragma once

#include "core/execution/backend/executionbackend.h"

#include <QList>

namespace trainyard {

// In the order in which one is chosen where a task leaves it open: those without a container first, then the containers' engines.
const QList<const ExecutionBackend *> &executionBackends();
// `kind` is decided: anything but EngineKind::Auto.
const ExecutionBackend &executionBackend(EngineKind kind);
// The run's directory on the node that leads: its log and its end are the run's. Errors as ExecutionBackend::attach().
inline Result<std::unique_ptr<RunFiles>> attachToHead(const Run &run, SshConnection &connection, std::stop_token stop)
{
    return executionBackend(run.engine).attach(run.head(), connection, stop);
}
inline ExecutionCapabilities capabilitiesOf(EngineKind kind) { return executionBackend(kind).capabilities(); }

}  // namespace trainyard
