// SPDX-License-Identifier: GPL-3.0-or-later
// The sandbox as the user sees it, as values.
#pragma once

#include <QString>

namespace trainyard {

struct SandboxView {
    enum class Phase { Stopped, Starting, Running, Stopping };
    Phase phase = Phase::Stopped;
    bool wasUsed = false;  // it contains runs: starting it launches no demo
    bool hasDied = false;  // while stopped: it ended without being stopped
    QString step;          // while starting: the current step
    QString note;          // what is missing, with the command that would enable it; may be empty
    QString unavailable;   // why it cannot be started here; empty = it can
    bool operator==(const SandboxView &) const = default;
};

}  // namespace trainyard
