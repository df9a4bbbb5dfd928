// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/page/fleetcontroller.h"

#include "core/service/clouds/giveback.h"
#include "core/service/clouds/ownaddress.h"
#include "core/service/clouds/spotprices.h"
#include "core/service/machines/gpuchoice.h"
#include "core/service/runs/meternow.h"
#include "core/service/runs/services.h"
#include "core/service/runs/whendone.h"

#include <algorithm>

namespace trainyard {

namespace {

constexpr int kOwnersPause = 5000;  // ms between questions to two machines; one at a time, so that a fleet is no burden
// The own address changes with the network, and each question goes to a web service.
constexpr qint64 kAddressSeconds = 300;
constexpr qint64 kOwnersSeconds = 60;  // who computes on GPUs changes in minutes

}  // namespace

FleetController::FleetController(Services &services, QObject *parent) : QObject(parent), m_services(services)
{
    m_flush.setSingleShot(true);
    m_flush.setInterval(500);  // numbers that change faster cannot be read
    connect(&m_flush, &QTimer::timeout, this, &FleetController::cardsChanged);
    m_ownersTimer.setInterval(kOwnersPause);
    connect(&m_ownersTimer, &QTimer::timeout, this, &FleetController::askForOwners);
    m_ownersTimer.start();
    connect(&services.machines, &MachineService::changed, this, &FleetController::reloadMachines);
    connect(&services.runs, &RunService::changed, this, &FleetController::reloadRuns);
}

void FleetController::setSandboxRunning(bool isRunning)
{
    m_isSandboxRunning = isRunning;
    for (Entry &entry : m_entries) {
        if (!entry.card.machine.isSimulated)
            continue;
        entry.card.isStopped = !isRunning;
        if (isRunning) {
            follow(entry);
            if (entry.watch)
                entry.watch->start();
        } else if (entry.watch) {
            entry.watch->stop();
        }
    }
    markChanged();
}

void FleetController::reloadMachines()
{
    const Result<QList<Machine>> machines = m_services.database().machines.all();
    if (!machines) {
        Q_EMIT failed(machines.error());
        return;
    }
    QHash<MachineId, Entry> kept;
    for (const Machine &machine : *machines) {
        Entry entry = m_entries.take(machine.id);
        const bool isMoved = entry.watch && entry.card.machine.target != machine.target;
        if (isMoved)  // the sandbox uses another port on each start
            entry = Entry();
        entry.card.machine = machine;
        entry.card.isStopped = machine.isSimulated && !m_isSandboxRunning;
        kept.insert(machine.id, entry);
    }
    for (const Entry &gone : std::as_const(m_entries))
        if (gone.watch)
            gone.watch->disconnect(this);
    m_entries = kept;
    for (Entry &entry : m_entries)
        if (!entry.card.isStopped)
            follow(entry);
    reloadRuns();
    Q_EMIT machineSetChanged();
    Q_EMIT cardsChanged();
}

void FleetController::follow(Entry &entry)
{
    MachineWatch *watch = m_services.machines.watch(entry.card.machine.id);
    if (!watch || watch == entry.watch)
        return;
    entry.watch = watch;
    const MachineId id = entry.card.machine.id;
    watch->disconnect(this);
    connect(watch, &MachineWatch::sampled, this, [this, id] { takeSamples(id); });
    connect(watch, &MachineWatch::linkStateChanged, this, [this, id](LinkState state) { takeLink(id, state); });
    entry.card.link = watch->linkState();
    entry.card.error = watch->lastError();
    for (const MachineSample &sample : watch->history())
        entry.strip.add(sample);
    if (!watch->history().empty())
        entry.card.sample = watch->history().back();
    if (entry.card.link == LinkState::Live)
        entry.card.lastHeard = QDateTime::currentDateTimeUtc();
}

void FleetController::takeSamples(MachineId machineId)
{
    const auto found = m_entries.find(machineId);
    if (found == m_entries.end() || !found->watch)
        return;
    const auto &history = found->watch->history();
    if (history.empty())
        return;
    auto first = history.end();
    while (first != history.begin() && std::prev(first)->timeMs > found->strip.lastTimeMs())
        --first;
    for (; first != history.end(); ++first)
        found->strip.add(*first);
    found->card.sample = history.back();
    found->card.lastHeard = QDateTime::currentDateTimeUtc();
    markChanged();
}

void FleetController::takeLink(MachineId machineId, LinkState state)
{
    const auto found = m_entries.find(machineId);
    if (found == m_entries.end() || !found->watch)
        return;
    found->card.link = state;
    found->card.error = found->watch->lastError();
    found->card.ownAddress.clear();
    if (state == LinkState::Unreachable && found->card.error.code == ErrorCode::TimedOut && found->card.canLetIn)
        askForAddress();
    markChanged();
    if (state == LinkState::Live)
        Q_EMIT becameLive(machineId);
    else if (state == LinkState::Unreachable && found->card.machine.isSimulated)
        Q_EMIT sandboxLost();
}

void FleetController::reloadRuns()
{
    const Result<QList<Run>> runs = m_services.database().runs.all();
    if (!runs)
        return;  // the window reads them too and reports why
    for (Entry &entry : m_entries) {
        entry.card.runId = {};
        entry.card.runName.clear();
        entry.card.runStarted = {};
    }
    for (const Run &run : *runs) {  // newest first: the first one is kept
        for (const RunNode &node : run.nodes) {
            const auto found = m_entries.find(node.machineId);
            if (found == m_entries.end() || hasEnded(run.state) || found->card.runId.isSet())
                continue;
            found->card.runId = run.id;
            found->card.runName = run.name;
            found->card.runStarted = run.started;
        }
    }
    markChanged();
}

QList<MachineCard> FleetController::cards() const
{
    const QDateTime now = QDateTime::currentDateTimeUtc();
    QList<MachineCard> cards;
    for (const Entry &entry : m_entries) {
        MachineCard card = entry.card;
        // By the machine's clock: its newest sample plus the time passed here since.
        if (card.sample && card.lastHeard.isValid())
            card.strip = entry.strip.cells(card.sample->timeMs + card.lastHeard.msecsTo(now));
        cards.append(card);
    }
    return cards;
}

// When it is given back, as the agent will.
void FleetController::setEnd(MachineCard &card, const RentedMachine *rented) const
{
    card.isFromCloud = card.canLetIn = false;
    card.cost = rented ? rented->cost : Money();
    card.rentedSince = rented ? rented->rental.began : QDateTime();
    card.dueBack = {};
    card.end = {};
    const InstanceId id = card.machine.instanceId;
    const auto instance = id.isSet() ? m_services.database().instances.find(id) : Result<Instance>(Error{ErrorCode::NotFound, {}, {}});
    if (!instance || instance->state == InstanceState::Gone)
        return;
    // Also one that is stopped, and not paid for by the hour at present.
    card.isFromCloud = true;
    card.canLetIn = m_services.instances.capabilitiesOf(card.machine).canLetIn;
    card.letInFrom = instance->request.settings.value(QLatin1String(kOwnAddressSetting));
    const QDateTime since = QDateTime::fromString(instance->request.settings.value(QLatin1String(kLetInSinceSetting)), Qt::ISODate);
    card.letInSince = since.isValid() ? since : instance->requested;
    if (!isShutOut(card.ownAddress, card.letInFrom))
        card.ownAddress.clear();
    if (rented)
        card.priceFact = spotPriceFact(rented->rental, instance->request, m_services.instances.capabilitiesOf(card.machine).spotPricing,
                                       QDateTime::currentDateTimeUtc());
    card.end = instance->request.end;
    card.dueBack = card.end.at;
    if (isAskedBack(*instance) || instance->state == InstanceState::Terminating) {
        card.dueBack = instance->since;
        return;
    }
    if (!rented)
        return;
    if (card.end.spent) {
        const auto rentals = m_services.database().rentals.all();
        const QDateTime now = QDateTime::currentDateTimeUtc();
        const auto cost = rentals ? costOfInstance(*rentals, id, now) : std::nullopt;
        if (cost && cost->currency() == card.cost.currency())
            card.cost = *cost;
        // Counted from now on, at the price that holds now.
        if (rentals)
            card.dueBack = latestGiveBack(*instance, *rentals, rented->perHour, now);
    }
    if (card.end.idle && rented->idleSince.isValid()) {
        const QDateTime idle = rented->idleSince.addSecs(card.end.idle->count());
        card.dueBack = card.dueBack.isValid() ? std::min(card.dueBack, idle) : idle;
    }
}

void FleetController::setMeter(const MeterNow &meter)
{
    for (Entry &entry : m_entries) {
        const RentedMachine *rented = meter.machine(entry.card.machine.id);
        entry.card.perHour = rented ? std::optional(rented->perHour) : std::nullopt;
        entry.card.priceSeen = rented ? rented->rental.priceSeen : QDateTime();
        entry.card.priceFact.clear();
        const OwnMachineCost *own = meter.own.machine(entry.card.machine.id);
        entry.card.ownPerHour = own && !rented ? std::optional(own->perHour) : std::nullopt;
        entry.card.idleSince = rented ? rented->idleSince : QDateTime();
        entry.card.idleCost = rented ? rented->idleCost : Money();
        setEnd(entry.card, rented);
    }
    markChanged();
}

int FleetController::ownMachineCount() const
{
    int count = 0;
    for (const Entry &entry : m_entries)
        count += !entry.card.machine.isSimulated;
    return count;
}

bool FleetController::hasSandbox() const
{
    return std::any_of(m_entries.cbegin(), m_entries.cend(), [](const Entry &entry) { return entry.card.machine.isSimulated; });
}

void FleetController::retry(MachineId machineId)
{
    const auto found = m_entries.find(machineId);
    m_addressAsked = {};  // the person may have changed the network just now
    if (found != m_entries.end() && found->watch)
        found->watch->retryNow();
}

void FleetController::retryUnreachable()
{
    for (const Entry &entry : std::as_const(m_entries)) {
        if (entry.watch && entry.watch->linkState() == LinkState::Unreachable)
            entry.watch->retryNow();
    }
}

// The live machine with GPUs that was asked longest ago.
void FleetController::askForOwners()
{
    if (m_isAsking)
        return;
    const QDateTime now = QDateTime::currentDateTimeUtc();
    Entry *next = nullptr;
    for (Entry &entry : m_entries) {
        const bool hasGpus = entry.card.sample && !entry.card.sample->gpus.isEmpty();
        const bool isDue = !entry.ownersAsked.isValid() || entry.ownersAsked.secsTo(now) >= kOwnersSeconds;
        if (entry.card.isLive() && hasGpus && isDue && !entry.card.machine.isSimulated && (!next || entry.ownersAsked < next->ownersAsked))
            next = &entry;
    }
    if (!next)
        return;
    next->ownersAsked = now;
    m_isAsking = true;
    whenDone(m_services.machines.inspect(next->card.machine.id), this,
             [this, id = next->card.machine.id](const Result<MachineFacts> &facts) {
                 m_isAsking = false;
                 const auto found = m_entries.find(id);
                 if (found == m_entries.end())
                     return;
                 found->card.owners = facts && !facts->holders.isEmpty() ? ownersText(*facts) : QString();
                 markChanged();
             });
}

// A machine of a cloud that does not answer may be shut to the address that this computer has by now.
void FleetController::askForAddress()
{
    const QDateTime now = QDateTime::currentDateTimeUtc();
    if (m_addressAsked.isValid() && m_addressAsked.secsTo(now) < kAddressSeconds) {
        takeAddress(m_ownAddress);
        return;
    }
    m_addressAsked = now;
    m_ownAddress.clear();
    whenDone(m_services.letIn.ownAddress(), this, [this](const Result<QString> &address) { takeAddress(address.value_or(QString())); });
}

void FleetController::takeAddress(const QString &address)
{
    m_ownAddress = address;
    for (Entry &entry : m_entries) {
        MachineCard &card = entry.card;
        const bool isSilent = card.link == LinkState::Unreachable && card.error.code == ErrorCode::TimedOut && card.canLetIn;
        card.ownAddress = isSilent && isShutOut(address, card.letInFrom) ? address : QString();
    }
    markChanged();
}

void FleetController::markChanged()
{
    if (!m_flush.isActive())
        m_flush.start();
}

}  // namespace trainyard

#include "moc_fleetcontroller.cpp"
