// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/runcontroller.h"

#include "core/base/format.h"
#include "core/observe/alert/alert.h"
#include "core/observe/diagnosis/elsewhere.h"
#include "core/service/machines/localredirect.h"
#include "core/service/machines/tunnelmanager.h"
#include "core/service/runs/runseries.h"
#include "core/service/runs/runwatch.h"
#include "core/service/runs/seencheckpoints.h"
#include "core/service/runs/services.h"
#include "core/service/runs/whendone.h"
#include "core/storage/database/alertfiles.h"
#include "ui/page/jupyterlink.h"
#include "ui/page/sandboxcontroller.h"
#include "ui/run/editorlink.h"
#include "ui/run/openmenu.h"
#include "ui/run/runevents.h"
#include "ui/run/runpage.h"

#include <QDesktopServices>
#include <QFileInfo>
#include <QUrl>

#include <utility>

namespace trainyard {

namespace {

constexpr std::chrono::seconds kWritten{70};  // a file not modified for a minute is no longer being written

}  // namespace

RunController::RunController(Services &services, RunPage *page, QObject *parent)
    : QObject(parent), m_services(services), m_page(page), m_editors(new EditorLink(services.machines, page, this)),
      m_jupyter(new JupyterLink(services, this))
{
    connect(page, &RunPage::seriesPatternChosen, this, [this](const QString &taskName, const QString &expression) {
        saveSeriesExpression(taskName, expression, m_services.paths());
        show();
    });
    connect(page, &RunPage::stacksRequested, this, &RunController::askForStacks);
    connect(page, &RunPage::saveRequested, this, &RunController::saveNow);
    connect(page, &RunPage::retryRequested, this, &RunController::retry);
    m_nextLook.setSingleShot(true);
    m_nextLook.setInterval(kWritten);
    connect(&m_nextLook, &QTimer::timeout, this, &RunController::lookForCheckpoints);
    connect(&m_folder, &QFileSystemWatcher::directoryChanged, this, [this] {
        readCheckpoints();
        show();
    });
    connectEditors();
    connectTunnels();
    connectJupyter();
    connect(&services.maintenance, &CheckpointMaintainer::maintained, this, [this](const RunId &runId, const MaintenanceReport &report) {
        for (const Error &problem : report.problems) {
            if (runId == m_runId)
                Q_EMIT failed(problem);
        }
    });
    connect(&services.runs, &RunService::changed, this, [this] {
        if (m_watch)
            m_watch->refresh();
    });
}

RunController::~RunController() { m_stop.request_stop(); }

bool RunController::open(const RunId &runId)
{
    const Result<Run> run = m_services.database().runs.find(runId);
    if (!run) {
        Q_EMIT failed(run.error());
        return false;
    }
    if (m_watch) {
        m_watch->disconnect(this);
        m_watch->disconnect(m_page);
    }
    m_runId = runId;
    m_watch = m_services.runs.watch(runId);
    if (!m_watch) {
        Q_EMIT failed({ErrorCode::NotFound, tr("Run %1 is no longer in the list.").arg(runId.text()), {}});
        return false;
    }
    connect(m_watch, &RunWatch::runChanged, this, &RunController::show);
    connect(m_watch, &RunWatch::linkStateChanged, this, &RunController::show);
    connect(m_watch, &RunWatch::checkpointsTouched, this, &RunController::lookForCheckpoints);
    connect(m_watch, &RunWatch::heard, this, [this] { m_page->setHeard(m_watch->lastHeard()); });
    connect(m_watch, &RunWatch::logGrew, m_page, &RunPage::logGrew);
    connect(m_watch, &RunWatch::metricsGrew, m_page, &RunPage::metricsGrew);
    m_nextLook.stop();
    m_isJupyterRunning = false;
    m_page->setStartingJupyter(false);
    if (m_services.database().machines.find(m_watch->run().head().machineId))
        m_jupyter->look({{}, runId});  // one that was started before this window, or by another program
    watchCheckpoints();
    readCheckpoints();
    readEarlierLoss();
    readRevision();
    readAlerts();
    m_page->setSave(m_saves.contains(runId) ? std::optional(m_saves[runId]) : std::nullopt);
    return true;
}

void RunController::readAlerts()
{
    m_alerts.clear();
    m_openAlerts.clear();
    if (const auto settings = loadAlertSettings(m_services.paths()))  // the alert page reports a broken file
        m_rules = settings->rules;
    constexpr int kMaxMarks = 500;  // on the time axis
    const auto alerts = m_services.database().alerts.newest(kMaxMarks, m_runId);
    for (const Alert &alert : alerts ? *alerts : QList<Alert>()) {
        if (!alert.isEvent() && alert.opened.isValid())
            m_alerts.append({alert.opened.toMSecsSinceEpoch(), ChartEventKind::Alert, alertTitle(alert),
                             alert.isOpen() ? 0 : alert.cleared.toMSecsSinceEpoch(), alert.isOpen()});
        if (alert.isOpen())
            m_openAlerts.append(alert);
    }
    show();
}

void RunController::readEarlierLoss()
{
    m_earlier = {};
    if (m_watch->run().resumedFrom.isEmpty())
        return;
    whenDone(m_services.resumes.earlierLoss(m_runId, m_stop.get_token()), this,
             [this, runId = m_runId](const Result<EarlierLoss> &earlier) {
                 if (!earlier || runId != m_runId)
                     return;  // nothing to compare with is not an error of this run
                 m_earlier = *earlier;
                 show();
             });
}

void RunController::readRevision()
{
    m_revision.clear();
    whenDone(m_services.resumes.launchFacts(m_runId, m_stop.get_token()), this, [this, runId = m_runId](const Result<LaunchFacts> &facts) {
        if (!facts || runId != m_runId)
            return;  // runs of other users and of earlier versions have none
        if (const auto &revision = facts->revision ? facts->revision : facts->machineRevision)
            m_revision = revisionText(*revision);
        show();
    });
}

void RunController::lookForCheckpoints()
{
    if (!m_watch)
        return;
    if (m_isLooking) {
        m_looksAgain = true;  // for another run, or for changes since
        return;
    }
    m_isLooking = true;
    whenDone(m_services.checkpoints.find(m_watch->run().lineage, m_stop.get_token()), this, [this](const Result<CheckpointScan> &) {
        m_isLooking = false;
        readCheckpoints();
        show();
        if (std::exchange(m_looksAgain, false))
            lookForCheckpoints();
    });
}

void RunController::readCheckpoints()
{
    m_checkpoints.clear();
    const QList<SeenCheckpoint> all = seenCheckpoints(m_runId, m_services.paths());
    m_goodStep = latestGoodStep(all);
    bool isOneBeingWritten = false;
    for (const SeenCheckpoint &seen : all) {
        m_checkpoints << checkpointEvent(seen);
        isOneBeingWritten = isOneBeingWritten || seen.verdict == Verdict::BeingWritten;
    }
    if (isOneBeingWritten && m_watch && m_watch->linkState() == LinkState::Live)
        m_nextLook.start();
}

void RunController::watchCheckpoints()
{
    const QString folder = m_services.paths().runs() + u'/' + m_runId.text();
    const QStringList watched = m_folder.directories();
    if (watched.contains(folder) || !QFileInfo::exists(folder))  // the folder is created when the run is first followed
        return;
    if (!watched.isEmpty())
        m_folder.removePaths(watched);
    m_folder.addPath(folder);
}

void RunController::show()
{
    if (!m_watch)
        return;
    watchCheckpoints();
    RunView view;
    view.run = m_watch->run();
    view.link = m_watch->linkState();
    view.linkError = m_watch->lastError();
    view.lastHeard = m_watch->lastHeard();
    view.isComplete = m_watch->isComplete();
    view.logFile = m_watch->logFile();
    view.metricsFile = m_watch->metricsFile();
    view.isMachineRemoved = !m_services.database().machines.find(view.run.head().machineId);
    view.isSandboxStopped = view.run.isSimulated && m_isSandboxStopped;
    view.eventsFile = m_watch->eventsFile();
    view.events = m_alerts + m_checkpoints;
    view.goodStep = m_goodStep;
    view.alertRules = m_rules;
    view.openAlerts = m_openAlerts;
    view.costs = m_meter.costOf(view.run.id);
    view.ownCosts = m_meter.ownCostOf(view.run.id);
    view.seriesPattern = seriesExpression(view.run.name, m_services.paths());
    view.revision = m_revision;
    view.synced = m_synced.value(m_runId);
    fillForecast(view);
    m_page->setRun(view);
    showTunnels();
}

void RunController::fillForecast(RunView &view) const
{
    if (m_earlier.resumeStep)
        view.resumeStep = double(*m_earlier.resumeStep);
    view.earlierLoss = m_earlier.values;
    view.earlier = {m_earlier.curves, m_earlier.endedMs, view.run.started.isValid() ? view.run.started.toMSecsSinceEpoch() : 0};
    view.perHour = m_meter.rateOf(view.run.id);
    const auto &ahead = m_page->observation().forecast;
    if (view.run.id != m_page->view().run.id || !view.perHour || !ahead || !ahead->remaining)
        return;
    const QList<Elsewhere> others = elsewhere(m_services.database().probes.figures().value_or({}), view.run.head().machineId,
                                              *ahead->remaining);
    for (const Elsewhere &other : others) {
        const auto machine = m_services.database().machines.find(other.machineId);
        if (!machine)
            continue;
        const RentedMachine *const rented = m_meter.machine(other.machineId);
        const auto cost = rented ? trainyard::costOf(other.remaining, rented->perHour) : std::nullopt;
        view.elsewhere << (cost ? tr("The rest on %1, estimated from its benchmark: %2, %3 to %4.")
                                      .arg(machine->name, rangeText(other.remaining), formatAmount(cost->least.roundedToCents()),
                                           formatMoney(cost->most.roundedToCents()))
                                : tr("The rest on %1, estimated from its benchmark: %2.").arg(machine->name, rangeText(other.remaining)));
    }
}

void RunController::askForStacks(const RunId &runId)
{
    whenDone(m_services.runs.stacks(runId), this, [this, runId](const Result<QString> &text) {
        if (runId != m_runId)
            return;
        if (text)
            m_page->showStacks(*text);
        else
            m_page->setError(text.error());
    });
}

void RunController::saveNow(const RunId &runId)
{
    if (m_saves.contains(runId) && m_saves[runId].stage < CheckpointSaveState::Saved)
        return;
    putSave(runId, CheckpointSaveState());
    // Stages come from a worker thread; the guard is created and destroyed in this one and is only passed through there.
    const auto guard = std::make_shared<QPointer<RunController>>(this);
    const auto told = [guard, runId, context = QPointer<QObject>(&m_services)](const CheckpointSaveState &state) {
        QMetaObject::invokeMethod(
            context.data(),
            [guard, runId, state] {
                if (*guard)
                    (*guard)->putSave(runId, state);
            },
            Qt::QueuedConnection);
    };
    whenDone(m_services.checkpoints.saveNow(runId, told, m_stop.get_token()), this,
             [this, runId](const Result<CheckpointSaveState> &saved) {
                 putSave(runId, saved ? std::optional(*saved) : std::nullopt);
                 if (!saved && runId == m_runId)
                     m_page->setError(saved.error());
                 if (saved && runId == m_runId)
                     lookForCheckpoints();
             });
}

void RunController::putSave(const RunId &runId, const std::optional<CheckpointSaveState> &save)
{
    if (save)
        m_saves.insert(runId, *save);
    else
        m_saves.remove(runId);
    if (runId == m_runId)
        m_page->setSave(save);
}

void RunController::setSynced(const RunId &runId, const QString &synced)
{
    m_synced[runId] = synced;
    show();
}

void RunController::setMeter(const MeterNow &meter)
{
    m_meter = meter;
    show();
}

void RunController::setSandbox(const SandboxController &sandbox)
{
    const bool hasStarted = !std::exchange(m_isSandboxRunning, sandbox.isRunning()) && sandbox.isRunning();
    const bool isNews = std::exchange(m_isSandboxStopped, sandbox.isStopped()) != sandbox.isStopped();
    if (!m_watch || !m_watch->run().isSimulated)
        return;
    if (hasStarted)
        m_watch->retryNow();
    if (isNews)
        show();
}

void RunController::retry()
{
    if (m_watch)
        m_watch->retryNow();
}

void RunController::connectEditors()
{
    OpenMenu *const menu = m_page->openMenu();
    const auto machine = [this]() -> std::optional<Machine> {
        const auto found = m_watch ? m_services.database().machines.find(m_watch->run().head().machineId) : Result<Machine>(Error{});
        return found ? std::optional(*found) : std::nullopt;
    };
    connect(menu, &OpenMenu::aboutToOpen, this, [this, menu, machine] {
        const auto there = machine();
        menu->setEditors(there ? m_editors->editors() : QStringList(), there ? m_editors->writtenEntry(*there) : QString());
    });
    connect(menu, &OpenMenu::editorRequested, this, [this, machine](const QString &name) {
        if (const auto there = machine())
            m_editors->open(name, *there, m_watch->run().head().directory);
    });
    connect(menu, &OpenMenu::entryRemovalRequested, this, [this, machine] {
        if (const auto there = machine())
            m_editors->removeEntry(*there);
    });
    connect(m_editors, &EditorLink::failed, m_page, &RunPage::setError);
}

void RunController::connectTunnels()
{
    OpenMenu *const menu = m_page->openMenu();
    connect(&m_services.tunnels, &TunnelManager::changed, this, &RunController::showTunnels);
    connect(menu, &OpenMenu::closeRequested, &m_services.tunnels, &TunnelManager::close);
    connect(menu, &OpenMenu::browserRequested, this, [this](quint16 port) { browse(QStringLiteral("http://127.0.0.1:%1/").arg(port)); });
    connect(menu, &OpenMenu::portRequested, this, [this](const QString &address) {
        openTunnel(address, [this](quint16 port) { browse(QStringLiteral("http://127.0.0.1:%1/").arg(port)); });
    });
    connect(menu, &OpenMenu::pageRequested, this, [this](const ServedPage &page) {
        openTunnel(QString::number(page.port), [this, page](quint16 port) {
            const QString target = QStringLiteral("%1://127.0.0.1:%2%3")
                                       .arg(page.isTls ? QStringLiteral("https") : QStringLiteral("http"))
                                       .arg(port)
                                       .arg(page.path());
            if (page.token.isEmpty()) {
                browse(target);
                return;
            }
            // All users of this computer can read a browser's command line.
            auto door = LocalRedirect::open(target.toLatin1());
            if (!door) {
                m_page->setError(door.error());
                return;
            }
            m_door = *std::move(door);
            browse(m_door->address());
        });
    });
}

void RunController::connectJupyter()
{
    OpenMenu *const menu = m_page->openMenu();
    connect(menu, &OpenMenu::aboutToOpen, this, &RunController::showJupyter);
    connect(menu, &OpenMenu::jupyterRequested, this, [this] { m_jupyter->open({{}, m_runId}); });
    connect(menu, &OpenMenu::jupyterStopRequested, this, [this] { m_jupyter->stop({{}, m_runId}); });
    connect(m_jupyter, &JupyterLink::starting, m_page, [this](const JupyterPlace &place, bool isStarting) {
        if (place.runId == m_runId)
            m_page->setStartingJupyter(isStarting);
    });
    connect(m_jupyter, &JupyterLink::known, this, [this](const JupyterPlace &place, bool isRunning) {
        if (place.runId == m_runId)
            m_isJupyterRunning = isRunning;
    });
    connect(m_jupyter, &JupyterLink::failed, this, [this](const JupyterPlace &place, const Error &error) {
        if (place.runId == m_runId)
            m_page->setError(error);
        else
            Q_EMIT failed(error);
    });
}

void RunController::showJupyter()
{
    if (!m_watch)
        return;
    const Run run = m_watch->run();
    const bool isContainer = !run.image.isEmpty();
    if (hasEnded(run.state) && isContainer)
        m_isJupyterRunning = false;
    m_page->openMenu()->setJupyter(
        m_isJupyterRunning, !m_services.database().machines.find(run.head().machineId) ? tr("Its machine was removed from the list.")
                            : run.head().directory.isEmpty()                           ? tr("The run was never started.")
                            : hasEnded(run.state) && isContainer ? tr("Its container has ended. Open Jupyter on its machine instead.")
                                                                 : QString());
}

void RunController::showTunnels()
{
    if (!m_watch)
        return;
    QList<TunnelRow> rows;
    for (const OpenTunnel &tunnel : m_services.tunnels.tunnels()) {
        if (tunnel.machineId == m_watch->run().head().machineId)
            rows << TunnelRow{tunnel.record.localPort, displayed(tunnel.record.remote), tunnel.state.problem.what};
    }
    m_page->openMenu()->setTunnels(rows);
}

void RunController::openTunnel(const QString &address, std::function<void(quint16)> arrived)
{
    if (!m_watch)
        return;
    quint16 localPort = 0;
    const auto remote = parseTunnelAddress(address, &localPort);
    const auto machine = m_services.database().machines.find(m_watch->run().head().machineId);
    if (!remote || !machine) {
        m_page->setError(remote ? machine.error() : remote.error());
        return;
    }
    whenDone(m_services.tunnels.open(*machine, *remote, localPort), this,
             [this, runId = m_runId, arrived = std::move(arrived)](const Result<OpenTunnel> &opened) {
                 if (runId != m_runId)
                     return;
                 if (!opened)
                     m_page->setError(opened.error());
                 else if (!opened->state.problem.what.isEmpty())
                     m_page->setError(opened->state.problem);
                 else
                     arrived(opened->record.localPort);
             });
}

void RunController::browse(const QString &address)
{
    if (!QDesktopServices::openUrl(QUrl(address)))
        m_page->setError({ErrorCode::Unsupported, tr("Could not start a browser. Open %1 yourself.").arg(address), {}});
}

}  // namespace trainyard

#include "moc_runcontroller.cpp"
