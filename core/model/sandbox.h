// SPDX-License-Identifier: GPL-3.0-or-later
// The sandbox, a private SSH server on this computer that simulates a rented machine: its state and its settings. Value types, pure.
#pragma once

#include "core/model/sshtarget.h"
#include "core/model/task.h"

#include <QString>

#include <chrono>

namespace trainyard {

struct SandboxStatus {
    bool isRunning = false;
    bool hasDied = false;  // gone without being stopped: killed, or the computer was restarted
    int port = 0;          // of its last start; 0: never started
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

// A tour for a person, or quick steps for the checks of `yard demo`. A tour continues for as long as a program on this
// computer renews its lease, a day at most; kTourLease after the last renewal, the machine saves and stops it.
enum class DemoLength { Tour, Check };
inline constexpr std::chrono::minutes kTourLease{10};

}  // namespace trainyard
