// SPDX-License-Identifier: GPL-3.0-or-later
// The answers of supervise.sh about a run (docs/run-directory.md), and how a run's end is applied to it. Everything read here comes from
// a machine and is bounded and checked. Any thread.
#pragma once

#include "core/base/result.h"
#include "core/model/run.h"
#include "core/model/runexit.h"

#include <QByteArray>

#include <optional>

namespace trainyard {

// Updates the run with that exit.
void applyExit(Run &run, const RunExit &exit);

struct SupervisorAnswer {
    QString state;              // new, waiting, running, ended, orphaned, or the answer of `start` and `stop`
    bool isSupervised = false;  // a loop holds the run directory
    QString message;
    std::optional<RunExit> exit;  // how it ended
    // Waiting for a scheduler:
    QString reason;           // the scheduler's word for it, for example "Priority"
    QDateTime expectedStart;  // UTC; invalid: not known
    QString why;              // the same as a sentence
};
// From the last line of stdout; Corrupt if that is not a JSON object.
Result<SupervisorAnswer> parseSupervisorAnswer(const QByteArray &out);

}  // namespace trainyard
