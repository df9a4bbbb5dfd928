// SPDX-License-Identifier: GPL-3.0-or-later
// What one card of the fleet shows, as values.
#pragma once

#include "core/base/error.h"
#include "core/base/money.h"
#include "core/model/ids.h"
#include "core/model/machine.h"
#include "core/observe/metrics/sample.h"
#include "core/service/machines/machinewatch.h"
#include "ui/page/busystrip.h"

#include <QDateTime>
#include <QMetaType>

#include <optional>

namespace trainyard {

struct MachineCard {
    Machine machine;
    LinkState link = LinkState::Idle;
    Error error;                          // why it is unreachable
    bool isStopped = false;               // the sandbox, not running: to be started, not retried
    QDateTime lastHeard;                  // this computer's clock; invalid = not since the program started
    std::optional<MachineSample> sample;  // the newest there is
    BusyStrip::Cells strip;
    RunId runId;  // newest run on it that has not ended; not set: none
    QString runName;
    QDateTime runStarted;
    std::optional<Money> perHour;  // while it is rented
    QDateTime idleSince;           // of a rented machine; invalid while a run goes on there
    Money idleCost;                // since then

    bool isLive() const { return link == LinkState::Live; }
    // The connection may be intercepted: the one thing that is an alarm at once.
    bool isKeyChanged() const { return link == LinkState::Unreachable && error.code == ErrorCode::HostKeyChanged; }
    // Values are shown as current only while this holds; then they turn into "not shown as current".
    bool hasCurrentValues(const QDateTime &now) const
    {
        // Sampling is at 1 Hz; ten misses are no hiccup any more.
        return link != LinkState::Unreachable && sample && lastHeard.isValid() && lastHeard.msecsTo(now) < 10000;
    }
};

// Over one percent: an idle desktop's compositor is no work.
inline bool isBusy(const GpuSample &gpu) { return gpu.busyPercent && *gpu.busyPercent > 1; }

}  // namespace trainyard

Q_DECLARE_METATYPE(trainyard::MachineCard)
