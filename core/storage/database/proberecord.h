// SPDX-License-Identifier: GPL-3.0-or-later
// A probe's report as stored in the database. See statedatabase.h for reading and writing them.
#pragma once

#include "core/model/ids.h"

#include <QByteArray>
#include <QDateTime>
#include <QString>

namespace trainyard {

struct ProbeRecord {
    ProbeId id;                // not set: not stored yet
    MachineId machineId;       // not set: this computer, or a machine that was removed
    QString machineName;       // kept when the machine is removed; empty: this computer
    QDateTime taken;           // UTC; by this computer's clock
    bool isSimulated = false;  // the report states it, or the machine is the sandbox
    bool isQuick = false;
    QString status;     // the report's own word
    QString gpus;       // their names, for lists
    QByteArray report;  // unchanged; empty in lists

    bool isHere() const { return !machineId.isSet() && machineName.isEmpty(); }
};

}  // namespace trainyard
