// SPDX-License-Identifier: GPL-3.0-or-later
// A report's status names, their exit statuses, and the meaning of the driver's errors. The table is in docs/probe.md.
#pragma once

#include "core/device/probe/text.h"

namespace trainyard::probe {

enum class Status {
    Ok,
    WrongResults,
    Usage,
    SomeFailed,
    TimeLimit,
    Interrupted,
    Busy,
    NoGpu,
    NoDriver,
    StubLibrary,
    DriverMismatch,
    NoPermission,
    NoDeviceFiles,
    NoDevice,
    MigWithoutInstances,
    PtxRejected,
    OutOfMemory,
    GpuLost,
    Hang,
    DriverError,
    NoDriverLibrary,
    DriverTooOld,
    DeviceUnavailable,
    FabricNotReady,
    CompatNotSupported,
    Crashed,
    InternalError
};

struct StatusFacts {
    const char *word;
    int exitStatus;
    const char *message;
};
const StatusFacts &factsOf(Status status);

// Determines which of two statuses a report shows: the one with the lower rank.
int rankOf(Status status);

// What went wrong, with the driver's own text.
struct Failure {
    Status status = Status::Ok;
    const char *call = nullptr;  // of the driver; a string with static lifetime
    int code = 0;
    Text name, detail;

    Text toJson(const char *probe, int device) const;  // probe nullptr, device below 0: left out
};

enum class Phase { Starting, Loading, Measuring };
Status statusOfCuda(int code, Phase phase);
bool isContextLost(int code);  // nothing works in the context after this error

}  // namespace trainyard::probe
