// SPDX-License-Identifier: GPL-3.0-or-later
// The sandbox, a private SSH server on this computer that stands in for a rented machine: how it is, and how it is wanted. Value types,
// pure.
#pragma once

#include "core/model/sshtarget.h"
#include "core/model/task.h"

#include <QString>

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

// For a person to look around in (twelve minutes), or for `yard demo` to check each step soon.
enum class DemoLength { Tour, Check };

}  // namespace trainyard
