// SPDX-License-Identifier: GPL-3.0-or-later
// A machine that runs can be launched on: where it is and what the person calls it. Value type, pure.
#pragma once

#include "core/base/result.h"
#include "core/model/ids.h"
#include "core/model/sshtarget.h"

#include <QDateTime>
#include <QString>

namespace trainyard {

struct Machine {
    MachineId id;  // not set: not stored yet
    QString name;  // unique, see checkMachineName()
    SshTarget target;
    InstanceId instanceId;     // what a provider made it as; not set: a person entered it
    QDateTime added;           // UTC
    QString group;             // what the person sorts it under; empty = none. One line, at most 64 characters
    QString notes;             // the person's own words, may have several lines; at most 2000 characters
    bool isSimulated = false;  // its GPUs are stand-ins, as its provider says
};

// InvalidInput with a sentence when a machine cannot be called that: 1 to 64 visible characters, no blank at
// either end, no dash at the beginning.
Result<void> checkMachineName(const QString &name);

}  // namespace trainyard
