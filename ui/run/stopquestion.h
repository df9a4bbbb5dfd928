// SPDX-License-Identifier: GPL-3.0-or-later
// Asks whether to stop a run, and says what that loses. objectNames: "runStopDialog", "runStopConfirm", "runStopCancel".
#pragma once

#include "core/model/run.h"
#include "ui/common/confirmdialog.h"

namespace trainyard {

struct StopFacts {
    std::optional<qint64> goodStep;  // of the latest good checkpoint; nothing: none is known
    std::optional<qint64> lastStep;  // that the log says
};

QString stopText(const Run &run, const StopFacts &facts);
// Open it; accepted means stop.
ConfirmDialog *makeStopQuestion(const Run &run, const StopFacts &facts, QWidget *parent);

}  // namespace trainyard
