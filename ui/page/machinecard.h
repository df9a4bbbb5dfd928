// SPDX-License-Identifier: GPL-3.0-or-later
// The contents of one card of the fleet, as values.
#pragma once

#include "core/base/error.h"
#include "core/base/money.h"
#include "core/model/ids.h"
#include "core/model/machine.h"
#include "core/model/rentend.h"
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
    std::optional<Money> perHour;     // while it is rented
    QDateTime priceSeen;              // of a price that moves, UTC: as of when it is known; invalid: it does not, or not yet
    QString priceFact;                // spotPriceFact(); may be empty
    std::optional<Money> ownPerHour;  // of one of the person's own under load, by their own figures
    QDateTime idleSince;              // for a rented machine; invalid while a run is active there
    Money idleCost;                   // since then
    bool isFromCloud = false;         // Trainyard rented it and can give it back
    Money cost;                       // of its rental, so far
    QDateTime rentedSince, dueBack;   // UTC; the latter invalid: that depends on its runs, or nothing gives it back
    RentEnd end;
    bool canLetIn = false;  // its provider lets SSH in from one address only, and that can be another one
    QString letInFrom;      // "203.0.113.7/32"; empty: not known
    QDateTime letInSince;   // UTC
    QString ownAddress;     // of this computer, once the machine does not answer and it is not the one that is let in; else empty

    bool isLive() const { return link == LinkState::Live; }
    // The connection may be intercepted: the only state that raises an alarm immediately.
    bool isKeyChanged() const { return link == LinkState::Unreachable && error.code == ErrorCode::HostKeyChanged; }
    // The provider's firewall drops what comes from the address that this computer has now.
    bool isShutOut() const { return link == LinkState::Unreachable && !isKeyChanged() && !ownAddress.isEmpty(); }
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
