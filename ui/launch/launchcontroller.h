// SPDX-License-Identifier: GPL-3.0-or-later
// Connects the launch page with the services: facts, preview, launch.
#pragma once

#include "core/model/run.h"
#include "core/service/machines/compatadvisor.h"
#include "core/service/runs/launcher.h"
#include "core/service/runs/launchhistory.h"

#include <QElapsedTimer>
#include <QObject>
#include <QThreadPool>

#include <memory>
#include <optional>
#include <stop_token>

namespace trainyard {

class LaunchPage;
class Services;

class LaunchController : public QObject {
    Q_OBJECT
public:
    LaunchController(Services &services, LaunchPage *page, QObject *parent = nullptr);

    ~LaunchController() override;

    void reloadMachines();
    void beginAsLast();  // the task that was launched last, if the page is still empty

Q_SIGNALS:
    void launched(const trainyard::Run &run);
    void failed(const trainyard::Error &error);  // the machines could not be read

private:
    void inspect(MachineId machineId);
    void preview(const LaunchRequest &request);
    void showFit(const LaunchRequest &request);
    bool loadFacts();  // false: failed; the reason is shown
    void openEnvironment();
    void tellNames();
    void followGpus(MachineId machineId);
    void askHistory(const LaunchRequest &request);
    void openImages();
    void launch(const LaunchRequest &request);

    Services &m_services;
    LaunchPage *m_page;
    std::stop_source m_stop;
    std::shared_ptr<const CompatAdvisor> m_advisor;  // created for the first question
    std::optional<std::pair<MachineId, MachineFacts>> m_facts;
    QMetaObject::Connection m_sampled;
    std::optional<LaunchRequest> m_historyOf;  // what was asked for last
    QElapsedTimer m_historyAge;
    QThreadPool m_readers;
    std::stop_source m_historyStop;
    int m_previews = 0;  // only the answer to the newest one is used
};

}  // namespace trainyard
