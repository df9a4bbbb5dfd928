// SPDX-License-Identifier: GPL-3.0-or-later
// The sandbox: a private SSH server on 127.0.0.1 that substitutes for a rented machine. Real sshd, real container engine, real processes;
// its GPUs are simulated by a stub nvidia-smi and identify themselves as such. All its files are under Paths::sandbox(), its sessions use
// the home there as HOME, and it has its own host and client keys. Blocking; for worker threads. At most one sandbox per data directory;
// the server outlives the program.
#pragma once

#include "core/base/paths.h"
#include "core/base/result.h"
#include "core/model/sandbox.h"
#include "core/model/stepreport.h"
#include "core/model/task.h"

#include <stop_token>

namespace trainyard {

// Starts the server if it is not running, creates keys, finds a container engine that can really start a container (docker, then podman;
// as root a private dockerd or podman settings of its own if the system's do not work), and builds the demo image if missing or outdated.
// Unsupported if this computer has no sshd; InvalidInput for a data directory whose path cannot be written into a server configuration;
// NoSpace, PermissionDenied, Io, Cancelled.
Result<SandboxStatus> startSandbox(const Paths &paths, const SandboxOptions &options, const StepReport &report, std::stop_token stop = {});
// Ends the server, its connections and the daemons it started. Keys, run directories and the runs themselves remain (but a private
// dockerd ends its containers). Fine if not running.
Result<void> stopSandbox(const Paths &paths, std::stop_token stop = {});
// Stops it and deletes its state: port and engine are chosen again. The same things remain.
Result<void> endSandbox(const Paths &paths, std::stop_token stop = {});
// The end of its SSH server's log since the last start, at most `limit` bytes; empty if it was never started.
Result<QByteArray> sandboxLog(const Paths &paths, qint64 limit);
SandboxStatus sandboxStatus(const Paths &paths);

// The demo task: the character model of app/demotrainer in the demo image, or as a plain process. In the latter case each call returns a
// task with a checkpoint directory of its own; launching the same task again shares it.
Task demoTask(const SandboxStatus &sandbox, DemoLength length = DemoLength::Tour);

}  // namespace trainyard
