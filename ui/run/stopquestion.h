// SPDX-License-Identifier: GPL-3.0-or-later
// Asks whether to stop a run, and states what would be lost. objectNames: "runStopDialog", "runStopConfirm", "runStopCancel".
#pragma once

#include "core/model/run.h"
#include "ui/common/confirmdialog.h"

namespace trainyard {

struct StopFacts {
    std::optional<qint64> goodStep;  // of the latest good checkpoint; nullopt: none is known
    std::optional<qint64> lastStep;  // last step in the log
};

QString stopText(const Run &run, const StopFacts &facts);
// Open it; accepted means stop.
// Before the next attempt takes the place of one that is still running. It can be remembered.
ConfirmDialog *makeRunAgainQuestion(const Run &run, const StopFacts &facts, QWidget *parent);
ConfirmDialog *makeStopQuestion(const Run &run, const StopFacts &facts, QWidget *parent);

}  // namespace trainyard
