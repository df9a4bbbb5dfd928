// SPDX-License-Identifier: GPL-3.0-or-later
// A process id alone says little: ids are used again. With its start time and the boot it belongs to, it
// names one process for good. Linux (/proc). Any thread.
#pragma once

#include <QList>
#include <QString>

#include <chrono>

namespace trainyard {

struct ProcessIdentity {
    qint64 pid = 0;         // 0 = none
    quint64 startTime = 0;  // clock ticks since boot, field 22 of /proc/PID/stat
    QString bootId;         // /proc/sys/kernel/random/boot_id
};

// pid 0 in the answer when there is no such process, or only its remains (zombie).
ProcessIdentity identityOf(qint64 pid);
bool isAlive(const ProcessIdentity &identity);

// TERM, then KILL after `grace`. Only ever touches the very process. False when it is still there after that.
bool endProcess(const ProcessIdentity &identity, std::chrono::milliseconds grace);

// Direct children whose program has this name.
QList<ProcessIdentity> childrenOf(qint64 pid, const QByteArray &name);

}  // namespace trainyard
