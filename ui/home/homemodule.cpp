// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/home/homemodule.h"

#include "core/base/format.h"
#include "core/service/machines/transferqueue.h"
#include "core/service/runs/services.h"
#include "ui/common/messagebar.h"
#include "ui/common/runtexts.h"
#include "ui/home/homepage.h"
#include "ui/home/metercontroller.h"
#include "ui/page/destinations.h"
#include "ui/page/navigator.h"
#include "ui/page/pagemessages.h"
#include "ui/page/workspace.h"

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

}  // namespace

HomeModule::HomeModule(PageContext &context) : PageModule(PageId::Home, context)
{
    context.navigator.answer<StartSandbox>([this](const StartSandbox &) { startSandbox(); });
    context.navigator.answer<ShowBudgets>([this](const ShowBudgets &) {
        if (m_meter)
            m_meter->showBudgets();
    });
    connect(&context.navigator, &Navigator::shown, this, [this](PageId page) {
        if (page == PageId::Launch)
            m_isDemoWanted = false;
    });
}

QWidget *HomeModule::makePage()
{
    m_page = new HomePage(m_context.window);
    Navigator &navigator = m_context.navigator;
    connect(m_page, &HomePage::addMachineRequested, this, [&navigator] { navigator.go(AddMachine{}); });
    connect(m_page, &HomePage::openRunRequested, this, [&navigator](const RunId &runId) { navigator.go(OpenRun{runId}); });
    connect(m_page, &HomePage::launchAgainRequested, this, [&navigator](const RunId &runId) { navigator.go(LaunchRunAgain{runId}); });
    connect(m_page, &HomePage::allRunsRequested, this, [&navigator] { navigator.show(PageId::Runs); });
    connect(m_page, &HomePage::launchRequested, this, [&navigator] { navigator.go(LaunchOn{}); });
    connect(m_page, &HomePage::checkpointsRequested, this, [&navigator] { navigator.show(PageId::Checkpoints); });
    connect(m_page, &HomePage::resumeRequested, this, [&navigator] { navigator.go(ResumeLatestGood{}); });
    connect(m_page, &HomePage::budgetsRequested, this, [&navigator] { navigator.go(ShowBudgets{}); });
    connect(m_page, &HomePage::sandboxRequested, this, &HomeModule::startSandbox);
    connect(m_page->messageBar(), &MessageBar::actionTriggered, this, &HomeModule::handleMessage);
    return m_page;
}

void HomeModule::begin(Workspace &workspace)
{
    m_meter = new MeterController(workspace.services, workspace.agent.budgets(), m_context.window);
    connect(m_meter, &MeterController::failed, &m_context.messages, &PageMessages::reportHere);
    connect(m_meter, &MeterController::rentRequested, this,
            [this](MachineId machineId) { m_context.navigator.go(RentMachine{machineId}); });
    PageMessages &messages = m_context.messages;
    connect(&workspace.runs, &RunList::failed, this,
            [&messages](const Error &error) { messages.report(PageId::Home, QStringLiteral("runs"), error); });
    connect(&workspace.fleet, &FleetController::failed, this,
            [&messages](const Error &error) { messages.report(PageId::Home, QStringLiteral("machines"), error); });
    connect(&workspace.sandbox, &SandboxController::launched, this, [this](const Run &run) {
        if (std::exchange(m_isDemoWanted, false) && m_context.navigator.page() == PageId::Home)
            showDemo(run.id);
    });
}

// The button that was pressed is gone since, and has left the focus to whatever comes after the page.
void HomeModule::showDemo(const RunId &runId)
{
    m_context.navigator.go(OpenRun{runId});
    QWidget *const page = m_context.navigator.module(PageId::RunDetail)->page();
    if (page->isVisible())
        (page->focusWidget() ? page->focusWidget() : page)->setFocus(Qt::OtherFocusReason);
}

void HomeModule::join(Workspace &workspace)
{
    connect(m_page, &HomePage::sandboxCancelRequested, &workspace.sandbox, &SandboxController::cancel);
    connect(m_page, &HomePage::sandboxStopRequested, &workspace.sandbox, &SandboxController::stop);
    connect(m_page, &HomePage::sandboxOpenRequested, this, &HomeModule::launchDemo);
    connect(&workspace.sandbox, &SandboxController::viewChanged, m_page, &HomePage::setSandbox);
    connect(&workspace.sandbox, &SandboxController::failed, this, [this](const Error &error) {
        m_page->messageBar()->post(
            {QStringLiteral("sandbox"), Tone::Bad, tr("The sandbox could not start."), error.what, error.detail, tr("Retry")});
    });
    connect(&workspace.fleet, &FleetController::machineSetChanged, this, &HomeModule::showMachineCount);
    connect(&workspace.checkpoints, &CheckpointFinder::scanned, this, &HomeModule::showLatestGood);
    connect(&workspace.runs, &RunList::changed, this, [this, &workspace] { m_page->setRuns(newestAttempts(workspace.runs.all())); });
    connect(m_meter, &MeterController::metered, this, [this] { m_page->setMeter(m_meter->meter()); });
    connect(m_meter, &MeterController::messageRaised, this, [this](const Message &message) { m_page->messageBar()->post(message); });

    connect(&workspace.runs, &RunList::changed, this, &HomeModule::showNeeds);
    connect(&workspace.fleet, &FleetController::cardsChanged, this, &HomeModule::showNeeds);
    connect(&workspace.agent.alerts(), &AlertWatch::changed, this, &HomeModule::showNeeds);
    connect(m_meter, &MeterController::metered, this, &HomeModule::showNeeds);
    TransferQueue &queue = workspace.services.transfers.queue();
    connect(&queue, &TransferQueue::transfersChanged, this, &HomeModule::showTransfers);
    connect(&queue, &TransferQueue::transferChanged, this, &HomeModule::showTransfers);
    connect(m_page, &HomePage::needTriggered, this, &HomeModule::handleNeed);
    connect(m_page, &HomePage::needDismissed, this, [this](const QString &id) {
        m_meter->dismissNeed(id);
        showNeeds();
    });
    showTransfers();
}

// Checkpoints come and go on machines that send no notification; the latest good one is offered here.
void HomeModule::shown()
{
    if (m_context.workspace)
        m_context.workspace->checkpoints.scan();
}

void HomeModule::tick(const QDateTime &now)
{
    m_page->setNow(now);
    m_page->setGlances(m_context.workspace ? m_context.workspace->runs.glances() : QHash<RunId, RunGlance>());
}

bool HomeModule::canRefresh() const { return m_context.workspace; }

void HomeModule::refresh()
{
    m_context.workspace->fleet.retryUnreachable();
    m_context.workspace->runs.refresh();
}

MessageBar *HomeModule::messageBar() const { return m_page ? m_page->messageBar() : nullptr; }

void HomeModule::startSandbox()
{
    if (m_context.navigator.refuses() || !m_context.workspace)
        return;
    m_page->messageBar()->withdraw(QStringLiteral("sandbox"));
    // A user who leaves Home meanwhile is not pulled away from another page.
    m_isDemoWanted = m_context.navigator.page() == PageId::Home;
    m_context.workspace->sandbox.start();
}

void HomeModule::launchDemo()
{
    const Result<QList<Machine>> machines = m_context.workspace->services.database().machines.all();
    if (!machines) {
        m_context.messages.report(PageId::Home, QStringLiteral("machines"), machines.error());
        return;
    }
    const auto found = std::find_if(machines->cbegin(), machines->cend(), [](const Machine &machine) { return machine.isSimulated; });
    if (found != machines->cend())
        m_context.navigator.go(LaunchOn{found->id});
}

void HomeModule::showMachineCount()
{
    const FleetController &fleet = m_context.workspace->fleet;
    m_page->setMachineCount(fleet.ownMachineCount(), fleet.hasSandbox());
}

void HomeModule::showLatestGood()
{
    const auto good = m_context.workspace->checkpoints.latestGood();
    m_page->setLatestGood(good ? std::optional(HomePage::GoodCheckpoint{good->source.name, good->checkpoint.step}) : std::nullopt);
}

void HomeModule::showTransfers()
{
    const QList<QueuedTransfer> all = m_context.workspace->services.transfers.queue().transfers();
    const int interrupted = int(std::count_if(
        all.cbegin(), all.cend(), [](const QueuedTransfer &transfer) { return transfer.isInterrupted && !transfer.hasEnded(); }));
    if (std::exchange(m_interruptedTransfers, interrupted) != interrupted)
        showNeeds();
}

void HomeModule::showNeeds()
{
    QList<Need> needs = needsOfRuns();
    for (const Alert &alert : m_context.workspace->agent.alerts().open()) {
        // Failed runs and budgets have items of their own.
        if (alert.acknowledged.isValid() || alert.isEvent() || alert.kind == AlertKind::RunFailed || alert.kind == AlertKind::Budget)
            continue;
        needs.append({kAlertNeed + QString::number(alert.id.number()),
                      alert.severity == AlertSeverity::Critical ? Tone::Bad : Tone::Warning, QStringLiteral("bell"), alertTitle(alert),
                      alertNextStep(alert), tr("Show")});
    }
    needs += m_meter->needs();
    for (const Need &need : needsOfMachines()) {
        if (need.id.startsWith(kKeyNeed))
            needs.prepend(need);
        else
            needs.append(need);
    }
    if (m_interruptedTransfers > 0) {
        needs.append({kTransferNeed, Tone::Info, QStringLiteral("pause"),
                      tr("%n transfer(s) waiting to resume", nullptr, m_interruptedTransfers),
                      tr("They were in progress when Trainyard closed. What was copied is kept."), tr("Show")});
    }
    m_page->setNeeds(needs);
}

QList<Need> HomeModule::needsOfRuns() const
{
    const QDateTime now = QDateTime::currentDateTimeUtc();
    QList<Need> needs;
    QStringList seen;
    for (const Run &run : m_context.workspace->runs.all()) {
        if (seen.contains(run.lineage) || run.isArchived)
            continue;  // a later attempt has taken over
        seen.append(run.lineage);
        const bool isBad = run.state == RunState::Failed || run.state == RunState::Unknown;
        const QDateTime when = run.ended.isValid() ? run.ended : run.created;
        if (!isBad || when.secsTo(now) > kNeedSeconds)
            continue;
        const QString age = formatAge(when, now);
        const QString reason = run.isOutOfMemory ? tr("out of memory") : run.message;
        needs.append({kRunNeed + run.id.text(), run.state == RunState::Failed ? Tone::Bad : Tone::Stale,
                      run.state == RunState::Failed ? QStringLiteral("cross") : QStringLiteral("question"),
                      run.state == RunState::Failed ? tr("%1 failed").arg(run.name) : tr("%1 ended for an unknown reason").arg(run.name),
                      //: reason, then how long ago
                      reason.isEmpty() ? age : tr("%1, %2").arg(reason, age), tr("Show")});
    }
    return needs;
}

QList<Need> HomeModule::needsOfMachines() const
{
    QList<Need> needs;
    QList<MachineCard> cards = m_context.workspace->fleet.cards();
    std::sort(cards.begin(), cards.end(), [](const MachineCard &a, const MachineCard &b) { return a.machine.name < b.machine.name; });
    for (const MachineCard &card : std::as_const(cards)) {
        if (card.isKeyChanged())
            needs.append({kKeyNeed + QString::number(card.machine.id.number()), Tone::Bad, QStringLiteral("shield"),
                          tr("Host key changed: %1").arg(card.machine.name), tr("Someone may be intercepting the connection."),
                          tr("Compare keys…")});
        else if (card.link == LinkState::Unreachable && !card.isStopped)
            needs.append({kMachineNeed + QString::number(card.machine.id.number()), Tone::Warning, QStringLiteral("unlink"),
                          tr("%1 is unreachable").arg(card.machine.name), card.error.what, tr("Try now")});
    }
    return needs;
}

void HomeModule::handleNeed(const QString &id)
{
    Navigator &navigator = m_context.navigator;
    if (m_meter->handleNeed(id))
        return;
    if (id.startsWith(kAlertNeed))
        navigator.show(PageId::Alerts);
    else if (id == kTransferNeed)
        navigator.show(PageId::Transfers);
    else if (id.startsWith(kRunNeed))
        navigator.go(OpenRun{RunId(id.mid(kRunNeed.size()))});
    else if (id.startsWith(kKeyNeed))
        navigator.go(TestMachine{MachineId(id.mid(kKeyNeed.size()).toLongLong())});
    else if (id.startsWith(kMachineNeed))
        m_context.workspace->fleet.retry(MachineId(id.mid(kMachineNeed.size()).toLongLong()));
}

void HomeModule::handleMessage(const QString &id)
{
    m_page->messageBar()->withdraw(id);
    if (id.startsWith(QLatin1String("budget:")))
        m_context.navigator.go(ShowBudgets{});
    else if (id == QLatin1String("sandbox"))
        startSandbox();
}

}  // namespace trainyard

#include "moc_homemodule.cpp"
