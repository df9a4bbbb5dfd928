// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/rent/rentdesk.h"

#include "core/base/format.h"
#include "core/base/seentext.h"
#include "core/service/clouds/giveback.h"
#include "core/service/runs/services.h"
#include "core/service/runs/whendone.h"
#include "ui/common/confirmdialog.h"
#include "ui/rent/accountdesk.h"
#include "ui/rent/letindialog.h"
#include "ui/rent/progressdialog.h"
#include "ui/rent/rentfollow.h"
#include "ui/rent/rentwords.h"

#include <algorithm>
#include <mutex>

namespace trainyard {

namespace {

// Reading a few rows; other programs move on by themselves.
constexpr std::chrono::seconds kFollowInterval{3};

std::optional<Instance> instanceOf(const StateDatabase &database, const RentOrder &order)
{
    const auto live = database.instances.live();
    for (const Instance &one : live ? *live : QList<Instance>()) {
        if (one.request.name == order.name && one.request.account == order.account)
            return one;
    }
    return std::nullopt;
}

// Whether something of it still has to be given back.
bool isLeft(const StateDatabase &database, const RentOrder &order)
{
    const auto live = database.instances.live();
    return !live || std::any_of(live->begin(), live->end(), [&order](const Instance &one) {
        return one.request.name == order.name && one.request.account == order.account;
    });
}

}  // namespace

// Where reports of worker threads arrive. A renting outlives the desk: the window is made anew for another language or text size.
struct RentDesk::Relay {
    std::mutex guard;
    RentDesk *desk = nullptr;
};

RentDesk::RentDesk(Services &services, QWidget *window)
    : QObject(window), m_services(services), m_window(window), m_accounts(new AccountDesk(services, window)),
      m_relay(std::make_shared<Relay>())
{
    qRegisterMetaType<RentGoing>();
    m_relay->desk = this;
    connect(m_accounts, &AccountDesk::changed, this, &RentDesk::accountsChanged);
    m_look.setInterval(kFollowInterval);
    connect(&m_look, &QTimer::timeout, this, [this] { follow(false); });
    m_look.start();
    QTimer::singleShot(0, this, [this] { follow(true); });  // once whoever listens is connected
}

RentDesk::~RentDesk()
{
    m_looking.request_stop();
    const std::lock_guard lock(m_relay->guard);
    m_relay->desk = nullptr;
}

int RentDesk::rent(const RentOrder &order, const RentableOffer &offer, const QString &draft)
{
    RentGoing going;
    going.number = ++m_last;
    going.order = order;
    going.draft = draft;
    const RentPlace &place = order.places.first();
    //: provider, type, what it has, region, way of buying
    going.what = tr("%1 %2 · %3 · %4 · %5")
                     .arg(offer.providerName, place.type, rentableText(offer), place.region, order.isSpot ? tr("spot") : tr("on demand"));
    const auto account = m_services.database().accounts.find(order.account);
    going.isSimulated = account && isStandIn(*account);
    going.began = QDateTime::currentDateTimeUtc();
    going.canRepeat = true;
    if (const auto all = m_services.database().instances.all())
        going.usual = readyTime(*all, offer.providerKind, place.type);
    m_going << going;
    m_offers.insert(going.number, offer);
    const int number = going.number;
    // Called on a worker thread.
    const RentReport report = [relay = m_relay, number](const RentStep &step) {
        const std::lock_guard lock(relay->guard);
        if (RentDesk *const desk = relay->desk) {
            QMetaObject::invokeMethod(
                desk, [desk, number, step] { desk->takeStep(number, step); }, Qt::QueuedConnection);
        }
    };
    whenDone(m_services.clouds.rent(order, report, m_stops[number].get_token()), this,
             [this, number](const Result<Machine> &machine) { finish(number, machine); });
    Q_EMIT changed();
    return number;
}

void RentDesk::showAccounts() { m_accounts->list(); }

RentGoing *RentDesk::find(int number)
{
    const auto found = std::find_if(m_going.begin(), m_going.end(), [number](const RentGoing &one) { return one.number == number; });
    return found == m_going.end() ? nullptr : &*found;
}

RentGoing *RentDesk::find(const Instance &instance)
{
    for (RentGoing &one : m_going) {
        // One of its places after the other is asked, each by a request of its own.
        const bool isOwn = !one.isFollowed && !one.isOver() && one.order.name == instance.request.name
                           && one.order.account == instance.request.account;
        if (isOwn)
            one.instanceId = instance.id;
        if (one.instanceId == instance.id)
            return &one;
    }
    return nullptr;
}

// What this window did not begin: it was made anew, Trainyard was started again, or another program rents.
void RentDesk::follow(bool isFirst)
{
    const auto live = m_services.database().instances.live();
    if (!live)
        return;  // the next look tries again
    int newest = 0;
    for (auto one = live->rbegin(); one != live->rend(); ++one) {
        if (find(*one) || !goesOn(m_services.database(), *one))
            continue;
        RentGoing going = goingOf(m_services.database(), *one);
        going.number = ++m_last;
        if (going.phase == RentGoing::Phase::ComingUp)
            newest = going.number;
        m_going << going;
        Q_EMIT changed();
    }
    QList<int> followed;
    for (const RentGoing &one : std::as_const(m_going)) {
        if (one.isFollowed && !one.isOver())
            followed << one.number;
    }
    for (const int number : std::as_const(followed))
        followOne(number);
    if (isFirst && newest > 0)
        show(newest);
}

void RentDesk::followOne(int number)
{
    StateDatabase &database = m_services.database();
    RentGoing *const going = find(number);
    const auto now = going ? database.instances.find(going->instanceId) : Result<Instance>(Error{});
    if (!now)
        return;
    const RentGoing before = *going;
    takeState(*going, database, *now);
    if (now->state == InstanceState::Ready && going->phase == RentGoing::Phase::ComingUp && going->machineId.isSet()) {
        if (const auto machine = database.machines.find(going->machineId))
            finish(number, machine);
    } else if (now->state == InstanceState::Gone || now->state == InstanceState::Failed) {
        const bool isWanted = going->phase == RentGoing::Phase::ComingUp;
        const auto rentals = database.rentals.all();
        going->ended = now->since;
        going->cost = rentals ? costOfInstance(*rentals, now->id, now->since) : std::nullopt;
        going->phase = isWanted ? RentGoing::Phase::Failed : RentGoing::Phase::GivenBack;
        if (isWanted) {
            going->failure = Error{
                ErrorCode::NotFound, now->reason.isEmpty() ? tr("It did not become ready and was given back.") : seenText(now->reason), {}};
            going->isLeft = now->state == InstanceState::Failed;
        }
        tell(RentGoing(*going));
        Q_EMIT machinesChanged();
    } else if (before.stage != going->stage || before.phase != going->phase) {
        tell(RentGoing(*going));
        if (before.machineId != going->machineId)
            Q_EMIT machinesChanged();
    }
}

void RentDesk::tell(const RentGoing &going)
{
    if (const QPointer<RentProgressDialog> dialog = m_progress.value(going.number))
        dialog->setGoing(going);
    Q_EMIT changed();
}

void RentDesk::takeStep(int number, const RentStep &step)
{
    RentGoing *const going = find(number);
    if (!going || going->isOver())
        return;
    if (step.isRefused) {
        going->refusal = step.evidence;
    } else if (step.stage == RentStage::GiveBack) {
        going->phase = RentGoing::Phase::GivingBack;
        going->steps.insert(step.stage, step);
    } else {
        const bool isMachineNew = step.stage == RentStage::Boot && step.isDone;
        going->steps.insert(step.stage, step);
        going->stage = step.isDone && step.stage != RentStage::Ready ? RentStage(int(step.stage) + 1) : step.stage;
        if (isMachineNew)
            Q_EMIT machinesChanged();
    }
    tell(*going);
}

void RentDesk::finish(int number, const Result<Machine> &machine)
{
    RentGoing *const going = find(number);
    if (!going)
        return;
    const bool isAskedBack = going->phase == RentGoing::Phase::GivingBack;
    going->ended = QDateTime::currentDateTimeUtc();
    going->refusal.clear();
    Q_EMIT machinesChanged();
    if (machine) {
        going->phase = RentGoing::Phase::Ready;
        going->machineId = machine->id;
        if (isAskedBack) {  // it was ready before the request arrived
            giveBackMachine(machine->id, number);
            return;
        }
    } else if (machine.error().isCancelled() && !isLeft(m_services.database(), going->order)) {
        going->phase = RentGoing::Phase::GivenBack;
        going->cost = going->costAt(going->ended);
    } else {
        going->phase = RentGoing::Phase::Failed;
        going->failure = machine.error();
        // What has its name otherwise is another machine.
        going->isLeft = machine.error().code != ErrorCode::AlreadyExists && isLeft(m_services.database(), going->order);
    }
    const RentGoing shown = *going;
    tell(shown);
    const QPointer<RentProgressDialog> dialog = m_progress.value(number);
    if (machine && dialog && dialog->isVisible() && shown.opensLaunch && !m_asking.contains(number)) {
        dialog->accept();
        Q_EMIT launchWanted(machine->id, shown.draft);
    }
}

void RentDesk::show(int number)
{
    const RentGoing *const going = find(number);
    if (!going)
        return;
    QPointer<RentProgressDialog> &dialog = m_progress[number];
    if (dialog && dialog->isVisible()) {
        dialog->raise();
        dialog->activateWindow();
        return;
    }
    dialog = new RentProgressDialog(*going, m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &RentProgressDialog::launchWanted, this, [this, number](bool isWanted) {
        if (RentGoing *const one = find(number))
            one->opensLaunch = isWanted;
    });
    connect(dialog, &RentProgressDialog::giveBackRequested, this, [this, number] { askToStop(number); });
    connect(dialog, &RentProgressDialog::againRequested, this, [this, number] {
        if (const QPointer<RentProgressDialog> old = m_progress.value(number))
            old->accept();
        open(m_offers.value(number));
    });
    dialog->open();
}

void RentDesk::askToStop(int number)
{
    const RentGoing *const going = find(number);
    if (!going)
        return;
    if (going->phase == RentGoing::Phase::Ready) {
        askToGiveBack(going->machineId);
        return;
    }
    QWidget *const over = m_progress.value(number) ? static_cast<QWidget *>(m_progress.value(number)) : m_window;
    auto *ask = new ConfirmDialog(QStringLiteral("stopRenting"),
                                  {tr("Give %1 back now?").arg(seenText(going->order.name)),
                                   tr("It is deleted with its disk and address, before it was ready. It will have cost about %1.")
                                       .arg(formatMoney(going->costAt(QDateTime::currentDateTimeUtc()))),
                                   tr("Keep it"), tr("Give back")},
                                  over);
    connect(ask, &QDialog::accepted, this, [this, number] {
        RentGoing *const one = find(number);
        // It may have become ready since the question was asked.
        if (one && one->phase == RentGoing::Phase::Ready)
            giveBackMachine(one->machineId, number);
        if (!one || one->phase != RentGoing::Phase::ComingUp)
            return;
        const auto instance = instanceOf(m_services.database(), one->order);
        if (one->isFollowed) {
            if (instance)
                giveBack(*instance, one->machineId, number);
            return;
        }
        // Before anything is stopped: if this program ends now, the next one must not take it for a machine that is wanted.
        if (const auto written = instance ? askBack(m_services.database(), instance->id) : Result<Instance>(Instance()); !written) {
            Q_EMIT failed(QStringLiteral("giveBack"), written.error());
            return;
        }
        one->phase = RentGoing::Phase::GivingBack;
        m_stops[number].request_stop();
        tell(*one);
    });
    m_asking.insert(number);
    connect(ask, &QObject::destroyed, this, [this, number] { m_asking.remove(number); });
    ask->open();
}

void RentDesk::askToGiveBack(MachineId machineId)
{
    const StateDatabase &database = m_services.database();
    const auto machine = database.machines.find(machineId);
    const auto instance = machine ? database.instances.find(machine->instanceId) : Result<Instance>(machine.error());
    if (!instance) {
        Q_EMIT failed(QStringLiteral("giveBack"), instance.error());
        return;
    }
    QStringList text{//: an id at the provider, an account, a region
                     tr("%1 in the account “%2”, %3, is deleted with its disk and its address. All files on it are lost.")
                         .arg(instance->providerId.isEmpty() ? machine->name : seenText(instance->providerId), instance->request.account,
                              instance->request.region)};
    QStringList runs;
    bool hadRuns = false;
    const auto all = database.runs.all();
    for (const Run &run : all ? *all : QList<Run>()) {
        if (!run.isOn(machineId))
            continue;
        hadRuns = true;
        if (!hasEnded(run.state))
            runs << run.name;
    }
    if (!runs.isEmpty())
        text << tr("Still running there: %1. Save and stop first, or it is lost.").arg(runs.join(QStringLiteral(", ")));
    // As the agent counts: of all its rentals, if it was stopped and started.
    const auto rentals = database.rentals.all();
    if (const auto cost = rentals ? costOfInstance(*rentals, instance->id, QDateTime::currentDateTimeUtc()) : std::nullopt)
        text << tr("It has cost %1 so far.").arg(formatMoney(*cost));
    const QString known = text.join(QLatin1Char(' '));
    auto *ask = new ConfirmDialog(QStringLiteral("giveBackMachine"),
                                  {tr("Give %1 back?").arg(machine->name), known, tr("Keep it"), tr("Give back"), {}, tr("Copy first…")},
                                  m_window);
    connect(ask, &QDialog::accepted, this, [this, machineId] { giveBackMachine(machineId, ++m_last); });
    if (hadRuns) {
        ask->setText(known + QLatin1Char(' ') + tr("Looking for what is only there…"));
        ask->setLooking(true);
        whenDone(m_services.unsaved.look(machineId), ask,
                 [this, ask, known](const Result<UnsavedReport> &report) { showUnsaved(ask, known, report); });
    }
    ask->open();
}

// A machine that does not answer is no reason to keep it.
void RentDesk::showUnsaved(ConfirmDialog *ask, const QString &known, const Result<UnsavedReport> &report)
{
    const QString text = report ? unsavedText(*report) : report.error().what;
    ask->setText(text.isEmpty() ? known : known + QLatin1Char(' ') + text);
    ask->setLooking(false);
    if (!report || !report->isAnything() || report->isLastKnown)
        return;
    const UnsavedRun &first = report->runs.first();
    ask->setOther(true);
    connect(ask, &ConfirmDialog::otherChosen, this,
            [this, id = first.id, isOfFiles = first.checkpoint.isEmpty()] { Q_EMIT copyWanted(id, isOfFiles); });
}

void RentDesk::askToLetIn(MachineId machineId)
{
    if (m_letIn)
        return;
    const auto machine = m_services.database().machines.find(machineId);
    // Whether it can be done at all; which address it will be is open.
    const auto plan = machine ? m_services.letIn.plan(machine->instanceId, QStringLiteral("192.0.2.1")) : Result<LetIn>(machine.error());
    if (!plan) {
        Q_EMIT failed(QStringLiteral("letIn"), plan.error());
        return;
    }
    m_letIn = new LetInDialog(*plan, m_window);
    LetInDialog *const dialog = m_letIn;
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    whenDone(m_services.letIn.ownAddress(), dialog, [dialog](const Result<QString> &address) { dialog->setOwnAddress(address); });
    connect(dialog, &LetInDialog::submitted, this, [this, dialog, machineId, id = plan->id](const QString &address) {
        dialog->setBusy(true);
        whenDone(m_services.letIn.letIn(id, address), this, [this, machineId, dialog = QPointer(dialog)](const Result<LetIn> &done) {
            if (done)
                Q_EMIT letIn(machineId);
            if (!dialog && !done)
                Q_EMIT failed(QStringLiteral("letIn"), done.error());
            else if (dialog && done)
                dialog->setDone(*done);
            else if (dialog)
                dialog->showError(done.error());
        });
    });
    dialog->open();
}

void RentDesk::giveBackMachine(MachineId machineId, int number)
{
    const StateDatabase &database = m_services.database();
    const auto machine = database.machines.find(machineId);
    const auto instance = machine ? database.instances.find(machine->instanceId) : Result<Instance>(machine.error());
    if (!instance)
        Q_EMIT failed(QStringLiteral("giveBack"), instance.error());
    else
        giveBack(*instance, machineId, number);
}

// One that was not rented in this window gets a line under that number.
void RentDesk::giveBack(const Instance &instance, MachineId machineId, int number)
{
    if (!find(number)) {
        RentGoing going = goingOf(m_services.database(), instance);
        going.number = number;
        going.began = QDateTime::currentDateTimeUtc();
        going.steps.clear();
        m_going << going;
    }
    RentGoing &going = *find(number);
    going.isFollowed = false;
    going.instanceId = instance.id;
    going.machineId = machineId;
    going.phase = RentGoing::Phase::GivingBack;
    going.stage = RentStage::GiveBack;
    going.ended = {};
    whenDone(m_services.clouds.giveBack(instance.id), this,
             [this, number](const Result<GivenBack> &given) { finishGiving(number, given); });
    tell(RentGoing(going));
}

void RentDesk::finishGiving(int number, const Result<GivenBack> &given)
{
    RentGoing *const going = find(number);
    if (!going)
        return;
    going->ended = QDateTime::currentDateTimeUtc();
    if (given) {
        going->phase = RentGoing::Phase::GivenBack;
        going->cost = given->cost;
        going->isVerified = given->isVerified;
        takeState(*going, m_services.database(), given->instance);  // it may have become a machine since
        if (going->machineId.isSet())
            (void)m_services.machines.remove(going->machineId, true);
    } else {
        going->phase = RentGoing::Phase::Failed;
        going->failure = given.error();
        going->isLeft = true;
        Q_EMIT failed(QStringLiteral("giveBack"), given.error());
    }
    tell(RentGoing(*going));
    Q_EMIT machinesChanged();
}

bool RentDesk::isGivingBack() const
{
    return std::any_of(m_going.begin(), m_going.end(),
                       [](const RentGoing &one) { return one.phase == RentGoing::Phase::GivingBack && !one.isFollowed; });
}

QString RentDesk::unfinished(bool isAgentThere) const
{
    QStringList coming, leaving, left;
    for (const RentGoing &one : m_going) {
        if (one.phase == RentGoing::Phase::ComingUp)
            coming << seenText(one.order.name);
        else if (one.phase == RentGoing::Phase::GivingBack)
            leaving << seenText(one.order.name);
        else if (one.phase == RentGoing::Phase::Failed && one.isLeft)
            left << seenText(one.order.name);
    }
    const auto named = [](const QStringList &names) { return names.join(tr(", ", "between names")); };
    QStringList text;
    if (!coming.isEmpty())
        text << (isAgentThere ? tr("%1 is coming up: the background agent goes on with it.")
                              : tr("%1 is coming up and costs money: the background agent goes on with it if it runs, otherwise the next "
                                   "start of Trainyard."))
                    .arg(named(coming));
    if (!leaving.isEmpty())
        text << (isAgentThere     ? tr("%1 is being given back: the background agent goes on with it.")
                 : isGivingBack() ? tr("%1 is being given back: Trainyard finishes that first, then quits.")
                                  : tr("%1 is being given back by another program."))
                    .arg(named(leaving));
    if (!left.isEmpty())
        text << tr("%1 could not be given back yet: the next start, or the background agent, tries again.").arg(named(left));
    return text.join(u' ');
}

void RentDesk::forgetOver()
{
    const auto old = std::remove_if(m_going.begin(), m_going.end(), [this](const RentGoing &one) {
        const QPointer<RentProgressDialog> dialog = m_progress.value(one.number);
        return one.isOver() && !m_asking.contains(one.number) && !(dialog && dialog->isVisible());
    });
    if (old == m_going.end())
        return;
    m_going.erase(old, m_going.end());
    Q_EMIT changed();
}

}  // namespace trainyard

#include "moc_rentdesk.cpp"
