// SPDX-License-Identifier: GPL-3.0-or-later
// The measuring process: facts first, then the probes in the order of the plan. It writes each result into the pipe immediately, and
// returns when nothing is left to do or when it is asked to end.
#pragma once

#include "core/device/probe/session.h"

namespace trainyard::probe {

enum class Probe {
    HostCopy,
    HostTriad,
    DiskWrite,
    DiskRead,
    Copy,
    Triad,
    Memcpy,
    H2dPinned,
    H2dPageable,
    D2hPinned,
    D2hPageable,
    Launch,
    LaunchSync,
    Matmul,
    PeerBandwidth,
    PeerLatency,
    Sustained,
    MemoryTest
};
inline constexpr int kProbes = 18;

enum class Scope { Host, Device, Pair };
struct ProbeFacts {
    const char *word, *unit;
    Scope scope;
};
const ProbeFacts &factsOf(Probe probe);

inline constexpr int kMaxDevices = 16;

struct Selection {
    bool isAll = true, areDevicesAll = true, isBusyOk = false;
    bool probes[kProbes] = {};
    bool devices[kMaxDevices] = {};

    bool has(Probe probe) const { return isAll || probes[static_cast<int>(probe)]; }
    bool hasDevice(int device) const { return areDevicesAll || devices[device]; }
};

void measure(Watch &watch, const Settings &settings, const Selection &selection);

}  // namespace trainyard::probe
