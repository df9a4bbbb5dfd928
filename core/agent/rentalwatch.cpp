// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/agent/rentalwatch.h"

#include "core/agent/actingtimer.h"
#include "core/observe/report/runevents.h"
#include "core/service/clouds/giveback.h"
#include "core/service/clouds/rentedhostkeys.h"
#include "core/service/runs/launchedtask.h"
#include "core/service/runs/localcopy.h"
#include "core/service/runs/services.h"
#include "core/service/runs/whendone.h"

#include <algorithm>

namespace trainyard {

namespace {

using namespace std::chrono_literals;
constexpr auto kRentalInterval = 30s;
constexpr int kLooksPerRefresh = 4;   // every two minutes, which is when clouds take spot machines back after their notice
constexpr int kLooksPerStopped = 30;  // a quarter of an hour: it is deleted or started elsewhere by a person only
constexpr auto kReadyGrace = 5min;    // the program that rents gives back by itself; this is for one that hangs
constexpr qint64 kLastEvents = 64 * 1024;

// Renting ends with a check.
bool hasCheck(const StateDatabase &database, MachineId machine)
{
    const auto checks = database.checks.all(machine);
    return checks && !checks->isEmpty();
}

// How long its machine may be kept for it, because the guard there asked it to save; as far as the copy on this computer says.
std::chrono::seconds stillSaving(const Paths &paths, const Run &run)
{
    const LocalCopy copy(paths.runs() + u'/' + run.id.text());
    const QString file = QStringLiteral("events");
    const qint64 size = copy.size(file);
    bool isSaving = false;
    const QList<RunEvent> events = readRunEvents(copy.read(file, std::max<qint64>(0, size - kLastEvents), kLastEvents));
    for (const RunEvent &event : events) {
        if (event.name == QLatin1String("give-back-save") || event.name == QLatin1String("give-back"))
            isSaving = true;
        else if (event.name == QLatin1String("give-back-saved"))
            isSaving = false;
    }
    const auto task = isSaving ? taskOfRun(paths, run.id) : Result<Task>(Error{});
    return task ? std::chrono::seconds(task->graceSeconds) : 0s;
}

RentalLook lookOf(const Instance &instance, const MeterNow &meter, const QList<Machine> &machines, const QList<Run> &runs,
                  const QList<Rental> &rentals, const StateDatabase &database, const Paths &paths)
{
    RentalLook look;
    look.instance = instance;
    const auto machine = std::find_if(machines.begin(), machines.end(), [&](const Machine &one) { return one.instanceId == instance.id; });
    for (const Run &run : machine == machines.end() ? QList<Run>() : runs) {
        if (run.isOn(machine->id) && !hasEnded(run.state))
            look.saving = std::max(look.saving, stillSaving(paths, run));
    }
    look.cost = costOfInstance(rentals, instance.id, meter.when.addSecs(-look.saving.count()));
    if (machine == machines.end())
        return look;
    if (const RentedMachine *rented = meter.machine(machine->id))
        look.idleSince = rented->idleSince;
    look.wasReady = instance.state == InstanceState::Ready || hasCheck(database, machine->id);
    look.hadRuns = std::any_of(runs.begin(), runs.end(), [&](const Run &run) { return run.isOn(machine->id); });
    // One that is being prepared, or waits for the step before it, has cost nothing yet, so that the meter does not know it.
    if (std::any_of(runs.begin(), runs.end(), [&](const Run &run) { return run.isOn(machine->id) && !hasEnded(run.state); }))
        look.idleSince = {};
    return look;
}

// By the times that were written down, unless the clock was set meanwhile: what lies in the future, or before this program saw it busy, was
// written by another clock.
std::chrono::milliseconds idleFor(const RentalLook &look, const QDateTime &now)
{
    const std::chrono::milliseconds written(std::max(look.idleSince, look.instance.since).msecsTo(now));
    if (!look.idleSeen)
        return written;
    if (written.count() < 0)
        return *look.idleSeen;
    return look.sawItBusy ? std::min(written, *look.idleSeen + kRentalInterval) : written;
}

}  // namespace

bool wasOnceReady(const StateDatabase &database, const Instance &instance)
{
    if (instance.state == InstanceState::Ready)
        return true;
    // The check is kept before the last step.
    if (instance.state > InstanceState::Booting && instance.state < InstanceState::Ready)
        return false;
    const auto machines = database.machines.all();
    for (const Machine &machine : machines ? *machines : QList<Machine>()) {
        if (machine.instanceId == instance.id)
            return hasCheck(database, machine.id);
    }
    return false;
}

QString rentalReasonText(RentalReason reason)
{
    switch (reason) {
    case RentalReason::Asked: return RentalWatch::tr("you asked for it");
    case RentalReason::Time: return RentalWatch::tr("its time is over");
    case RentalReason::Money: return RentalWatch::tr("it has cost as much as it may");
    case RentalReason::Idle: return RentalWatch::tr("it was idle for long enough");
    case RentalReason::RunsEnded: return RentalWatch::tr("its last run has ended");
    case RentalReason::NotReady: return RentalWatch::tr("it did not become ready");
    case RentalReason::Vanished: return RentalWatch::tr("its provider took it back");
    }
    Q_UNREACHABLE();
}

std::optional<RentalReason> rentalReason(const RentalLook &look, const QDateTime &now)
{
    const Instance &instance = look.instance;
    const RentEnd &end = instance.request.end;
    const bool isLive = isUp(instance.state) || instance.state == InstanceState::Failed || instance.state == InstanceState::Stopped;
    if (isLive && isAskedBack(instance))
        return RentalReason::Asked;
    if (!end.isSet() || !isLive)
        return std::nullopt;
    if (end.at.isValid() && now >= end.at.addSecs(look.saving.count()))
        return RentalReason::Time;
    if (end.spent && look.cost && look.cost->currency() == end.spent->currency() && look.cost->nanos() >= end.spent->nanos())
        return RentalReason::Money;
    // It was stopped to be kept: only what it costs and its time end it.
    if (instance.state == InstanceState::Stopped)
        return std::nullopt;
    if (instance.state == InstanceState::Failed)
        return RentalReason::NotReady;
    if (!look.wasReady)
        return isUp(instance.state) && look.unready > look.readyWithin ? std::optional(RentalReason::NotReady) : std::nullopt;
    if (!look.idleSince.isValid())
        return std::nullopt;
    if (end.isAfterRuns && look.hadRuns)
        return RentalReason::RunsEnded;
    return end.idle && idleFor(look, now) >= *end.idle ? std::optional(RentalReason::Idle) : std::nullopt;
}

bool isBeingRented(const RentalLook &look)
{
    switch (look.instance.state) {
    // After a restart these two may come again, and nothing is checked any more.
    case InstanceState::Requested:
    case InstanceState::Booting: return look.instance.request.end.isSet() && !look.wasReady;
    case InstanceState::AnswersSsh:
    case InstanceState::HostKeyChecked:
    case InstanceState::GpusAnswer:
    case InstanceState::Checked: return look.instance.request.end.isSet();
    default: return false;
    }
}

RentalWatch::RentalWatch(Services &services, QObject *parent, Clock clock)
    : QObject(parent), m_services(services), m_clock(std::move(clock))
{
    m_timer.setInterval(kRentalInterval);
    connect(&m_timer, &QTimer::timeout, this, &RentalWatch::look);
}

void RentalWatch::setActing(bool isActing)
{
    if (startsActing(m_timer, isActing))
        look();
}

void RentalWatch::look()
{
    const ClockJumpDetector::Reading reading = m_clock();
    const QDateTime now = QDateTime::fromMSecsSinceEpoch(m_guard.steady(reading).count(), Qt::UTC);
    if (!m_timer.isActive())
        return;
    StateDatabase &database = m_services.database();
    forgetGone();
    const auto live = database.instances.live();
    const auto isOurs = [](const Instance &one) { return one.request.end.isSet() || isAskedBack(one); };
    if (!live || std::none_of(live->begin(), live->end(), isOurs))
        return;
    const auto meter = meterNow(database, now);
    const auto machines = database.machines.all();
    const auto runs = database.runs.all();
    const auto rentals = database.rentals.all();
    if (!meter || !machines || !runs || !rentals)
        return;  // the next look tries again
    for (const Instance &one : *live) {
        RentalLook look = lookOf(one, *meter, *machines, *runs, *rentals, database, m_services.paths());
        const bool isRenting = isBeingRented(look);
        look.unready = isRenting ? m_unready[one.id]++ * kRentalInterval : 0s;
        Idle &idle = m_idle[one.id];
        if (look.idleSince.isValid() && look.wasReady && isUp(one.state)) {
            idle.since = idle.since.value_or(reading.boot);
            look.idleSeen = reading.boot - *idle.since;
            look.sawItBusy = idle.wasBusy;
        } else {
            idle = {{}, true};
        }
        look.readyWithin = m_services.clouds.times.atMost() + kReadyGrace;
        if (const auto reason = rentalReason(look, now))
            giveBack(one, *reason);
        else if (isRenting)
            resume(one);
        else if (one.request.end.isSet() && isUp(one.state) && m_looks % kLooksPerRefresh == 0)
            lookAt(one);
        else if (one.request.end.isSet() && one.state == InstanceState::Stopped && m_looks % kLooksPerStopped == 0)
            refresh(one);
    }
    ++m_looks;
}

// Machines whose giving back was completed by a repeated call.
void RentalWatch::forgetGone()
{
    const auto machines = m_services.database().machines.all();
    for (const Machine &machine : machines ? *machines : QList<Machine>()) {
        if (!machine.instanceId.isSet())
            continue;
        const auto instance = m_services.database().instances.find(machine.instanceId);
        if (instance && (instance->request.end.isSet() || isAskedBack(*instance)) && instance->state == InstanceState::Gone
            && !m_going.contains(instance->id))
            (void)m_services.machines.remove(machine.id, true);
    }
}

void RentalWatch::refresh(const Instance &instance)
{
    if (m_going.contains(instance.id))
        return;
    m_going.insert(instance.id);
    whenDone(m_services.instances.refresh(instance.id), this, [this, instance](const Result<Instance> &now) {
        m_going.remove(instance.id);
        if (now && now->state == InstanceState::Gone)
            forget(instance, RentalReason::Vanished);
    });
}

void RentalWatch::lookAt(const Instance &instance)
{
    refresh(instance);
    if (instance.state == InstanceState::Ready)
        lookAtHostKey(instance);
}

// The key that a machine has made in place of the one in its user data may come after it was ready.
void RentalWatch::lookAtHostKey(const Instance &instance)
{
    if (!instance.request.settings.contains(QLatin1String(kMadeHostKeySetting)) || m_lookedAt.contains(instance.id))
        return;
    m_lookedAt.insert(instance.id);
    whenDone(m_services.clouds.resumeRenting(instance.id), this, [this, instance](const Result<Machine> &machine) {
        m_lookedAt.remove(instance.id);
        const bool isOther = !machine && machine.error().code == ErrorCode::HostKeyChanged;
        if (isOther && std::exchange(m_problems[instance.id], machine.error().what) != machine.error().what)
            Q_EMIT failed(instance.request.name, machine.error());
    });
}

void RentalWatch::forget(const Instance &instance, RentalReason reason, bool isVerified)
{
    const auto machines = m_services.database().machines.all();
    for (const Machine &machine : machines ? *machines : QList<Machine>()) {
        if (machine.instanceId == instance.id)
            (void)m_services.machines.remove(machine.id, true);
    }
    Q_EMIT givenBack(
        instance.request.name,
        isVerified
            ? rentalReasonText(reason)
            : tr("%1; its provider could not list disks and addresses: look there whether any is left").arg(rentalReasonText(reason)));
}

// One that another program is renting is left to it.
void RentalWatch::resume(const Instance &instance)
{
    if (m_going.contains(instance.id) || m_renting.contains(instance.id))
        return;
    const std::stop_token stop = m_renting[instance.id].stop.get_token();
    whenDone(m_services.clouds.resumeRenting(instance.id, {}, stop), this, [this, instance](const Result<Machine> &machine) {
        if (machine) {
            m_renting.remove(instance.id);
            m_unready.remove(instance.id);
            m_problems.remove(instance.id);
            Q_EMIT becameReady(machine->name);
            return;
        }
        resumed(instance.id, instance.request.name, machine.error());
    });
}

void RentalWatch::resumed(InstanceId id, const QString &name, const Error &error)
{
    const auto why = m_renting.take(id).why;
    const auto now = m_services.database().instances.find(id);
    // Another program has it, or this one ends.
    if (error.code == ErrorCode::AlreadyExists || !now)
        return;
    if (error.isCancelled() && !why && !isAskedBack(*now))
        return;
    m_unready.remove(id);
    if (now->state != InstanceState::Gone || error.code == ErrorCode::NotFound) {
        if (std::exchange(m_problems[id], error.what) != error.what)
            Q_EMIT failed(name, error);
        return;
    }
    m_problems.remove(id);
    const auto asked = isAskedBack(*now) ? std::optional(RentalReason::Asked) : why;
    Q_EMIT givenBack(name, asked ? rentalReasonText(*asked)
                                 : tr("%1: %2", "why it was given back").arg(rentalReasonText(RentalReason::NotReady), error.what));
}

void RentalWatch::giveBack(const Instance &instance, RentalReason reason)
{
    // A renting that goes on in this program gives the machine back by itself.
    if (const auto renting = m_renting.find(instance.id); renting != m_renting.end()) {
        renting->why = reason;
        renting->stop.request_stop();
        return;
    }
    if (m_going.contains(instance.id))
        return;
    m_going.insert(instance.id);
    const auto machines = m_services.database().machines.all();
    const QList<Machine> all = machines ? *machines : QList<Machine>();
    const auto machine = std::find_if(all.begin(), all.end(), [&](const Machine &one) { return one.instanceId == instance.id; });
    // A person who asked for it was told. Nothing waits for long: that is bounded.
    if (reason == RentalReason::Asked || machine == all.end()) {
        giveBackNow(instance, reason);
        return;
    }
    whenDone(m_services.unsaved.look(machine->id), this, [this, instance, reason](const Result<UnsavedReport> &report) {
        const QString text = report ? unsavedText(*report) : QString();
        // Once, however often giving back is tried.
        if (!text.isEmpty() && !std::exchange(m_saidUnsaved[instance.id], true))
            Q_EMIT unsaved(instance.request.name, text);
        giveBackNow(instance, reason);
    });
}

void RentalWatch::giveBackNow(const Instance &instance, RentalReason reason)
{
    whenDone(m_services.clouds.giveBack(instance.id), this, [this, instance, reason](const Result<GivenBack> &given) {
        m_going.remove(instance.id);
        if (!given) {
            if (!given.error().isCancelled() && std::exchange(m_problems[instance.id], given.error().what) != given.error().what)
                Q_EMIT failed(instance.request.name, given.error());
            return;
        }
        m_problems.remove(instance.id);
        forget(instance, reason, given->isVerified);
    });
}

}  // namespace trainyard

#include "moc_rentalwatch.cpp"
