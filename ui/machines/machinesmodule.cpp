// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/machines/machinesmodule.h"

#include "core/agent/agent.h"
#include "core/base/seentext.h"
#include "core/service/runs/services.h"
#include "ui/cluster/clustercontroller.h"
#include "ui/common/confirmdialog.h"
#include "ui/common/messagebar.h"
#include "ui/machines/machinecontroller.h"
#include "ui/machines/machinespage.h"
#include "ui/machines/rentcontroller.h"
#include "ui/page/destinations.h"
#include "ui/page/jupyterlink.h"
#include "ui/page/navigator.h"
#include "ui/page/pagemessages.h"
#include "ui/page/workspace.h"
#include "ui/rent/goingstrip.h"
#include "ui/rent/rentdesk.h"
#include "ui/rent/sweepcard.h"
#include "ui/rent/sweepcontroller.h"

namespace trainyard {

namespace {

constexpr qsizetype kMaxFound = 20;  // listed in the palette
constexpr int kRank = 2;

}  // namespace

MachinesModule::MachinesModule(PageContext &context) : PageModule(PageId::Machines, context)
{
    context.navigator.answer<AddMachine>([this](const AddMachine &asked) {
        if (!m_context.navigator.refuses() && m_control)
            m_control->add(asked.offer);
    });
    context.navigator.answer<ShowMachine>([this](const ShowMachine &asked) {
        m_context.navigator.show(PageId::Machines);
        select(asked.machineId);
    });
    context.navigator.answer<TestMachine>([this](const TestMachine &asked) {
        if (m_control)
            m_control->test(asked.machineId);
    });
    context.navigator.answer<RentMachine>([this](const RentMachine &asked) {
        if (m_rents)
            m_rents->rent(asked.machineId);
    });
    context.navigator.answer<ShowAccounts>([this](const ShowAccounts &) {
        if (!m_context.navigator.refuses() && m_desk)
            m_desk->showAccounts();
    });
    context.navigator.answer<RentForTask>([this](const RentForTask &asked) {
        if (m_desk)
            m_desk->openFor(asked.task, asked.draft);
    });
    context.navigator.answer<RentOffer>([this](const RentOffer &asked) {
        if (m_desk)
            m_desk->open(asked.offer);
    });
}

QWidget *MachinesModule::makePage()
{
    m_page = new MachinesPage(m_context.window);
    Navigator &navigator = m_context.navigator;
    connect(m_page, &MachinesPage::addMachineRequested, this, [&navigator] { navigator.go(AddMachine{}); });
    connect(m_page, &MachinesPage::sandboxRequested, this, [&navigator] {
        navigator.show(PageId::Home);
        navigator.go(StartSandbox{});
    });
    connect(m_page, &MachinesPage::launchRequested, this, [&navigator](MachineId id) { navigator.go(LaunchOn{id}); });
    connect(m_page, &MachinesPage::openRunRequested, this, [&navigator](const RunId &runId) { navigator.go(OpenRun{runId}); });
    connect(m_page, &MachinesPage::ownCostRequested, this, [this](MachineId id) {
        if (m_rents)
            m_rents->editOwn(id);
    });
    connect(m_page, &MachinesPage::rentRequested, this, [&navigator](MachineId id) { navigator.go(RentMachine{id}); });
    connect(m_page, &MachinesPage::testRequested, this, [&navigator](MachineId id) { navigator.go(TestMachine{id}); });
    connect(m_page, &MachinesPage::checkRequested, this, [&navigator](MachineId id) { navigator.go(CheckMachine{id}); });
    connect(m_page, &MachinesPage::terminalRequested, this, [&navigator](MachineId id) { navigator.go(OpenTerminal{id}); });
    connect(m_page, &MachinesPage::filesRequested, this, [&navigator](MachineId id) { navigator.go(ShowFiles{id}); });
    connect(m_page, &MachinesPage::uploadRequested, this, [&navigator](MachineId id, const QStringList &files) {
        navigator.go(CopyFiles{id, TransferDirection::Upload, files});
    });
    connect(m_page, &MachinesPage::downloadRequested, this, [&navigator](MachineId id) {
        navigator.go(CopyFiles{id, TransferDirection::Download});
    });
    return m_page;
}

void MachinesModule::begin(Workspace &workspace)
{
    m_control = new MachineController(workspace.services, workspace.fleet, m_context.prompter, m_context.window);
    m_desk = new RentDesk(workspace.services, m_context.window);
    connect(m_desk, &RentDesk::failed, this, &MachinesModule::report);
    connect(m_desk, &RentDesk::machinesChanged, this, [&workspace] {
        workspace.agent.budgets().look();
        workspace.fleet.reloadMachines();
    });
    connect(m_desk, &RentDesk::launchWanted, this, [this](MachineId machineId, const QString &draft) {
        m_context.navigator.go(LaunchOn{machineId, draft});
    });
    connect(m_desk, &RentDesk::copyWanted, this, [this](const RunId &runId, bool isOfFiles) {
        m_context.navigator.go(OpenRun{runId, isOfFiles ? RunPart::Files : RunPart::Checkpoints});
    });
    connect(&workspace.agent.rentals(), &RentalWatch::unsaved, this, [this](const QString &name, const QString &text) {
        if (messageBar())
            messageBar()->post({QStringLiteral("unsaved-") + name, Tone::Warning, tr("%1 is being given back.").arg(name), text, {}, {}});
    });
    connect(m_desk, &RentDesk::letIn, this, [&workspace](MachineId machineId) {
        workspace.agent.budgets().look();  // it is on the card
        workspace.fleet.retry(machineId);
    });
    connect(m_desk, &RentDesk::offerWanted, this, [this](const Error &why) {
        m_context.navigator.go(ChooseOffer{});
        m_context.messages.reportHere(QStringLiteral("rentForTask"), why);
    });
    connect(m_desk, &RentDesk::accountsChanged, this, [this] { m_context.navigator.go(AccountsChanged{}); });
    m_rents = new RentController(workspace.services, workspace.agent.budgets(), m_context.window);
    connect(m_rents, &RentController::failed, &m_context.messages, &PageMessages::reportHere);
    connect(m_control, &MachineController::rented, m_rents, &RentController::begin);
    connect(m_control, &MachineController::added, this, [this](MachineId machineId) { m_context.navigator.go(ShowMachine{machineId}); });
    connect(m_control, &MachineController::changed, this, &MachinesModule::select);
    connect(m_control, &MachineController::failed, this, &MachinesModule::report);
}

void MachinesModule::join(Workspace &workspace)
{
    connect(m_page, &MachinesPage::retryRequested, &workspace.fleet, &FleetController::retry);
    connect(m_page, &MachinesPage::removeRequested, this, &MachinesModule::remove);
    connect(m_page, &MachinesPage::importRequested, m_control, &MachineController::importHosts);
    connect(m_page, &MachinesPage::editRequested, m_control, &MachineController::edit);
    connect(m_page, &MachinesPage::terminalProgramRequested, m_control, &MachineController::openTerminal);
    auto *const clusters = new ClusterController(workspace.services, m_context.window);
    connect(m_page, &MachinesPage::clusterRequested, clusters, &ClusterController::show);
    auto *const jupyter = new JupyterLink(workspace.services, m_page);
    connect(m_page, &MachinesPage::jupyterRequested, jupyter, [jupyter](MachineId id) { jupyter->open({id}); });
    connect(m_page, &MachinesPage::jupyterStopRequested, jupyter, [jupyter](MachineId id) { jupyter->stop({id}); });
    connect(jupyter, &JupyterLink::failed, this,
            [this](const JupyterPlace &, const Error &error) { report(QStringLiteral("jupyter"), error); });
    connect(jupyter, &JupyterLink::starting, m_page,
            [this, waiting = QSet<MachineId>()](const JupyterPlace &place, bool isStarting) mutable {
                const QString id = QStringLiteral("jupyter-starts");
                if (isStarting)
                    waiting.insert(place.machineId);
                else
                    waiting.remove(place.machineId);
                if (!waiting.isEmpty())
                    messageBar()->post({id, Tone::Info, tr("Starting Jupyter…"), tr("It opens in the browser."), {}, {}});
                else
                    messageBar()->withdraw(id);
            });
    joinRenting(workspace);
    connect(m_page, &MachinesPage::portRequested, m_control, &MachineController::openPort);
    connect(m_page, &MachinesPage::groupChosen, m_control, &MachineController::setGroup);
    const auto show = [this, &workspace] { m_page->setMachines(workspace.fleet.cards()); };
    connect(&workspace.fleet, &FleetController::cardsChanged, this, show);
    show();
}

void MachinesModule::joinRenting(Workspace &workspace)
{
    m_going = new RentGoingStrip(m_page);
    auto *const sweep = new SweepCard(m_page);
    m_page->addAboveCards(m_going);
    m_page->addAboveCards(sweep);
    connect(m_desk, &RentDesk::changed, m_going, [this] { m_going->setGoing(m_desk->going()); });
    connect(m_going, &RentGoingStrip::showRequested, m_desk, &RentDesk::show);
    connect(m_page, &MachinesPage::giveBackRequested, m_desk, &RentDesk::askToGiveBack);
    connect(m_page, &MachinesPage::letInRequested, m_desk, &RentDesk::askToLetIn);
    m_going->setGoing(m_desk->going());
    auto *const controller = new SweepController(workspace.services, sweep, m_page);
    connect(sweep, &SweepCard::accountsRequested, m_desk, &RentDesk::showAccounts);
    connect(m_desk, &RentDesk::accountsChanged, controller, &SweepController::look);
}

// What was given back is shown until the page is left.
void MachinesModule::shown()
{
    if (m_desk)
        m_desk->forgetOver();
}

void MachinesModule::tick(const QDateTime &now)
{
    m_page->setNow(now);
    if (m_going)
        m_going->showAt(now);
}

bool MachinesModule::canRefresh() const { return m_context.workspace; }

void MachinesModule::refresh() { m_context.workspace->fleet.retryUnreachable(); }

MessageBar *MachinesModule::messageBar() const { return m_page ? m_page->messageBar() : nullptr; }

void MachinesModule::report(const QString &id, const Error &error) { m_context.messages.report(PageId::Machines, id, error); }

void MachinesModule::select(MachineId machineId)
{
    if (m_page)
        m_page->selectMachine(machineId);
}

void MachinesModule::remove(MachineId machineId)
{
    Workspace &workspace = *m_context.workspace;
    const Result<void> removed = workspace.services.machines.remove(machineId);
    if (!removed && removed.error().code == ErrorCode::AlreadyExists)
        askWhetherGone(machineId, removed.error());
    else if (!removed)
        report(QStringLiteral("remove"), removed.error());
    else
        workspace.fleet.reloadMachines();
}

void MachinesModule::askWhetherGone(MachineId machineId, const Error &error)
{
    Workspace &workspace = *m_context.workspace;
    const auto machine = workspace.services.database().machines.find(machineId);
    auto *box = new ConfirmDialog(
        QStringLiteral("goneMachine"),
        {tr("Is %1 gone?").arg(machine ? machine->name : QString()),
         error.what + QLatin1Char(' ')
             + tr("If the machine no longer exists, its runs count as ended and cost nothing from now on. If it still exists, they "
                  "keep running there unattended."),
         tr("Keep it"), tr("Remove machine")},
        m_context.window);
    connect(box, &QDialog::accepted, this, [this, machineId, &workspace] {
        const Result<void> removed = workspace.services.machines.remove(machineId, true);
        if (!removed)
            report(QStringLiteral("remove"), removed.error());
        else
            workspace.fleet.reloadMachines();
    });
    box->open();
}

std::optional<PageModule::Unfinished> MachinesModule::unfinished() const
{
    const Workspace *const workspace = m_context.workspace;
    if (!m_desk || !workspace)
        return std::nullopt;
    const bool isAgentThere = !workspace->agent.isActing() && Agent::holder(m_context.paths);
    const QString sentence = m_desk->unfinished(isAgentThere);
    return sentence.isEmpty() ? std::nullopt : std::optional(Unfinished{sentence, !isAgentThere && m_desk->isGivingBack()});
}

QList<PaletteSource> MachinesModule::paletteSources()
{
    const auto all = [this] { return m_context.workspace ? m_context.workspace->fleet.cards() : QList<MachineCard>(); };
    const auto text = [](const MachineCard &card) { return seenText(card.machine.name) + u'\n' + seenText(card.machine.target.host); };
    const auto id = [](const MachineCard &card) { return QStringLiteral("machine:%1").arg(card.machine.id.number()); };
    const auto actionOf = [this, id](const MachineCard &card) {
        Action action{id(card), seenText(card.machine.name), tr("Machine"), QStringLiteral("machines"), seenText(card.machine.target.host)};
        action.run = [this, machineId = card.machine.id] { m_context.navigator.go(ShowMachine{machineId}); };
        return action;
    };
    // Those that were rented at a provider with a firewall.
    const auto guarded = [all] {
        QList<MachineCard> cards = all();
        cards.removeIf([](const MachineCard &card) { return !card.canLetIn; });
        return cards;
    };
    const auto letInTitle = [](const MachineCard &card) {
        return tr("Let me in to %1 from this address…").arg(seenText(card.machine.name));
    };
    const auto letInId = [](const MachineCard &card) { return QStringLiteral("let-in:%1").arg(card.machine.id.number()); };
    const auto letInOf = [this, letInTitle, letInId](const MachineCard &card) {
        Action action{letInId(card), letInTitle(card), tr("Machine"), QStringLiteral("link"), seenText(card.letInFrom)};
        action.run = [this, machineId = card.machine.id] { m_desk->askToLetIn(machineId); };
        return action;
    };
    return {sourceOf<MachineCard>(QStringLiteral("machine:"), kMaxFound, kRank, all, text, actionOf, id),
            sourceOf<MachineCard>(QStringLiteral("let-in:"), kMaxFound, kRank, guarded, letInTitle, letInOf, letInId)};
}

}  // namespace trainyard

#include "moc_machinesmodule.cpp"
