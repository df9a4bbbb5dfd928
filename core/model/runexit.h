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
std::optional<RunExit> runExitOf(const QJsonObject &record);  // nothing likewise

}  // namespace trainyard
