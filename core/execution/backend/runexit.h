// SPDX-License-Identifier: GPL-3.0-or-later
// What the machine says about a run: the `exit` file and the answers of supervise.sh (docs/run-directory.md).
// Pure; everything read here comes from a machine and is bounded and checked.
#pragma once

#include "core/base/result.h"
#include "core/model/run.h"

#include <QByteArray>

#include <chrono>
#include <optional>

namespace trainyard {

struct RunExit {
    enum class Reason { Finished, Stopped, Limit, Lease, Budget, Idle, Spot, Lost, NotStarted } reason = Reason::Lost;
    std::optional<int> code, signal;
    bool isOutOfMemory = false;
    qint64 logBytes = 0;
    QDateTime ended;                              // by the machine's clock, which may be wrong
    std::optional<std::chrono::seconds> elapsed;  // since it began, by the machine's uptime; not known after a reboot
    QString message;
};
// Stable, as in the file: "finished", "lease" …
QString exitReasonName(RunExit::Reason reason);
// Did the machine end it by itself? One sentence that says why, else empty.
QString machinesReason(RunExit::Reason reason);

// Corrupt for what is no whole record: then it is unknown whether the run has ended.
Result<RunExit> parseRunExit(const QByteArray &json);

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
