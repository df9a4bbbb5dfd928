// SPDX-License-Identifier: GPL-3.0-or-later
// The state of a sandbox between programs, in state.json. Any thread.
#pragma once

#include "core/base/result.h"
#include "core/model/task.h"
#include "core/provider/sandbox/internal/processidentity.h"

namespace trainyard {

struct SandboxState {
    int port = 0;                  // of the last start, preferred at the next
    ProcessIdentity server;        // pid 0 = stopped
    ProcessIdentity engineDaemon;  // our own container daemon; pid 0 = none
    EngineKind engine = EngineKind::Process;
    QString engineNote;
    QString image;
    QMap<QString, QString> engineEnvironment;
};

// Anything unreadable counts as a sandbox that was never started.
SandboxState readSandboxState(const QString &file);
Result<void> writeSandboxState(const QString &file, const SandboxState &state);

}  // namespace trainyard
