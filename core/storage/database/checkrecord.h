// SPDX-License-Identifier: GPL-3.0-or-later
// The answer of a machine check as stored in the database: evaluated again whenever it is shown, in the current language. See
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
    QByteArray question;  // the question and the clock's reading: JSON
    QByteArray answer;    // unchanged; empty in lists
};

}  // namespace trainyard
