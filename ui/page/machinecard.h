// SPDX-License-Identifier: GPL-3.0-or-later
// The contents of one card of the fleet, as values.
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
    bool isStopped = false;               // the sandbox, not running: offers start instead of retry
    QDateTime lastHeard;                  // this computer's clock; invalid = not since the program started
    std::optional<MachineSample> sample;  // the newest one
    BusyStrip::Cells strip;
    QString owners;  // "wang 4, li 1, free 3"; empty while nobody is known to compute on its GPUs
    RunId runId;     // newest run on it that is still running; not set: none
    QString runName;
    QDateTime runStarted;
    std::optional<Money> perHour;  // while it is rented
    QDateTime idleSince;           // for a rented machine; invalid while a run is active there
    Money idleCost;                // since then

    bool isLive() const { return link == LinkState::Live; }
    // The connection may be intercepted: the only state that raises an alarm immediately.
    bool isKeyChanged() const { return link == LinkState::Unreachable && error.code == ErrorCode::HostKeyChanged; }
    // Values are shown as current only while this is true; then they change to "not shown as current".
    bool hasCurrentValues(const QDateTime &now) const
    {
        // Sampling is at 1 Hz; ten missed samples are more than a hiccup.
        return link != LinkState::Unreachable && sample && lastHeard.isValid() && lastHeard.msecsTo(now) < 10000;
    }
};

// Above one percent, because an idle desktop's compositor is not work.
inline bool isBusy(const GpuSample &gpu) { return gpu.busyPercent && *gpu.busyPercent > 1; }

}  // namespace trainyard

Q_DECLARE_METATYPE(trainyard::MachineCard)
