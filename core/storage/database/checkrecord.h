// SPDX-License-Identifier: GPL-3.0-or-later
// What a check of a machine was answered, as the database keeps it: judged anew whenever it is shown, in the language of then. See
// statedatabase.h for reading and writing them.
#pragma once

#include "core/model/ids.h"

#include <QByteArray>
#include <QDateTime>
#include <QString>

namespace trainyard {

struct CheckRecord {
    CheckId id;  // not set: not stored yet
    MachineId machineId;
    QDateTime taken;  // UTC; by this computer's clock
    qint64 durationMs = 0;
    QByteArray question;  // what was asked, and the clock's reading: JSON
    QByteArray answer;    // as it came; empty in lists
};

}  // namespace trainyard
