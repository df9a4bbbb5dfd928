// SPDX-License-Identifier: GPL-3.0-or-later
// The interface "who executes a run": one ExecutionBackend for each kind of engine (core/execution/registry lists them). Code outside
// core/execution never asks which engine it is, only what the engine can do. A backend has no state: any thread. All calls but
// capabilities() and plan() block until the machine has answered, the deadline has passed or `stop` is requested.
#pragma once

#include "core/execution/backend/runfiles.h"
#include "core/execution/backend/supervisoranswer.h"
#include "core/execution/launchplan/launchplan.h"
#include "core/model/run.h"
#include "core/transport/ssh/sshconnection.h"

#include <chrono>
#include <memory>
#include <stop_token>

namespace trainyard {

struct ExecutionCapabilities {
    // The run has file systems of its own: it needs an image, the machine's GPUs are passed into it, and the paths that it reads and
    // writes on the machine are bound into it under other paths.
    bool isContainer = false;
    QString accessGroup;     // of the users that may use the engine; empty: any user may
    bool hasDaemon = false;  // which may not be running
    // A scheduler starts the run, on another machine than the one it is submitted on, and perhaps long after. Of that machine's GPUs and
    // processes nothing is known here; the run's directory is on a disk that both share.
    bool isScheduled = false;
    // The GPUs are devices of CDI, and not given by a hook, which refuses an image whose conditions the driver does not meet.
    bool isByCdi = false;
};

struct StopRequest {
    std::chrono::seconds grace{0};  // of the task: time from the request to end until the kill
    std::chrono::seconds least{0};  // minimum time, for a run that should be able to save; 0: no longer than `grace`
    bool savesFirst = false;        // a run that would not save when it ends is asked to save first
};

struct StopAnswer {
    bool isGone = false;  // nothing of the run exists, so nothing could be stopped; `exit` is then meaningless
    RunExit exit;
};

class ExecutionBackend {
public:
    virtual ~ExecutionBackend() = default;

    virtual EngineKind kind() const = 0;
    virtual ExecutionCapabilities capabilities() const = 0;
    // The exact files and commands to start. Pure; errors as makeLaunchPlan().
    virtual Result<LaunchPlan> plan(const LaunchInput &input) const = 0;
    // Starts the run whose files are on the machine, or submits it. RemoteCommandFailed, with the engine's message: certainly not started.
    // ConnectionLost: it may be running; poll() finds out.
    virtual Result<void> submit(const Run &run, SshConnection &connection, std::stop_token stop) const = 0;
    // Reports its state and makes sure that it is supervised; never starts a run that was not requested. Corrupt: not an answer of the
    // supervisor.
    virtual Result<SupervisorAnswer> poll(const Run &run, SshConnection &connection, std::stop_token stop) const = 0;
    // Returns once the run is verified gone. RemoteCommandFailed: it still exists.
    virtual Result<StopAnswer> stop(const Run &run, const StopRequest &request, SshConnection &connection, std::stop_token stop) const = 0;
    // The run's directory on one of its nodes, to read and write its files. Whether it exists is only known at the first call.
    virtual Result<std::unique_ptr<RunFiles>> attach(const RunNode &node, SshConnection &connection, std::stop_token stop) const = 0;
    // What opens a shell beside the run when its machine's login shell runs it in a terminal: in its container, or in its directory. Pure.
    virtual QString shellLine(const Run &run) const = 0;
    // What runs a script from the standard input beside the run, likewise, with these arguments. In a container, the run directory is
    // /trainyard. Pure.
    virtual QString scriptLine(const Run &run, const QStringList &arguments) const = 0;
    // Sends a signal ("USR1") to the run without stopping it; false if none of its processes was found that catches the signal.
    virtual Result<bool> signal(const Run &run, const QString &name, SshConnection &connection, std::stop_token stop) const = 0;
};

}  // namespace trainyard
