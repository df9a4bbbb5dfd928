// SPDX-License-Identifier: GPL-3.0-or-later
// Watches for alerts while a command follows runs: tells of them by the ways that the settings name, and says on stderr what cannot be
// told.
#pragma once

#include "app/cli/commands.h"
#include "core/service/runs/alertwatch.h"
#include "core/service/runs/progresswatch.h"

namespace trainyard {

class AlertTelling {
public:
    explicit AlertTelling(CommandContext &context);
    // Of these; without any, of every run that has not ended.
    void start(const QStringList &runs);
    // Looks once more, for what the end of a run has brought, and waits until that is told.
    void finish();
    AlertWatch &watch() { return m_watch; }

private:
    ProgressWatch m_progress;
    AlertWatch m_watch;
    bool m_hasBegun = false;
};

// Nothing happens where no desktop listens.
bool tellDesktop(const QString &title, const QString &text);

}  // namespace trainyard
