// SPDX-License-Identifier: GPL-3.0-or-later
// The sandbox: a private SSH server on 127.0.0.1 that stands in for a rented machine. Real sshd, real
// container engine, real processes; its GPUs are simulated by a stub nvidia-smi and say so. Everything it
// makes lies under Paths::sandbox(), its sessions have that place's home as HOME, and it has its own host and
// client keys. Blocking; for worker threads. At most one sandbox per data directory; the server outlives the
// program.
#pragma once

#include "core/base/paths.h"
#include "core/base/result.h"
#include "core/model/sshtarget.h"
#include "core/model/task.h"

#include <functional>
#include <stop_token>

namespace trainyard {

struct SandboxStatus {
    bool isRunning = false;
    bool hasDied = false;  // gone without being stopped: killed, or the computer was started anew
    int port = 0;          // of its last start; 0: it was never started
    qint64 pid = 0;
    EngineKind engine = EngineKind::Process;  // the container engine it offers; Process = none works here
    QString engineNote;                       // why there is none, with the command that would enable it; else empty
    QString image;                            // demo image's name in that engine
    QString home;                             // HOME of its sessions, absolute
    SshTarget target;
};

struct SandboxOptions {
    int simulatedGpus = 2;                 // 0 to 8
    EngineKind engine = EngineKind::Auto;  // Docker or Podman: only that one; Process: no containers
};

using StepReport = std::function<void(const QString &step)>;  // translated, for a person; any thread

// Starts the server if it is not running, makes keys, finds a container engine that can really start a
// container (docker, then podman; as root a private dockerd or podman settings of its own where the system's
// do not work), and builds the demo image when missing or outdated. Unsupported when there is no sshd on this
// computer; InvalidInput for a data directory whose path no server configuration can hold; NoSpace,
// PermissionDenied, Io, Cancelled.
Result<SandboxStatus> startSandbox(const Paths &paths, const SandboxOptions &options, const StepReport &report, std::stop_token stop = {});
// Ends the server, its connections and what it started of daemons. Keys, run directories and the runs
// themselves stay (a private dockerd takes its containers with it). Fine when not running.
Result<void> stopSandbox(const Paths &paths, std::stop_token stop = {});
SandboxStatus sandboxStatus(const Paths &paths);

// For a person to look around in (twelve minutes), or for `yard demo` to check each step soon.
enum class DemoLength { Tour, Check };
// The demo task: the character model of app/demotrainer in the demo image, or as a plain process. Then each
// call gives a task with a checkpoint directory of its own; the same task launched again shares it.
Task demoTask(const SandboxStatus &sandbox, DemoLength length = DemoLength::Tour);

}  // namespace trainyard
