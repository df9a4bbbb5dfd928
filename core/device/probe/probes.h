// SPDX-License-Identifier: GPL-3.0-or-later
// The probes. Each fills a Result; docs/probe.md describes what it measures and the unit, the sources describe the method.
#pragma once

#include "core/device/probe/cublaslt.h"
#include "core/device/probe/session.h"

namespace trainyard::probe {

inline constexpr long long kMiB = 1ll << 20;

// On the host; these need no GPU.
void probeHostMemory(Watch &watch, const Settings &settings, bool isTriad, Result &result);
void probeDiskWrite(Watch &watch, const Settings &settings, Result &result);
void probeDiskRead(Watch &watch, const Settings &settings, Result &result);

// Within one GPU.
void probeCopy(Session &session, Result &result);
void probeTriad(Session &session, Result &result);
void probeMemcpy(Session &session, Result &result);
void probeTransfer(Session &session, bool isToDevice, bool isPinned, Result &result);
void probeLaunch(Session &session, bool isSynchronous, Result &result);
void probeMatmul(Session &session, CublasLt &library, int dtype, bool isLibrary, Result &result);
void probeSustained(Session &session, CublasLt &library, Result &result);
void probeMemoryTest(Session &session, Result &result);

// Between two GPUs; the first session's device writes to the second's.
struct PeerFacts {
    int canAccess = -1;  // -1: unknown
    double bandwidth = kNoNumber, latency = kNoNumber;
};
void probePeerBandwidth(Session &from, Session &to, Result &result, PeerFacts &facts);
void probePeerLatency(Session &from, Session &to, Result &result, PeerFacts &facts);

}  // namespace trainyard::probe
