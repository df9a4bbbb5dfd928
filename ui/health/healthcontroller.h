// SPDX-License-Identifier: GPL-3.0-or-later
// Checks and benchmarks machines on request, one at a time. The results are stored in the database; results that `yard` stored are shown,
// too.
#pragma once

#include "core/model/ids.h"
#include "core/service/machines/proberunner.h"
#include "ui/health/healthpage.h"

#include <QObject>

#include <stop_token>

namespace trainyard {

class Services;

class HealthController : public QObject {
    Q_OBJECT
public:
    explicit HealthController(Services &services, QObject *parent = nullptr);
    ~HealthController() override;

    void setPage(HealthPage *page);  // call once
    void reloadMachines();
    void check(MachineId machineId);  // also shows it

private:
    void show(MachineId machineId);
    void showCheck(MachineId machineId, CheckId checkId);  // not set: the newest check
    void showProbe(MachineId machineId);
    void measure(MachineId machineId, bool isQuick);
    ProbeRunner::Progress linesTo(void (HealthController::*take)(const QString &line));
    void takeStep(const QString &words);
    void takeProgress(const QString &line);

    Services &m_services;
    HealthPage *m_page = nullptr;
    MachineId m_checking, m_measuring;  // not set: none
    MachineId m_failed;                 // machine whose check the page's message is about
    std::stop_source m_stop, m_measureStop;
};

}  // namespace trainyard
