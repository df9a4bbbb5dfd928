// SPDX-License-Identifier: GPL-3.0-or-later
// The seam "who executes a run": one ExecutionBackend for each kind of engine (core/execution/registry lists them). Outside this wing
// no code asks which engine it is; it asks for what the engine can do. A backend has no state: any thread, and all calls but
// capabilities() and plan() block until the machine answered, the deadline passed or `stop` asks.
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
    // The run has file systems of its own: it needs an image, the machine's GPUs are passed into it, and what it reads and writes on
    // the machine is bound into it under other paths.
    bool isContainer = false;
    QString accessGroup;     // of the users that may use the engine; empty: every user may
    bool hasDaemon = false;  // which may not be running
};

struct StopRequest {
    std::chrono::seconds grace{0};  // of the task: from the request to end until the kill
    std::chrono::seconds least{0};  // so long at least, for a run that should have time to save; 0: no longer than `grace`
    bool savesFirst = false;        // a run that would not save when it ends is asked to save before
};

struct StopAnswer {
    bool isGone = false;  // nothing of the run is there, so nothing could be stopped; `exit` says nothing then
    RunExit exit;
};

class ExecutionBackend {
public:
    virtual ~ExecutionBackend() = default;

    virtual EngineKind kind() const = 0;
    virtual ExecutionCapabilities capabilities() const = 0;
    // What will be started, as exact files and commands. Pure; errors as makeLaunchPlan().
    virtual Result<LaunchPlan> plan(const LaunchInput &input) const = 0;
    // Starts the run whose files are on the machine. RemoteCommandFailed with the engine's words: surely not started.
    // ConnectionLost: it may run, poll() finds out.
    virtual Result<void> submit(const Run &run, SshConnection &connection, std::stop_token stop) const = 0;
    // How it is, and sees to it that it is supervised; starts nothing that was not asked to start. Corrupt: no answer of the supervisor.
    virtual Result<SupervisorAnswer> poll(const Run &run, SshConnection &connection, std::stop_token stop) const = 0;
    // Returns when the run is verified gone. RemoteCommandFailed: it is still there.
    virtual Result<StopAnswer> stop(const Run &run, const StopRequest &request, SshConnection &connection, std::stop_token stop) const = 0;
    // The run's directory on one of its nodes, to read and write its files. Whether it is there shows at the first call.
    virtual Result<std::unique_ptr<RunFiles>> attach(const RunNode &node, SshConnection &connection, std::stop_token stop) const = 0;
    // Sends a signal ("USR1") to the run and lets it go on; false when no process of it was found that catches the signal.
    virtual Result<bool> signal(const Run &run, const QString &name, SshConnection &connection, std::stop_token stop) const = 0;
};

}  // namespace trainyard
