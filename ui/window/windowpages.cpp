// SPDX-License-Identifier: GPL-3.0-or-later
// The pages beside Home: each is made when it is first needed, told what is known by then, and its requests wired.
#include "core/service/runs/services.h"
#include "ui/alerts/alertspage.h"
#include "ui/checkpoints/checkpointspage.h"
#include "ui/health/healthpage.h"
#include "ui/home/homepage.h"
#include "ui/launch/launchpage.h"
#include "ui/machines/machinespage.h"
#include "ui/offers/offerspage.h"
#include "ui/run/runcomparepage.h"
#include "ui/run/runmenu.h"
#include "ui/run/runpage.h"
#include "ui/run/runspage.h"
#include "ui/transfers/transferspage.h"
#include "ui/window/alertcontroller.h"
#include "ui/window/comparecontroller.h"
#include "ui/window/copycontroller.h"
#include "ui/window/fleetcontroller.h"
#include "ui/window/healthcontroller.h"
#include "ui/window/launchcontroller.h"
#include "ui/window/machinecontroller.h"
#include "ui/window/mainwindow.h"
#include "ui/window/metercontroller.h"
#include "ui/window/moneycard.h"
#include "ui/window/offercontroller.h"
#include "ui/window/placecontroller.h"
#include "ui/window/prunecontroller.h"
#include "ui/window/resumecontroller.h"
#include "ui/window/runactions.h"
#include "ui/window/runcontroller.h"
#include "ui/window/sandboxcontroller.h"
#include "ui/window/settingspage.h"
#include "ui/window/transfercontroller.h"

#include <QStackedWidget>

namespace trainyard {

QWidget *MainWindow::widgetOf(Page page)
{
    switch (page) {
    case Home: break;
    case Machines: return machinesPage();
    case Runs: return runsPage();
    case Checkpoints: return checkpointsPage();
    case Settings: return settingsPage();
    case RunDetail: return runPage();
    case Launch: return launchPage();
    case Transfers: return transfersPage();
    case Offers: return offersPage();
    case Health: return healthPage();
    case Alerts: return alertsPage();
    case Compare: return comparePage();
    }
    return m_home;
}

SettingsPage *MainWindow::settingsPage()
{
    if (!m_settings) {
        m_settings = new SettingsPage(m_preferences, m_paths.data, this);
        m_stack->addWidget(m_settings);
        connect(m_settings, &SettingsPage::preferencesChanged, this, &MainWindow::preferencesChanged);
        connect(m_settings, &SettingsPage::keysRequested, this, &MainWindow::showKeys);
        connect(m_settings, &SettingsPage::guideRequested, this, &MainWindow::showGuide);
        connect(m_settings->money(), &MoneyCard::budgetsRequested, this, [this] {
            if (m_meterControl)
                m_meterControl->showBudgets();
        });
        if (m_meterControl)
            m_settings->money()->setMeter(m_meterControl->meter());
        if (m_alertControl)
            m_alertControl->setCard(m_settings->alerts());
    }
    return m_settings;
}

TransfersPage *MainWindow::transfersPage()
{
    if (!m_transfers) {
        m_transfers = new TransfersPage(this);
        m_stack->addWidget(m_transfers);
        connect(m_transfers, &TransfersPage::machinesRequested, this, [this] { showPage(Machines); });
        if (m_transferControl)
            m_transferControl->setPage(m_transfers);
    }
    return m_transfers;
}

OffersPage *MainWindow::offersPage()
{
    if (!m_offers) {
        m_offers = new OffersPage(this);
        m_stack->addWidget(m_offers);
        // It needs no machines, and the database only for what was measured and seen before.
        m_offerControl = new OfferController(m_paths, m_offers);
        if (m_services)
            m_offerControl->attach(m_services->database());
        m_offerControl->load();
        connect(m_offers, &OffersPage::connectRequested, this, &MainWindow::connectMachine);
    }
    return m_offers;
}

HealthPage *MainWindow::healthPage()
{
    if (!m_health) {
        m_health = new HealthPage(this);
        m_stack->addWidget(m_health);
        connect(m_health, &HealthPage::addMachineRequested, this, &MainWindow::addMachine);
        if (m_healthControl)
            m_healthControl->setPage(m_health);
    }
    return m_health;
}

AlertsPage *MainWindow::alertsPage()
{
    if (!m_alerts) {
        m_alerts = new AlertsPage(this);
        m_stack->addWidget(m_alerts);
        if (m_alertControl)
            m_alertControl->setPage(m_alerts);
    }
    return m_alerts;
}

MachinesPage *MainWindow::machinesPage()
{
    if (!m_machines) {
        m_machines = new MachinesPage(this);
        m_stack->addWidget(m_machines);
        wireMachines();
        if (m_fleet)
            m_machines->setMachines(m_fleet->cards());
    }
    return m_machines;
}

void MainWindow::wireMachines()
{
    connect(m_machines, &MachinesPage::addMachineRequested, this, &MainWindow::addMachine);
    connect(m_machines, &MachinesPage::sandboxRequested, this, [this] {
        showPage(Home);
        startSandbox();
    });
    connect(m_machines, &MachinesPage::launchRequested, this, &MainWindow::launchOn);
    connect(m_machines, &MachinesPage::openRunRequested, this, &MainWindow::openRun);
    connect(m_machines, &MachinesPage::retryRequested, this, [this](MachineId id) {
        if (m_fleet)
            m_fleet->retry(id);
    });
    connect(m_machines, &MachinesPage::removeRequested, this, &MainWindow::removeMachine);
    connect(m_machines, &MachinesPage::rentRequested, this, [this](MachineId id) {
        if (m_meterControl)
            m_meterControl->rent(id);
    });
    connect(m_machines, &MachinesPage::editRequested, this, [this](MachineId id) {
        if (m_machineControl)
            m_machineControl->edit(id);
    });
    connect(m_machines, &MachinesPage::testRequested, this, [this](MachineId id) {
        if (m_machineControl)
            m_machineControl->test(id);
    });
    connect(m_machines, &MachinesPage::terminalRequested, this, [this](MachineId id) {
        if (m_machineControl)
            m_machineControl->openTerminal(id);
    });
    connect(m_machines, &MachinesPage::portRequested, this, [this](MachineId id, const QString &address) {
        if (m_machineControl)
            m_machineControl->openPort(id, address);
    });
    connect(m_machines, &MachinesPage::checkRequested, this, [this](MachineId id) {
        showPage(Health);
        if (m_healthControl)
            m_healthControl->check(id);
    });
    connect(m_machines, &MachinesPage::uploadRequested, this, [this](MachineId id, const QStringList &files) {
        if (m_transferControl)
            m_transferControl->copy(id, TransferDirection::Upload, files);
    });
    connect(m_machines, &MachinesPage::downloadRequested, this, [this](MachineId id) {
        if (m_transferControl)
            m_transferControl->copy(id, TransferDirection::Download);
    });
    connect(m_machines, &MachinesPage::groupChosen, this, [this](MachineId id, const QString &group) {
        if (m_machineControl)
            m_machineControl->setGroup(id, group);
    });
}

RunsPage *MainWindow::runsPage()
{
    if (!m_runs) {
        m_runs = new RunsPage(this);
        m_stack->addWidget(m_runs);
        wireRuns();
        if (m_services)
            reloadRuns();
    }
    return m_runs;
}

void MainWindow::wireRuns()
{
    connect(m_runs, &RunsPage::openRequested, this, &MainWindow::openRun);
    connect(m_runs, &RunsPage::launchRequested, this, [this] { launchOn({}); });
    connect(m_runs, &RunsPage::compareRequested, this, &MainWindow::compareRuns);
    connect(m_runs, &RunsPage::glancesWanted, this, [this] { m_runs->setGlances(glancesOf(m_allRuns)); });
    connect(m_runs->menu(), &RunMenu::resumeRequested, this, [this](const QString &runId) {
        if (m_resumes)
            m_resumes->resumeRun(runId);
    });
    connect(m_runs->menu(), &RunMenu::stopRequested, this, [this](const QString &runId) {
        if (m_runActions)
            m_runActions->askToStop(runId);
    });
    if (m_runActions)
        m_runActions->serve(m_runs->menu());
    if (m_meterControl)
        m_runs->setMeter(m_meterControl->meter());
    connect(m_runs, &RunsPage::sandboxRequested, this, [this] {
        showPage(Home);
        startSandbox();
    });
}

RunPage *MainWindow::runPage()
{
    if (!m_run) {
        m_run = new RunPage(this);
        m_stack->addWidget(m_run);
        m_run->setCurveView(loadCurveView(m_paths.settings()));
        connect(m_run, &RunPage::curveViewChosen, this, [this](const CurveView &view) { saveCurveView(view, m_paths.settings()); });
        wireRun();
        if (m_services)
            controlRun();
    }
    return m_run;
}

void MainWindow::wireRun()
{
    connect(m_run, &RunPage::runsRequested, this, [this] { showPage(Runs); });
    connect(m_run, &RunPage::resumeRequested, this, [this](const QString &runId) {
        if (m_resumes)
            m_resumes->resumeRun(runId);
    });
    connect(m_run, &RunPage::stopRequested, this, [this](const QString &runId) {
        if (m_runActions)
            m_runActions->stop(runId);
    });
    connect(m_run, &RunPage::sandboxRequested, this, &MainWindow::startSandbox);
    connect(m_run, &RunPage::checkpointsRequested, this, [this](const QString &lineage) {
        showPage(Checkpoints);
        m_checkpoints->showCheckpoint(lineage);
    });
}

void MainWindow::controlRun()
{
    m_run->setFollowers(&m_services->followers);
    m_runControl = new RunController(*m_services, m_run, this);
    m_runControl->setSandbox(*m_sandbox);
    m_runActions->serve(m_run->menu());
    if (m_meterControl)
        m_runControl->setMeter(m_meterControl->meter());
    connect(m_alertControl, &AlertController::openChanged, m_runControl, &RunController::readAlerts);
    connect(m_runControl, &RunController::failed, this, [this](const Error &error) { runsPage()->setError(error); });
}

RunComparePage *MainWindow::comparePage()
{
    if (!m_compare) {
        m_compare = new RunComparePage(this);
        m_stack->addWidget(m_compare);
        connect(m_compare, &RunComparePage::runsRequested, this, [this] { showPage(Runs); });
        connect(m_compare, &RunComparePage::openRequested, this, &MainWindow::openRun);
        if (m_services)
            controlCompare();
    }
    return m_compare;
}

void MainWindow::controlCompare() { m_compareControl = new CompareController(*m_services, m_compare, this); }

void MainWindow::compareRuns(const QStringList &runIds)
{
    showPage(Compare);
    if (m_compareControl)
        m_compareControl->open(runIds);
    m_compare->setFocus();
}

LaunchPage *MainWindow::launchPage()
{
    if (!m_launch) {
        m_launch = new LaunchPage(this);
        m_stack->addWidget(m_launch);
        wireLaunch();
        if (m_services)
            controlLaunch();
    }
    return m_launch;
}

void MainWindow::wireLaunch()
{
    connect(m_launch, &LaunchPage::addMachineRequested, this, &MainWindow::addMachine);
    connect(m_launch, &LaunchPage::runsRequested, this, [this] { showPage(Runs); });
}

void MainWindow::controlLaunch()
{
    m_launches = new LaunchController(*m_services, m_launch, this);
    connect(m_launches, &LaunchController::launched, this, [this](const Run &run) { openRun(run.id); });
    showDemoTask();
}

CheckpointsPage *MainWindow::checkpointsPage()
{
    if (!m_checkpoints) {
        m_checkpoints = new CheckpointsPage(this);
        m_stack->addWidget(m_checkpoints);
        wireCheckpoints();
        if (m_resumes)
            m_resumes->setPage(m_checkpoints);
        if (m_placeControl)
            m_placeControl->setPage(m_checkpoints);
        if (m_pruneControl)
            m_pruneControl->setPage(m_checkpoints);
        if (m_copyControl)
            m_copyControl->setPage(m_checkpoints);
    }
    return m_checkpoints;
}

void MainWindow::wireCheckpoints()
{
    connect(m_checkpoints, &CheckpointsPage::openRunRequested, this, &MainWindow::openRun);
    connect(m_checkpoints, &CheckpointsPage::launchRequested, this, [this] { launchOn({}); });
}

}  // namespace trainyard
