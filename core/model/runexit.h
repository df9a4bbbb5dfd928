// SPDX-License-Identifier: GPL-3.0-or-later
// How a run ended: its `exit` file (docs/run-directory.md). Pure; everything read here comes from a machine and is bounded and checked.
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QDateTime>
#include <QJsonObject>
#include <QString>

#include <chrono>
#include <optional>

namespace trainyard {

struct RunExit {
    enum class Reason {
        Finished,
        Stopped,
        Limit,
        Lease,
        Budget,
        Idle,
        Spot,
        GiveBack,
        Lost,
        NotStarted,
        Skipped,
        Preempted,  // these three by the scheduler of a cluster
        Cancelled,  // by another user or an administrator
        NodeFailed,
    } reason = Reason::Lost;
    std::optional<int> code, signal;
    bool isOutOfMemory = false;
    qint64 logBytes = 0;
    QDateTime ended;                              // by the machine's clock, which may be wrong
    std::optional<std::chrono::seconds> elapsed;  // since the start, by the machine's uptime; unknown after a reboot
    QString message;
    // Skipped: how the step of the pipeline ended because of which this one did not start.
    struct EarlierStep {
        int number = 0;
        Reason reason = Reason::Lost;
        std::optional<int> code;
    };
    std::optional<EarlierStep> earlier;
};
// Stable, as in the file: "finished", "lease" …
QString exitReasonName(RunExit::Reason reason);
// One sentence that says why, if the machine itself or its cluster ended the run; else empty.
QString machinesReason(RunExit::Reason reason);

// "Not started: step 1 ended with 3."
QString skippedReason(const RunExit::EarlierStep &earlier);

// Corrupt unless it is a complete record; it is then unknown whether the run has ended.
Result<RunExit> parseRunExit(const QByteArray &json);
std::optional<RunExit> runExitOf(const QJsonObject &record);  // nullopt in that case

}  // namespace trainyard
