// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the loss of a resumed run continues where the earlier attempts' was, as `yard` prints it (docs/resuming.md).
#pragma once

#include "app/cli/commands.h"
#include "core/service/runs/earlierloss.h"

#include <QTimer>

namespace trainyard {

// From the copy on this computer; nullopt for a run that was not resumed, or whose step was not recorded.
std::optional<ResumedLoss> resumedLoss(CommandContext &context, const Run &run);
QJsonValue toJson(const std::optional<ResumedLoss> &resumed);

// Prints it once, while a command follows the run: as soon as enough steps have come, checked ever more rarely, and at the end.
class ResumedTelling {
public:
    ResumedTelling(CommandContext &context, const Run &run);
    void finish();

private:
    void ask();
    void tell(const Result<ResumedLoss> &resumed, int least);

    CommandContext &m_context;
    const RunId m_runId;
    QTimer m_timer;
    bool m_isReported = false, m_isResumed = false;
};

}  // namespace trainyard
