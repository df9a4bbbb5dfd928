// SPDX-License-Identifier: GPL-3.0-or-later
// Identifies one process. A process ID alone is not enough, because IDs are reused; with the start time and the boot ID it is unique.
// Linux (/proc). Any thread.
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

// Returns pid 0 if the process does not exist or is a zombie.
ProcessIdentity identityOf(qint64 pid);
bool isAlive(const ProcessIdentity &identity);

// TERM, then KILL after `grace`. Affects only that very process. False if it still exists after that.
bool endProcess(const ProcessIdentity &identity, std::chrono::milliseconds grace);

// Direct children whose program has this name.
QList<ProcessIdentity> childrenOf(qint64 pid, const QByteArray &name);

}  // namespace trainyard
