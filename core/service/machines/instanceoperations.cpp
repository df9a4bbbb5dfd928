// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/machines/instanceoperations.h"

#include "core/transport/ssh/keystore.h"

#include <QCoreApplication>
#include <QDir>
#include <QRegularExpression>

#include <QUrl>

#include <algorithm>

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

// The account's number, or the id of its project, in the provider's words; users and sessions of one account see the same machines.
QString accountIn(const QString &identity)
{
    static const QRegularExpression kNumber(QStringLiteral("[0-9a-f]{32}|[0-9]{6,}"));
    const auto match = kNumber.match(identity);
    return match.hasMatch() ? match.captured(0) : identity;
}

InstanceFilter restFilter(const InstanceRequest &request)
{
    InstanceFilter filter;
    filter.account = request.account;
    filter.region = request.region;
    filter.owner = request.owner;
    filter.clientToken = request.clientToken;
    return filter;
}

Error notWritable(const Paths &paths)
{
    return {ErrorCode::Io, Words::tr("The folder %1 cannot be written: check its permissions and the disk.").arg(paths.instances()), {}};
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
        if (lock->systemError() != 0)
            return notWritable(paths);
        if (!mayWait)
            return std::unique_ptr<FileLock>();
    }
    return lock;
}

bool isRestOf(const InstanceRequest &request, const CloudResource &resource)
{
    const bool isFree = resource.kind == CloudResource::Kind::KeyPair || resource.kind == CloudResource::Kind::SecurityGroup;
    return !isFree && resource.owner == request.owner && resource.clientToken == request.clientToken;
}

}  // namespace

bool isUnwritable(const Error &error)
{
    return error.code == ErrorCode::NoSpace || error.code == ErrorCode::Io || error.code == ErrorCode::PermissionDenied;
}

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
        InstanceRequest sent = m_instance.request;
        sent.settings.insert(request.secretSettings);
        const auto made = m_provider->create(sent, report, stop);
        if (made)
            return take(*made, stop);
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
            const auto moved = moveTo(InstanceState::Terminating);
            // A full disk must not keep a machine that costs money. Ending it once more later does no harm.
            if (!moved && !isUnwritable(moved.error()))
                return moved;
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
            return take(*report, stop);
        if (report.error().code != ErrorCode::NotFound)
            return failed(report.error(), m_instance.state);
        // One that was created just now may not be listed yet; one that is a machine was, so that after its deletion it need not be waited for.
        // Only a clock that was set since makes a request later than now.
        const auto age = std::chrono::seconds(m_instance.requested.secsTo(QDateTime::currentDateTimeUtc()));
        const bool wasListed = (age.count() < 0 || m_instance.state == InstanceState::Terminating) && m_all->machineOf(m_instance.id);
        return wasListed || age >= m_provider->capabilities().appearsWithin ? gone(stop) : Result<Instance>(m_instance);
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

    Result<Instance> take(const InstanceReport &report, const std::stop_token &stop)
    {
        const InstanceState next = stateAfter(m_instance.state, report.state).value_or(m_instance.state);
        const bool isGone = next == InstanceState::Gone;
        const bool isUpAgain = report.state == ProvidedState::Starting || report.state == ProvidedState::Running;
        // Asked before anything is written: nothing waits for a cloud inside a transaction.
        const auto stopped = next == InstanceState::Stopped ? m_all->stoppedCost(m_instance, report, *m_provider, stop) : std::nullopt;
        TRY_DO(change(
            [&](Instance &one) {
                one.providerId = report.providerId;
                one.reason = report.reason;
                if (!report.zone.isEmpty())
                    one.request.settings.insert(QLatin1String(kInZoneSetting), report.zone);
                if (!isGone)
                    one.state = stateAfter(one.state, report.state).value_or(one.state);
            },
            stopped, isUpAgain));
        return isGone ? gone(stop) : Result<Instance>(m_instance);
    }

    // A rented machine is gone when nothing that was made for it is left; until then this is asked again.
    Result<Instance> gone(const std::stop_token &stop)
    {
        if (!m_instance.request.end.isSet())
            return moveTo(InstanceState::Gone);
        const QString was = m_instance.request.settings.value(QLatin1String(kSignedInSetting));
        const QString scope = m_instance.request.settings.value(QLatin1String(kSignedInScopeSetting));
        if (!was.isEmpty() || !scope.isEmpty()) {
            const auto now = m_provider->check(m_instance.request.account, stop);
            if (!now)
                return failed(now.error(), m_instance.state);
            // What was rented by an older version has no scope.
            const bool isSame = scope.isEmpty() ? accountIn(now->identity) == accountIn(was) : now->scope == scope;
            if (!isSame)
                return failed({ErrorCode::AuthenticationFailed,
                               Words::tr("It was rented as %1, and these credentials are of %2: it may still be there.")
                                   .arg(was.isEmpty() ? scope : was, now->identity.isEmpty() ? now->scope : now->identity),
                               {}},
                              m_instance.state);
        }
        const auto left = giveBackRest(stop);
        const bool isRefused = !left && (left.error().code == ErrorCode::Unsupported || left.error().code == ErrorCode::PermissionDenied);
        if (isRefused || (left && left->isEmpty()))
            return moveTo(InstanceState::Gone);
        if (!left)
            return failed(left.error(), isUp(m_instance.state) ? m_instance.state : InstanceState::Terminating);
        return change([&](Instance &one) {
            one.state = InstanceState::Terminating;
            one.reason = Words::tr("It is gone, and these are not yet: %1.").arg(left->join(QStringLiteral(", ")));
        });
    }

    // Disks, addresses and requests that outlived their machine. Returns the ids of those that are still there.
    Result<QStringList> giveBackRest(const std::stop_token &stop) const
    {
        const InstanceRequest &request = m_instance.request;
        TRY(const auto listed, m_provider->resources(restFilter(request), stop));
        QStringList left;
        for (const CloudResource &one : listed) {
            if (!isRestOf(request, one))
                continue;
            (void)m_provider->release(request.account, one, stop);
            left << one.providerId;
        }
        if (left.isEmpty())
            return left;
        TRY(const auto after, m_provider->resources(restFilter(request), stop));
        left.clear();
        for (const CloudResource &one : after) {
            if (isRestOf(request, one))
                left << one.providerId;
        }
        return left;
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

    // The row and its rentals, so that a program that is killed leaves neither a machine that is gone and metered nor one that is not.
    Result<Instance> change(const std::function<void(Instance &)> &make, const std::optional<StoppedCost> &stopped = {},
                            bool isUpAgain = false)
    {
        Instance changed;
        const auto written = m_all->m_database.together([&]() -> Result<void> {
            TRY(changed, m_all->m_database.instances.update(m_instance.id, make));
            TRY_DO(m_all->meter(changed, stopped));
            return isUpAgain && changed.state == InstanceState::Booting ? m_all->resumeRental(changed) : Result<void>();
        });
        if (!written)
            return written.error();
        m_instance = changed;
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
        const bool mayBeNoMachine = one.request.end.isSet() && isUp(one.state) && !machineOf(one.id);
        if (!provider || (!isUnsettled(one.state) && !mayBeNoMachine))
            continue;
        TRY(auto lock, lockOf(m_paths, one.id, false, stop));
        TRY(const auto now, m_database.instances.find(one.id));
        if (lock && mayBeNoMachine && isUp(now.state))
            adopt(now, **provider, stop);
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
        if (looked.last().request.end.isSet() && isUp(looked.last().state))
            adopt(looked.last(), **provider, stop);
    }
    return looked;
}

Result<std::unique_ptr<FileLock>> InstanceOperations::rentingLock(const QString &clientToken) const
{
    QDir().mkpath(m_paths.instances());
    const QString name = QString::fromLatin1(QUrl::toPercentEncoding(clientToken));
    auto lock = std::make_unique<FileLock>(m_paths.instances() + QStringLiteral("/renting-%1.lock").arg(name));
    if (lock->tryLock())
        return lock;
    if (lock->systemError() != 0)
        return notWritable(m_paths);
    const QString program = lock->holderProgram();
    return Error{ErrorCode::AlreadyExists,
                 Words::tr("Another program is preparing this machine (%1, process %2): wait for it.").arg(program).arg(lock->holder()),
                 {}};
}

QString InstanceOperations::hostKeysFile(InstanceId id) const { return m_paths.instances() + QStringLiteral("/%1.hosts").arg(id.number()); }

QString InstanceOperations::hostKeyAlias(InstanceId id) { return QStringLiteral("trainyard-instance-%1").arg(id.number()); }

Result<SshTarget> InstanceOperations::targetOf(const Instance &instance, const MachineProvider &provider, const std::stop_token &stop) const
{
    TRY(auto target, provider.sshTarget(instance, stop));
    const QByteArray key = instance.request.settings.value(QLatin1String(kSshKeySetting)).toUtf8();
    if (key.isEmpty())
        return target;
    const QList<StoredKey> keys = KeyStore(m_paths.keys()).keys();
    const auto own = std::find_if(keys.begin(), keys.end(), [&key](const StoredKey &one) { return one.publicLine == key; });
    if (own != keys.end() && target.identityFiles.isEmpty())
        target.identityFiles << own->path;
    target.knownHostsFile = hostKeysFile(instance.id);
    target.hostKeyAlias = hostKeyAlias(instance.id);
    return target;
}

Result<Machine> InstanceOperations::putMachine(const Instance &instance, const QString &name, std::stop_token stop) const
{
    TRY(const auto provider, m_providers.find(instance.request.providerKind));
    TRY(const auto target, targetOf(instance, *provider, stop));
    // Two programs must not add it twice.
    TRY(const auto lock, lockOf(m_paths, instance.id, true, stop));
    return putMachineAt(instance, target, name, provider->capabilities().isSimulated);
}

// The program that rented it may have ended before it was a machine, and from then on it costs money.
void InstanceOperations::adopt(const Instance &instance, const MachineProvider &provider, const std::stop_token &stop) const
{
    const auto target = targetOf(instance, provider, stop);
    if (!target)
        return;  // it has no address yet; the next look tries again
    const QString name = instance.request.name.isEmpty() ? instance.request.type : instance.request.name;
    const auto put = putMachineAt(instance, *target, name, provider.capabilities().isSimulated);
    if (!put && put.error().code == ErrorCode::AlreadyExists)
        (void)putMachineAt(instance, *target, name + QStringLiteral("-%1").arg(instance.id.number()), provider.capabilities().isSimulated);
}

Result<Machine> InstanceOperations::putMachineAt(const Instance &instance, const SshTarget &target, const QString &name,
                                                 bool isSimulated) const
{
    Machine machine;
    // One that is killed in between leaves no machine that is not metered.
    const auto written = m_database.together([&]() -> Result<void> {
        const auto known = machineOf(instance.id);
        machine = known.value_or(Machine());
        machine.target = target;
        if (known) {
            TRY_DO(m_database.machines.update(machine));
        } else {
            machine.name = name;
            machine.isSimulated = isSimulated;
            machine.instanceId = instance.id;
            TRY(machine, m_database.machines.add(machine));
        }
        // The first start began with the request; later ones begin their rental themselves.
        TRY(const auto rentals, m_database.rentals.all());
        const bool wasRented = std::any_of(rentals.begin(), rentals.end(),
                                           [&](const Rental &one) { return one.instanceId == instance.id; });
        return wasRented ? Result<void>() : beginRental(instance, instance.requested);
    });
    return written ? Result<Machine>(machine) : Result<Machine>(written.error());
}

std::optional<Machine> InstanceOperations::machineOf(InstanceId id) const
{
    const auto machines = m_database.machines.all();
    for (const Machine &one : machines ? *machines : QList<Machine>()) {
        if (one.instanceId == id)
            return one;
    }
    return std::nullopt;
}

}  // namespace trainyard
