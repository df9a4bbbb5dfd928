// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/machines/instanceoperations.h"

#include "core/base/filelock.h"

#include <QCoreApplication>
#include <QDir>

#include <algorithm>
#include <memory>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::InstanceService)
};

Error otherState() { return {ErrorCode::AlreadyExists, Words::tr("The machine is not in a state for this: refresh, then try again."), {}}; }

Error beingGivenBack()
{
    return {ErrorCode::AlreadyExists, Words::tr("The machine is being given back: wait until it is gone, then ask for another one."), {}};
}

// Another program may be working on it, for as long as a provider takes.
Result<std::unique_ptr<FileLock>> lockOf(const Paths &paths, InstanceId id, bool mayWait, const std::stop_token &stop)
{
    using namespace std::chrono_literals;
    QDir().mkpath(paths.instances());
    auto lock = std::make_unique<FileLock>(paths.instances() + QStringLiteral("/%1.lock").arg(id.number()));
    while (!(mayWait ? lock->tryLock(1min, stop) : lock->tryLock())) {
        if (stop.stop_requested())
            return cancelledError();
        if (lock->systemError() != 0) {
            return Error{ErrorCode::Io,
                         Words::tr("The folder %1 cannot be written: check its permissions and the disk.").arg(paths.instances()),
                         {}};
        }
        if (!mayWait)
            return std::unique_ptr<FileLock>();
    }
    return lock;
}

}  // namespace

// One instance whose lock this program holds.
class InstanceOperations::Work {
public:
    Work(const InstanceOperations &all, std::unique_ptr<FileLock> lock, const MachineProvider &provider, Instance instance)
        : m_all(&all), m_lock(std::move(lock)), m_provider(&provider), m_instance(std::move(instance))
    {
    }

    const Instance &instance() const { return m_instance; }

    Result<Instance> create(const InstanceRequest &request, const StepReport &report, const std::stop_token &stop)
    {
        if (const auto put = change([&](Instance &one) { one.request.settings = request.settings; }); !put)
            return put.error();
        if (m_instance.state == InstanceState::Terminating)
            return beingGivenBack();
        if (m_instance.state == InstanceState::Stopping) {
            TRY_DO(this->stop(stop));
        }
        if (m_instance.state == InstanceState::Stopped)
            return start(report, stop);
        const auto made = m_provider->create(m_instance.request, report, stop);
        if (made)
            return take(*made);
        if (isUnknownOutcome(made.error().code))
            return askedAfter(made.error(), stop);
        // An instance that existed before is not gone because a repeated call failed.
        const bool isNew = m_instance.state == InstanceState::Requested;
        return failed(made.error(), isNew ? InstanceState::Gone : m_instance.state);
    }

    Result<Instance> start(const StepReport &report, const std::stop_token &stop)
    {
        if (m_instance.state != InstanceState::Stopped)
            return otherState();
        TRY_DO(moveTo(InstanceState::Booting));
        const auto started = m_provider->start(m_instance, report, stop);
        if (started)
            return ask(stop);
        if (!isUnknownOutcome(started.error().code))
            return failed(started.error(), InstanceState::Stopped);
        return askedAfter(started.error(), stop);
    }

    Result<Instance> stop(const std::stop_token &stop)
    {
        if (m_instance.state != InstanceState::Stopping) {
            if (!canFollow(m_instance.state, InstanceState::Stopping) || m_instance.state == InstanceState::Requested)
                return otherState();
            TRY_DO(moveTo(InstanceState::Stopping));
        }
        const auto stopped = m_provider->stop(m_instance, stop);
        if (stopped)
            return ask(stop);
        // Refused: it keeps running, and its state has to be found out again.
        return failed(stopped.error(), isUnknownOutcome(stopped.error().code) ? InstanceState::Stopping : InstanceState::Booting);
    }

    Result<Instance> terminate(const std::stop_token &stop)
    {
        if (m_instance.state == InstanceState::Gone)
            return m_instance;
        if (m_instance.state != InstanceState::Terminating) {
            TRY_DO(moveTo(InstanceState::Terminating));
        }
        // Its answer may never have arrived: without the provider's name for it nothing can be terminated.
        if (m_instance.providerId.isEmpty()) {
            const auto asked = ask(stop);
            if (!asked || asked->providerId.isEmpty() || asked->state == InstanceState::Gone)
                return asked;
        }
        const auto ended = m_provider->terminate(m_instance, stop);
        return ended || ended.error().code == ErrorCode::NotFound ? ask(stop) : failed(ended.error(), InstanceState::Terminating);
    }

    // The provider's current state.
    Result<Instance> ask(const std::stop_token &stop)
    {
        const auto report = m_instance.providerId.isEmpty() ? found(stop) : m_provider->describe(m_instance, stop);
        if (report)
            return take(*report);
        if (report.error().code != ErrorCode::NotFound)
            return failed(report.error(), m_instance.state);
        // One that was created just now may not be listed yet.
        const auto age = std::chrono::seconds(m_instance.requested.secsTo(QDateTime::currentDateTimeUtc()));
        return age >= m_provider->capabilities().appearsWithin ? moveTo(InstanceState::Gone) : Result<Instance>(m_instance);
    }

private:
    // By its token.
    Result<InstanceReport> found(const std::stop_token &stop) const
    {
        InstanceFilter filter;
        filter.account = m_instance.request.account;
        filter.region = m_instance.request.region;
        filter.clientToken = m_instance.request.clientToken;
        TRY(const auto listed, m_provider->list(filter, stop));
        const auto own = std::find_if(listed.begin(), listed.end(), [&filter](const InstanceReport &one) {
            return one.clientToken == filter.clientToken && one.state != ProvidedState::Gone;
        });
        return own == listed.end() ? Result<InstanceReport>(Error{ErrorCode::NotFound, {}, {}}) : Result<InstanceReport>(*own);
    }

    // After a call whose outcome is unknown. If the machine exists after all, that is the answer.
    Result<Instance> askedAfter(const Error &error, const std::stop_token &stop)
    {
        if (!stop.stop_requested()) {
            const auto asked = ask(stop);
            if (asked && m_instance.state == InstanceState::Booting)
                return asked;
        }
        return failed(error, m_instance.state);
    }

    Result<Instance> take(const InstanceReport &report)
    {
        return change([&report](Instance &one) {
            one.providerId = report.providerId;
            one.reason = report.reason;
            one.state = stateAfter(one.state, report.state).value_or(one.state);
        });
    }

    Result<Instance> moveTo(InstanceState state)
    {
        return change([state](Instance &one) {
            one.state = state;
            one.reason.clear();
        });
    }

    // Records the reason and returns the error.
    Result<Instance> failed(const Error &error, InstanceState state)
    {
        const auto kept = change([&](Instance &one) {
            one.state = state;
            one.reason = error.isCancelled() ? QString() : error.what;
        });
        return kept ? error : kept.error();
    }

    Result<Instance> change(const std::function<void(Instance &)> &make)
    {
        TRY(const auto changed, m_all->m_database.instances.update(m_instance.id, make));
        m_instance = changed;
        if (m_instance.state == InstanceState::Gone) {
            TRY_DO(m_all->endRentals(m_instance.id));
        }
        return m_instance;
    }

    const InstanceOperations *m_all;
    std::unique_ptr<FileLock> m_lock;
    const MachineProvider *m_provider;
    Instance m_instance;
};

Result<InstanceOperations::Work> InstanceOperations::begin(InstanceId id, std::stop_token stop) const
{
    TRY(auto lock, lockOf(m_paths, id, true, stop));
    TRY(const auto instance, m_database.instances.find(id));
    TRY(const auto provider, m_providers.find(instance.request.providerKind));
    return Work(*this, std::move(lock), *provider, instance);
}

Result<Instance> InstanceOperations::create(const InstanceRequest &request, const StepReport &report, std::stop_token stop) const
{
    TRY(const auto provider, m_providers.find(request.providerKind));
    if (!provider->capabilities().canCreate) {
        const auto refused = provider->create(request, report, stop);
        return refused ? otherState() : refused.error();
    }
    while (true) {
        TRY(const auto written, m_database.instances.request(request));
        TRY(auto work, begin(written.id, stop));
        // The program that had the lock may have terminated it meanwhile.
        if (work.instance().state != InstanceState::Gone)
            return work.create(request, report, stop);
    }
}

Result<Instance> InstanceOperations::start(InstanceId id, const StepReport &report, std::stop_token stop) const
{
    auto work = begin(id, stop);
    return work ? work->start(report, stop) : Result<Instance>(work.error());
}

Result<Instance> InstanceOperations::stop(InstanceId id, std::stop_token stop) const
{
    auto work = begin(id, stop);
    return work ? work->stop(stop) : Result<Instance>(work.error());
}

Result<Instance> InstanceOperations::terminate(InstanceId id, std::stop_token stop) const
{
    auto work = begin(id, stop);
    return work ? work->terminate(stop) : Result<Instance>(work.error());
}

Result<Instance> InstanceOperations::refresh(InstanceId id, std::stop_token stop) const
{
    TRY(auto work, begin(id, stop));
    return work.instance().state == InstanceState::Gone ? Result<Instance>(work.instance()) : work.ask(stop);
}

Result<QList<Instance>> InstanceOperations::settle(std::stop_token stop) const
{
    TRY(const auto live, m_database.instances.live());
    QList<Instance> looked;
    for (const Instance &one : live) {
        if (stop.stop_requested())
            return cancelledError();
        const auto provider = m_providers.find(one.request.providerKind);
        if (!isUnsettled(one.state) || !provider)
            continue;
        TRY(auto lock, lockOf(m_paths, one.id, false, stop));
        TRY(const auto now, m_database.instances.find(one.id));
        if (!lock || !isUnsettled(now.state))
            continue;
        Work work(*this, std::move(lock), **provider, now);
        // Its error is the row's reason, and must not keep the others from being checked.
        if (now.state == InstanceState::Terminating)
            (void)work.terminate(stop);
        else if (now.state == InstanceState::Stopping)
            (void)work.stop(stop);
        else
            (void)work.ask(stop);
        looked << work.instance();
    }
    return looked;
}

Result<Machine> InstanceOperations::putMachine(const Instance &instance, const QString &name, std::stop_token stop) const
{
    TRY(const auto provider, m_providers.find(instance.request.providerKind));
    TRY(const auto target, provider->sshTarget(instance, stop));
    TRY(const auto machines, m_database.machines.all());
    const auto known = std::find_if(machines.begin(), machines.end(),
                                    [&instance](const Machine &one) { return one.instanceId == instance.id; });
    Machine machine = known == machines.end() ? Machine() : *known;
    machine.target = target;
    if (known != machines.end()) {
        TRY_DO(m_database.machines.update(machine));
    } else {
        machine.name = name;
        machine.isSimulated = provider->capabilities().isSimulated;
        machine.instanceId = instance.id;
        TRY(const auto added, m_database.machines.add(machine));
        machine = added;
    }
    if (!instance.request.perHour)
        return machine;
    TRY(const auto rentals, m_database.rentals.all());
    if (goingRental(rentals, machine.id))
        return machine;
    Rental rental;
    rental.machineId = machine.id;
    rental.perHour = *instance.request.perHour;
    rental.billing.step = instance.request.billingStep;
    rental.billing.minimum = instance.request.billingMinimum;
    rental.source = instance.request.offerId;
    rental.began = instance.requested;
    const auto begun = m_database.rentals.begin(rental);
    return begun ? Result<Machine>(machine) : Result<Machine>(begun.error());
}

Result<void> InstanceOperations::endRentals(InstanceId id) const
{
    TRY(const auto rentals, m_database.rentals.all());
    for (const Rental &rental : rentals) {
        if (rental.instanceId != id || rental.ended.isValid())
            continue;
        TRY_DO(m_database.rentals.end(rental.machineId));
    }
    return {};
}

}  // namespace trainyard
