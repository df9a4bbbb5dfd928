// SPDX-License-Identifier: GPL-3.0-or-later
// What a sandbox remembers between programs, in state.json. Any thread.
#pragma once

#include "core/base/result.h"
#include "core/model/task.h"
#include "core/provider/sandbox/internal/processidentity.h"

namespace trainyard {

struct SandboxState {
    int port = 0;                  // of the last start, wanted again at the next
    ProcessIdentity server;        // pid 0 = stopped
    ProcessIdentity engineDaemon;  // container daemon of our own; pid 0 = none
    EngineKind engine = EngineKind::Process;
    QString engineNote;
    QString image;
    QMap<QString, QString> engineEnvironment;
};

// Whatever cannot be read counts as a sandbox that was never started.
SandboxState readSandboxState(const QString &file);
Result<void> writeSandboxState(const QString &file, const SandboxState &state);

}  // namespace trainyard
