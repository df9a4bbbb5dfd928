// SPDX-License-Identifier: GPL-3.0-or-later
// The sandbox: a private SSH server on 127.0.0.1 that stands in for a rented machine. Real sshd, real
// container engine, real processes; its GPUs are simulated by a stub nvidia-smi and say so. Everything it
// makes lies under Paths::sandbox(), its sessions have that place's home as HOME, and it has its own host and
// client keys. Blocking; for worker threads. At most one sandbox per data directory; the server outlives the
// program.
#pragma once

#include "core/base/paths.h"
#include "core/base/result.h"
#include "core/model/sandbox.h"
#include "core/model/stepreport.h"
#include "core/model/task.h"

#include <stop_token>

namespace trainyard {

// Starts the server if it is not running, makes keys, finds a container engine that can really start a
// container (docker, then podman; as root a private dockerd or podman settings of its own where the system's
// do not work), and builds the demo image when missing or outdated. Unsupported when there is no sshd on this
// computer; InvalidInput for a data directory whose path no server configuration can hold; NoSpace,
// PermissionDenied, Io, Cancelled.
Result<SandboxStatus> startSandbox(const Paths &paths, const SandboxOptions &options, const StepReport &report, std::stop_token stop = {});
// Ends the server, its connections and what it started of daemons. Keys, run directories and the runs
// themselves stay (a private dockerd takes its containers with it). Fine when not running.
Result<void> stopSandbox(const Paths &paths, std::stop_token stop = {});
// Stops it and forgets that it was ever started: port and engine are chosen anew. The same stays.
Result<void> endSandbox(const Paths &paths, std::stop_token stop = {});
// The end of what its SSH server logged since its last start, at most `limit` bytes; empty when it was never started.
Result<QByteArray> sandboxLog(const Paths &paths, qint64 limit);
SandboxStatus sandboxStatus(const Paths &paths);

// The demo task: the character model of app/demotrainer in the demo image, or as a plain process. Then each
// call gives a task with a checkpoint directory of its own; the same task launched again shares it.
Task demoTask(const SandboxStatus &sandbox, DemoLength length = DemoLength::Tour);

}  // namespace trainyard
