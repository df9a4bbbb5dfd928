// SPDX-License-Identifier: GPL-3.0-or-later
// What supervise.sh answers about a run (docs/run-directory.md), and what its end makes of the run. Everything read here comes from a
// machine and is bounded and checked. Any thread.
#pragma once

#include "core/base/result.h"
#include "core/model/run.h"
#include "core/model/runexit.h"

#include <QByteArray>

#include <optional>

namespace trainyard {

// The run as it is after that exit.
void applyExit(Run &run, const RunExit &exit);

struct SupervisorAnswer {
    QString state;              // new, running, ended, orphaned, or what `start` and `stop` say
    bool isSupervised = false;  // a loop holds the run directory
    QString message;
    std::optional<RunExit> exit;  // how it ended
};
// From the last line of stdout; Corrupt when that is no JSON object.
Result<SupervisorAnswer> parseSupervisorAnswer(const QByteArray &out);

}  // namespace trainyard
