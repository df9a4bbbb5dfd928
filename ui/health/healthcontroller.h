// SPDX-License-Identifier: GPL-3.0-or-later
// Checks and measures machines when a person asks, one at a time. What was found and measured is the store's; what `yard` found, too.
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

    void setPage(HealthPage *page);  // once
    void reloadMachines();
    void check(MachineId machineId);  // shows it, too

private:
    void show(MachineId machineId);
    void showCheck(MachineId machineId, CheckId checkId);  // not set: the newest
    void showProbe(MachineId machineId);
    void measure(MachineId machineId, bool isQuick);
    ProbeRunner::Progress linesTo(void (HealthController::*take)(const QString &line));
    void takeStep(const QString &words);
    void takeProgress(const QString &line);

    Services &m_services;
    HealthPage *m_page = nullptr;
    MachineId m_checking, m_measuring;  // not set: none
    MachineId m_failed;                 // whose check the message on the page is about
    std::stop_source m_stop, m_measureStop;
};

}  // namespace trainyard
