// SPDX-License-Identifier: GPL-3.0-or-later
// Alerts of machines while no run on them is followed: hot and lost GPUs, a disk that fills up, from their live samples. Connects to
// every machine except the sandbox, without asking questions, and stays connected. Main thread.
#pragma once

#include "core/model/machine.h"
#include "core/observe/alert/samplereadings.h"

#include <map>
#include <memory>

namespace trainyard {

class Services;
struct Alert;

class MachineAlerts {
public:
    explicit MachineAlerts(Services &services);
    ~MachineAlerts();

    struct Change {
        QString machine;
        bool isSimulated = false;
        AlertChange change;
    };
    // The changes since the last call. `followed`: machines whose alerts come from their runs; their own alerts clear. `open`: what this
    // or another program opened before.
    QList<Change> look(const QList<Machine> &machines, const QList<MachineId> &followed, const AlertRules &rules, const QList<Alert> &open,
                       qint64 nowMs);

    static bool isOfMachines(const Alert &alert);

private:
    struct Watched;

    Services &m_services;
    std::map<MachineId, std::unique_ptr<Watched>> m_watched;
};

}  // namespace trainyard
