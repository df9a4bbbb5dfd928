// SPDX-License-Identifier: GPL-3.0-or-later
// Which request of which page becomes which call of the services, and the way back.
#include "core/agent/agent.h"
#include "core/base/filelock.h"
#include "core/base/format.h"
#include "core/base/shownpath.h"
#include "core/service/runs/services.h"
#include "ui/checkpoints/checkpointspage.h"
#include "ui/common/confirmdialog.h"
#include "ui/common/messagebar.h"
#include "ui/common/runtexts.h"
#include "ui/home/homepage.h"
#include "ui/launch/launchpage.h"
#include "ui/machines/machinespage.h"
#include "ui/run/runpage.h"
#include "ui/run/runspage.h"
#include "ui/window/alertcontroller.h"
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
#include "ui/window/rail.h"
#include "ui/window/resumecontroller.h"
#include "ui/window/runactions.h"
#include "ui/window/runcontroller.h"
#include "ui/window/sandboxcontroller.h"
#include "ui/window/settingspage.h"
#include "ui/window/sshprompter.h"
#include "ui/window/topstrip.h"
#include "ui/window/transfercontroller.h"

#include <algorithm>
#include <utility>

namespace trainyard {

namespace {

const QString kRunNeed = QStringLiteral("run:");
const QString kTransferNeed = QStringLiteral("transfers");
const QString kMachineNeed = QStringLiteral("machine:");
const QString kKeyNeed = QStringLiteral("key:");
const QString kAlertNeed = QStringLiteral("alert:");

// A failure stays on Home this long; then the list is enough.
constexpr qint64 kNeedSeconds = 24 * 3600;
constexpr qsizetype kMaxGlances = 200;  // the end of each log is read, once

}  // namespace

void MainWindow::wireHome()
{
    connect(m_home, &HomePage::addMachineRequested, this, &MainWindow::addMachine);
    connect(m_home, &HomePage::openRunRequested, this, &MainWindow::openRun);
    connect(m_home, &HomePage::allRunsRequested, this, [this] { showPage(Runs); });
    connect(m_home, &HomePage::launchRequested, this, [this] { launchOn({}); });
    connect(m_home, &HomePage::checkpointsRequested, this, [this] { showPage(Checkpoints); });
    connect(m_home, &HomePage::resumeRequested, this, [this] {
        if (!m_resumes)
            return;
        if (const auto good = m_resumes->latestGood())
            m_resumes->resume(*good);
    });
    connect(m_home, &HomePage::sandboxRequested, this, &MainWindow::startSandbox);
    connect(m_home, &HomePage::sandboxCancelRequested, this, [this] {
        if (m_sandbox)
            m_sandbox->cancel();
    });
    connect(m_home, &HomePage::sandboxOpenRequested, this, &MainWindow::launchDemo);
    connect(m_home, &HomePage::sandboxStopRequested, this, [this] {
        if (m_sandbox)
            m_sandbox->stop();
    });
    connect(m_home, &HomePage::needTriggered, this, &MainWindow::handleNeed);
    connect(m_home->messageBar(), &MessageBar::actionTriggered, this, [this](const QString &id) {
        m_home->messageBar()->withdraw(id);
        if (id == QLatin1String("open"))
            Q_EMIT openRequested();
        else if (id == QLatin1String("damaged"))
            offerEmptyStart();
        else if (id.startsWith(QLatin1String("budget:")) && m_meterControl)
            m_meterControl->showBudgets();
        else if (id == QLatin1String("sandbox"))
            startSandbox();
    });
}

void MainWindow::attach(Services &services)
{
    if (m_services)
        return;
    m_services = &services;
    m_strip->show();
    m_sandbox = new SandboxController(services, this);
    m_fleet = new FleetController(services, this);
    m_machineControl = new MachineController(services, *m_fleet, m_prompter, this);
    m_healthControl = new HealthController(services, this);
    m_resumes = new ResumeController(services, this);
    m_placeControl = new PlaceController(services, this);
    m_pruneControl = new PruneController(services, this);
    m_copyControl = new CopyController(services, this);
    connect(m_copyControl, &CopyController::started, this, [this] { showPage(Transfers); });
    connect(m_pruneControl, &PruneController::changed, this, [this] {
        m_resumes->scan();
        m_placeControl->lookAtAll();
    });
    m_transferControl = new TransferController(services, this);
    m_agent = new Agent(services, this);
    m_meterControl = new MeterController(services, m_agent->budgets(), this);
    m_alertControl = new AlertController(services, *m_agent, this);
    m_runActions = new RunActions(services, this);
    if (m_runs)
        m_runActions->serve(m_runs->menu());
    if (m_alerts)
        m_alertControl->setPage(m_alerts);
    if (m_settings)
        m_alertControl->setCard(m_settings->alerts());
    if (m_transfers)
        m_transferControl->setPage(m_transfers);
    if (m_checkpoints) {
        m_resumes->setPage(m_checkpoints);
        m_placeControl->setPage(m_checkpoints);
        m_pruneControl->setPage(m_checkpoints);
        m_copyControl->setPage(m_checkpoints);
    }
    if (m_health)
        m_healthControl->setPage(m_health);
    if (m_offerControl)
        m_offerControl->attach(services.database());
    if (m_run)
        controlRun();
    if (m_compare)
        controlCompare();
    if (m_launch)
        controlLaunch();
    wireControllers();
    sayIfNotAlone();
    reloadRuns();
    m_fleet->reloadMachines();
    m_sandbox->look();
    m_agent->start();
    services.runs.refresh();
    if (const auto problem = services.database().unwritable()) {
        m_home->messageBar()->post({QStringLiteral("unwritable"),
                                    Tone::Warning,
                                    problem->what,
                                    tr("Until then nothing new is recorded on this computer."),
                                    problem->detail,
                                    {}});
    }
}

// Several windows may look at the same runs; each alert is told by one of them, whichever is first.
void MainWindow::sayIfNotAlone()
{
    m_only = std::make_unique<FileLock>(m_paths.data + QStringLiteral("/window.lock"));
    if (m_only->tryLock() || m_only->systemError() != 0)
        return;
    const qint64 pid = m_only->holder();
    m_home->messageBar()->post({QStringLiteral("twice"),
                                Tone::Info,
                                tr("Trainyard is open in another window."),
                                tr("Both show the same runs and machines, and each alert is sent once."),
                                pid > 0 ? tr("Process %1").arg(pid) : QString(),
                                {}});
}

void MainWindow::wireMeter()
{
    connect(m_meterControl, &MeterController::metered, this, &MainWindow::showMeter);
    connect(m_meterControl, &MeterController::told, this, [this](const Message &message) { m_home->messageBar()->post(message); });
    connect(m_meterControl, &MeterController::failed, this,
            [this](const QString &id, const Error &error) { showError(page(), id, error); });
    connect(m_home, &HomePage::needDismissed, this, [this](const QString &id) {
        m_meterControl->dismissNeed(id);
        showNeeds();
    });
}

void MainWindow::wireAlerts()
{
    connect(m_alertControl, &AlertController::openChanged, this, [this] {
        m_strip->setAlerts(m_alertControl->unseen(), m_alertControl->gravest() == AlertSeverity::Critical);
        showNeeds();
    });
    connect(m_alertControl, &AlertController::noticed, this, &MainWindow::noticed);
    connect(m_alertControl, &AlertController::failed, this,
            [this](const Error &error) { showError(Home, QStringLiteral("alerts"), error); });
    connect(m_alertControl, &AlertController::openRunRequested, this, &MainWindow::openRun);
    connect(m_alertControl, &AlertController::settingsRequested, this, &MainWindow::showAlertSettings);
}

void MainWindow::wireRunActions()
{
    connect(m_runActions, &RunActions::failed, this, [this](const QString &runId, const Error &error) {
        if (page() == RunDetail && (runId.isEmpty() || m_runControl->currentRun() == runId))
            m_run->setError(error);
        else
            runsPage()->setError(error);
    });
    connect(m_runActions, &RunActions::deleted, this, [this](const QStringList &lineages) { runsPage()->showDeleted(lineages); });
    connect(m_runActions, &RunActions::reporting, this, [this](const QString &runId, bool isReporting) {
        if (m_run && m_runControl->currentRun() == runId)
            m_run->setReporting(isReporting);
        if (m_runs)
            m_runs->setReporting(isReporting);
    });
    connect(m_runActions, &RunActions::launchAgainRequested, this, [this](const QByteArray &task, MachineId machineId) {
        launchOn(machineId);
        m_launch->setTask(task, {});
    });
}

// Of the newest, and of all that go on.
QHash<QString, RunGlance> MainWindow::glancesOf(const QList<Run> &runs)
{
    QHash<QString, RunGlance> glances;
    for (qsizetype i = 0; m_services && i < runs.size(); ++i) {
        if (i >= kMaxGlances && hasEnded(runs[i].state))
            continue;
        if (const auto glance = m_services->followers.glanceOf(runs[i]))
            glances.insert(runs[i].id, *glance);
    }
    return glances;
}

void MainWindow::showAlertSettings()
{
    showPage(Settings);
    m_settings->showAlerts();
}

void MainWindow::showMeter()
{
    const MeterNow &meter = m_meterControl->meter();
    m_strip->setMeter(meter);
    m_home->setMeter(meter);
    if (m_settings)
        m_settings->money()->setMeter(meter);
    if (m_runs)
        m_runs->setMeter(meter);
    m_fleet->setMeter(meter);
    if (m_runControl)
        m_runControl->setMeter(meter);
    showNeeds();
}

void MainWindow::wireControllers()
{
    connect(&m_services->runs, &RunService::changed, this, &MainWindow::reloadRuns);
    connect(m_fleet, &FleetController::cardsChanged, this, &MainWindow::showFleet);
    connect(m_fleet, &FleetController::machineSetChanged, this,
            [this] { m_home->setMachineCount(m_fleet->ownMachineCount(), m_fleet->hasSandbox()); });
    connect(m_fleet, &FleetController::failed, this, [this](const Error &error) { showError(Home, QStringLiteral("machines"), error); });
    connect(m_fleet, &FleetController::becameLive, this, [this](MachineId machineId) {
        // Only looks where a run may have left something.
        const bool isWorthLooking = std::any_of(m_allRuns.cbegin(), m_allRuns.cend(), [machineId](const Run &run) {
            return run.machineId == machineId && !run.checkpointDir.isEmpty();
        });
        if (isWorthLooking)
            m_resumes->scan();
    });
    connect(m_machineControl, &MachineController::rented, m_meterControl, &MeterController::begin);
    connect(m_machineControl, &MachineController::added, this, [this](MachineId machineId) {
        showPage(Machines);
        m_machines->selectMachine(machineId);
    });
    connect(m_machineControl, &MachineController::changed, this, [this](MachineId machineId) {
        if (m_machines)
            m_machines->selectMachine(machineId);
    });
    connect(m_machineControl, &MachineController::failed, this,
            [this](const QString &id, const Error &error) { showError(Machines, id, error); });
    connect(m_sandbox, &SandboxController::viewChanged, this, [this](const SandboxView &view) {
        m_home->setSandbox(view);
        m_strip->setSandbox(m_sandbox->isRunning(), view.phase == SandboxView::Phase::Stopped && view.hasDied && view.wasUsed);
        m_fleet->setSandboxRunning(m_sandbox->isRunning());
        if (m_runControl)
            m_runControl->setSandbox(*m_sandbox);
        showDemoTask();
    });
    connect(m_fleet, &FleetController::sandboxLost, m_sandbox, &SandboxController::look);
    connect(m_sandbox, &SandboxController::launched, this, [this](const Run &run) {
        if (std::exchange(m_isDemoWanted, false) && page() == Home)
            openRun(run.id);
    });
    connect(m_sandbox, &SandboxController::failed, this, [this](const Error &error) {
        m_home->messageBar()->post(
            {QStringLiteral("sandbox"), Tone::Bad, tr("The sandbox could not start."), error.what, error.detail, tr("Retry")});
    });
    connect(m_transferControl, &TransferController::totalsChanged, this, &MainWindow::showTransfers);
    connect(m_transferControl, &TransferController::started, this, [this] { showPage(Transfers); });
    connect(m_transferControl, &TransferController::failed, this,
            [this](const Error &error) { showError(page(), QStringLiteral("transfers"), error); });
    showTransfers();
    wireMeter();
    wireAlerts();
    wireRunActions();
    connect(m_resumes, &ResumeController::launched, this, [this](const Run &run) { openRun(run.id); });
    connect(m_resumes, &ResumeController::scanned, this, &MainWindow::showLatestGood);
    connect(m_resumes, &ResumeController::failed, this, [this](const Error &error) {
        if (page() == RunDetail)
            m_run->setError(error);
        else
            showError(Home, QStringLiteral("resume"), error);
    });
}

void MainWindow::showDemoTask()
{
    if (m_launch)
        m_launch->setDemoTask(m_sandbox->status().isRunning ? writeTask(m_services->sandbox.demoTask(m_sandbox->status())) : QByteArray());
}

void MainWindow::showTransfers()
{
    m_strip->setTransfers(m_transferControl->totals());
    const int interrupted = m_transferControl->interrupted();
    if (std::exchange(m_interruptedTransfers, interrupted) != interrupted)
        showNeeds();
}

void MainWindow::reloadRuns()
{
    const Result<QList<Run>> runs = m_services->database().runs.all();
    if (!runs) {
        showError(Home, QStringLiteral("runs"), runs.error());
        if (m_runs)
            m_runs->setError(runs.error());
        return;
    }
    m_allRuns = *runs;
    m_home->setRuns(newestAttempts(m_allRuns));
    if (m_runs)
        m_runs->setRuns(m_allRuns, m_services->database().runs.inTrash().value_or(QList<Run>()));
    const int going = int(std::count_if(m_allRuns.cbegin(), m_allRuns.cend(), [](const Run &run) { return !hasEnded(run.state); }));
    m_strip->setRunsGoing(going);
    // What has just ended may have saved once more.
    if (std::exchange(m_going, going) > going && m_resumes)
        m_resumes->scan();
    showNeeds();
}

void MainWindow::showFleet()
{
    const QList<MachineCard> cards = m_fleet->cards();
    if (m_machines)
        m_machines->setMachines(cards);
    int connected = 0, connecting = 0, unreachable = 0;
    for (const MachineCard &card : cards) {
        if (card.isStopped)
            continue;
        connected += card.link == LinkState::Live || card.link == LinkState::Stale;
        connecting += card.link == LinkState::Connecting;
        unreachable += card.link == LinkState::Unreachable;
    }
    m_strip->setConnections(connected, connecting, unreachable);
    m_rail->setAttention(Machines, unreachable > 0 ? tr("%n unreachable", nullptr, unreachable) : QString());
    showNeeds();
}

void MainWindow::showNeeds()
{
    const QDateTime now = QDateTime::currentDateTimeUtc();
    QList<Need> needs;
    QStringList seen;
    for (const Run &run : std::as_const(m_allRuns)) {
        if (seen.contains(run.lineage) || run.isArchived)
            continue;  // a later attempt has taken over
        seen.append(run.lineage);
        const bool isBad = run.state == RunState::Failed || run.state == RunState::Unknown;
        const QDateTime when = run.ended.isValid() ? run.ended : run.created;
        if (!isBad || when.secsTo(now) > kNeedSeconds)
            continue;
        const QString age = formatAge(when, now);
        const QString reason = run.isOutOfMemory ? tr("out of memory") : run.message;
        needs.append({kRunNeed + run.id, run.state == RunState::Failed ? Tone::Bad : Tone::Stale,
                      run.state == RunState::Failed ? QStringLiteral("cross") : QStringLiteral("question"),
                      run.state == RunState::Failed ? tr("%1 failed").arg(run.name) : tr("%1 ended for an unknown reason").arg(run.name),
                      //: reason, then how long ago
                      reason.isEmpty() ? age : tr("%1, %2").arg(reason, age), tr("Show")});
    }
    for (const Alert &alert : m_agent ? m_agent->alerts().open() : QList<Alert>()) {
        // Failed runs and budgets speak for themselves.
        if (alert.acknowledged.isValid() || alert.isEvent() || alert.kind == AlertKind::RunFailed || alert.kind == AlertKind::Budget)
            continue;
        needs.append({kAlertNeed + QString::number(alert.id.number()),
                      alert.severity == AlertSeverity::Critical ? Tone::Bad : Tone::Warning, QStringLiteral("bell"), alertTitle(alert),
                      alertNextStep(alert), tr("Show")});
    }
    if (m_meterControl)
        needs += m_meterControl->needs();
    if (m_fleet) {
        QList<MachineCard> cards = m_fleet->cards();
        std::sort(cards.begin(), cards.end(), [](const MachineCard &a, const MachineCard &b) { return a.machine.name < b.machine.name; });
        for (const MachineCard &card : std::as_const(cards))
            if (card.isKeyChanged())
                needs.prepend({kKeyNeed + QString::number(card.machine.id.number()), Tone::Bad, QStringLiteral("shield"),
                               tr("Host key changed: %1").arg(card.machine.name), tr("Someone may be intercepting the connection."),
                               tr("Compare keys…")});
            else if (card.link == LinkState::Unreachable && !card.isStopped)
                needs.append({kMachineNeed + QString::number(card.machine.id.number()), Tone::Warning, QStringLiteral("unlink"),
                              tr("%1 is unreachable").arg(card.machine.name), card.error.what, tr("Try now")});
    }
    if (m_interruptedTransfers > 0) {
        needs.append({kTransferNeed, Tone::Info, QStringLiteral("pause"),
                      tr("%n transfer(s) waiting to resume", nullptr, m_interruptedTransfers),
                      tr("They were in progress when Trainyard closed. What was copied is kept."), tr("Show")});
    }
    m_home->setNeeds(needs);
}

void MainWindow::showLatestGood()
{
    const auto good = m_resumes->latestGood();
    if (!good)
        m_home->setLatestGood(std::nullopt);
    else
        m_home->setLatestGood(HomePage::GoodCheckpoint{good->run.name, good->checkpoint.step});
}

void MainWindow::handleNeed(const QString &id)
{
    if (m_meterControl && m_meterControl->handleNeed(id))
        return;
    if (id.startsWith(kAlertNeed))
        showPage(Alerts);
    else if (id == kTransferNeed)
        showPage(Transfers);
    else if (id.startsWith(kRunNeed))
        openRun(id.mid(kRunNeed.size()));
    else if (id.startsWith(kKeyNeed) && m_machineControl)
        m_machineControl->test(MachineId(id.mid(kKeyNeed.size()).toLongLong()));
    else if (id.startsWith(kMachineNeed) && m_fleet)
        m_fleet->retry(MachineId(id.mid(kMachineNeed.size()).toLongLong()));
}

void MainWindow::openRun(const QString &runId)
{
    if (m_services && runPage() && m_runControl->open(runId))
        showPage(RunDetail);
    else
        showPage(Runs);
}

void MainWindow::launchOn(MachineId machineId)
{
    m_isDemoWanted = false;
    showPage(Launch);
    if (machineId.isSet() && m_launch)
        m_launch->selectMachine(machineId);
}

void MainWindow::launchDemo()
{
    m_isDemoWanted = false;
    const Result<QList<Machine>> machines = m_services->database().machines.all();
    if (!machines) {
        showError(Home, QStringLiteral("machines"), machines.error());
        return;
    }
    const auto found = std::find_if(machines->cbegin(), machines->cend(), [](const Machine &machine) { return machine.isSimulated; });
    if (found == machines->cend())
        return;
    launchPage()->setMachines(*machines);
    launchOn(found->id);
}

void MainWindow::startSandbox()
{
    if (isShut() || !m_sandbox)
        return;
    m_home->messageBar()->withdraw(QStringLiteral("sandbox"));
    // A person who leaves Home meanwhile is not pulled away from where they went.
    m_isDemoWanted = page() == Home;
    m_sandbox->start();
}

void MainWindow::addMachine() { connectMachine({}); }

void MainWindow::connectMachine(const std::optional<HourlyOffer> &offer)
{
    if (!isShut() && m_machineControl)
        m_machineControl->add(offer);
}

void MainWindow::removeMachine(MachineId id)
{
    const Result<void> removed = m_services->machines.remove(id);
    if (!removed && removed.error().code == ErrorCode::AlreadyExists)
        askWhetherGone(id, removed.error());
    else if (!removed)
        showError(Machines, QStringLiteral("remove"), removed.error());
    else
        m_fleet->reloadMachines();
}

void MainWindow::askWhetherGone(MachineId id, const Error &error)
{
    const auto machine = m_services->database().machines.find(id);
    auto *box = new ConfirmDialog(
        QStringLiteral("goneMachine"),
        {tr("Is %1 gone?").arg(machine ? machine->name : QString()),
         error.what + QLatin1Char(' ')
             + tr("If the machine no longer exists, its runs count as ended and cost nothing from now on. If it still exists, they "
                  "keep running there unattended."),
         tr("Keep it"), tr("Remove machine")},
        this);
    connect(box, &QDialog::accepted, this, [this, id] {
        const Result<void> removed = m_services->machines.remove(id, true);
        if (!removed)
            showError(Machines, QStringLiteral("remove"), removed.error());
        else
            m_fleet->reloadMachines();
    });
    box->open();
}

void MainWindow::offerEmptyStart()
{
    auto *box = new ConfirmDialog(
        QStringLiteral("emptyStart"),
        {tr("Start without the damaged database?"),
         tr("It is renamed and kept. Its machines, runs and budgets are no longer listed; runs on machines continue and keep costing "
            "money."),
         tr("Try to open it again"), tr("Move it away and start empty")},
        this);
    connect(box, &QDialog::accepted, this, [this] {
        const auto moved = StateDatabase::moveAway(m_paths.database());
        if (!moved) {
            showOpenError(moved.error());
            return;
        }
        Q_EMIT openRequested();
        m_home->messageBar()->post({QStringLiteral("moved"),
                                    Tone::Info,
                                    tr("The damaged database was moved away."),
                                    tr("It is now at %1.").arg(shownPath(*moved)),
                                    {},
                                    {}});
    });
    connect(box, &QDialog::rejected, this, &MainWindow::openRequested);
    box->open();
}

}  // namespace trainyard
