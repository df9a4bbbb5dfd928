// SPDX-License-Identifier: GPL-3.0-or-later
// The lease of a run (docs/lease.md) as seen from the desktop: reads, renews and extends the file `lease` in the run directory on the
// machine. Blocking; worker threads. The local copy's `lease` is the last one written from here, and its time on disk the last renewal.
#pragma once

#include "core/execution/launchplan/leasefile.h"
#include "core/model/run.h"
#include "core/service/runs/localcopy.h"
#include "core/transport/ssh/sshconnection.h"

#include <stop_token>

namespace trainyard {

struct LeaseState {
    Lease lease;
    std::optional<LeaseUse> use;  // counted by the guard, at most half a minute ago; nullopt before the guard began
};

// For a run that has ended, or that its machine is already ending: InvalidInput.
Error leaseGone(const Run &run, bool hasEnded);

// NotFound with a message when the run has no lease file there; leaseGone(). The others return the same errors.
Result<LeaseState> readLease(const Run &run, SshConnection &connection, std::stop_token stop);

// Restarts the time from now; a lease without an end is left as it is.
Result<LeaseState> renewLease(const Run &run, LocalCopy &copy, SshConnection &connection, std::stop_token stop);

// More time until the next renewal. InvalidInput when the lease has no end, or would last beyond ten years.
Result<LeaseState> extendLease(const Run &run, LocalCopy &copy, std::chrono::seconds by, SshConnection &connection, std::stop_token stop);

// Due often enough that a lease survives several failed attempts: after an eighth of it, at most ten minutes. False when the run has no
// lease that this computer started.
bool isRenewalDue(const LocalCopy &copy);

}  // namespace trainyard
