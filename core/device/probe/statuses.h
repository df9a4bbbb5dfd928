// SPDX-License-Identifier: GPL-3.0-or-later
// The words that a report says for how it went, with their exit statuses, and which of the driver's errors means what.
// The table is in docs/probe.md.
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

// Which of two statuses a report leads with: the lower rank.
int rankOf(Status status);

// What went wrong, with the driver's own words.
struct Failure {
    Status status = Status::Ok;
    const char *call = nullptr;  // of the driver; a name that lives as long as the program
    int code = 0;
    Text name, detail;

    Text toJson(const char *probe, int device) const;  // probe nullptr, device below 0: not said
};

enum class Phase { Starting, Loading, Measuring };
Status statusOfCuda(int code, Phase phase);
bool isContextLost(int code);  // nothing works in the context after this error

}  // namespace trainyard::probe
