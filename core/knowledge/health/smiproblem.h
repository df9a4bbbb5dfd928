// SPDX-License-Identifier: GPL-3.0-or-later
// The problems that nvidia-smi prints instead of an answer: in place of everything, of one GPU, or of one value. Pure, any thread.
#pragma once

#include "core/knowledge/health/healthcheck.h"

namespace trainyard {

enum class SmiTrouble {
    NotThere,  // no such program
    Hangs,     // timed out
    NotTried,  // because another question hung
    NoDriver,  // it cannot reach the driver
    Mismatch,  // its library and the kernel module have different versions
    NoPermission,
    NoLibrary,  // libnvidia-ml is missing
    NoDevices,
    Lost,  // a GPU is gone from the bus
    NeedsReset,
    Other,          // it reports a failure for none of the reasons above
    NotUnderstood,  // it failed with an unknown message
};

struct SmiProblem {
    SmiTrouble trouble = SmiTrouble::NotUnderstood;
    QString busId;           // of the affected GPU, as printed; empty = all
    QString libraryVersion;  // reported by newer ones with Mismatch; may be empty
    QString said;            // the output line
};

// All problems it reports; empty if it answered without any.
QList<SmiProblem> smiProblems(const CheckPart &part);

// What is printed in place of a value.
enum class SmiValue { Told, NotSupported, Lost, NeedsReset, NoPermission, Failed, Absent };
SmiValue smiValue(const QString &text);

// "00000000:3B:00.0" and "0000:3b:00.0" are the same device.
QString sameBusId(const QString &busId);

}  // namespace trainyard
