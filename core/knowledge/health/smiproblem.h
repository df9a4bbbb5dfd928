// SPDX-License-Identifier: GPL-3.0-or-later
// What nvidia-smi says when it cannot say what was asked: in place of everything, of one GPU, or of one value. Pure, any
// thread.
#pragma once

#include "core/knowledge/health/healthcheck.h"

namespace trainyard {

enum class SmiTrouble {
    NotThere,  // no such program
    Hangs,     // cut off
    NotTried,  // since another question hung
    NoDriver,  // it cannot reach the driver
    Mismatch,  // its library is of another version than the kernel module
    NoPermission,
    NoLibrary,  // libnvidia-ml is missing
    NoDevices,
    Lost,  // a GPU is gone from the bus
    NeedsReset,
    Other,          // it says that it failed, for no reason of those above
    NotUnderstood,  // it failed, in words this program does not know
};

struct SmiProblem {
    SmiTrouble trouble = SmiTrouble::NotUnderstood;
    QString busId;           // of the GPU it is about, as printed; empty = all
    QString libraryVersion;  // told by newer ones with Mismatch; may be empty
    QString said;            // the line
};

// All that it complains about; nothing where it answered and complains about nothing.
QList<SmiProblem> smiProblems(const CheckPart &part);

// What stands in the place of one value.
enum class SmiValue { Told, NotSupported, Lost, NeedsReset, NoPermission, Failed, Absent };
SmiValue smiValue(const QString &text);

// "00000000:3B:00.0" and "0000:3b:00.0" are the same place.
QString sameBusId(const QString &busId);

}  // namespace trainyard
