// SPDX-License-Identifier: GPL-3.0-or-later
// A machine that can run tasks: where it is and what the person calls it. Value type, pure.
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
    InstanceId instanceId;     // which instance of a provider it is; not set: a person entered it
    QDateTime added;           // UTC
    QString group;             // a label for sorting; empty = none. One line, at most 64 characters
    QString notes;             // free text, may have several lines; at most 2000 characters
    bool isSimulated = false;  // its GPUs are simulated, according to its provider
};

// InvalidInput with a sentence if the name is not allowed: 1 to 64 visible characters, no blank at either end, no dash at the beginning.
Result<void> checkMachineName(const QString &name);

}  // namespace trainyard
