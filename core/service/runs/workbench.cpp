// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/internal/workbenchstate.h"

#include "core/service/machines/checkkeeper.h"
#include "core/service/machines/transferlinks.h"
#include "core/storage/database/objectstorefile.h"

namespace trainyard {

namespace {

using namespace std::chrono_literals;
constexpr int kThreads = 16;           // blocking work on machines, not CPU work
constexpr auto kDatabasePoll = 500ms;  // another program's changes show within this time
constexpr auto kLeasePoll = 5s;        // half of the shortest lease

const QString kSandboxName = QStringLiteral("sandbox");

}  // namespace

Result<std::unique_ptr<Workbench>> Workbench::open(const Paths &paths, SshQuestions questions)
{
    auto store = StateDatabase::open(paths.database());
    if (!store)
        return store.error();
    auto state = std::make_unique<State>();
    state->paths = paths;
    state->store = *std::move(store);
    state->questions = questions;
    state->pool = std::make_shared<ConnectionPool>(std::move(questions));
    state->leases = std::make_unique<LeaseService>(state->paths, *state->store, *state->pool);
    state->tunnels = std::make_unique<TunnelManager>(paths.tunnels(), *state->store, state->pool);
    return std::unique_ptr<Workbench>(new Workbench(std::move(state)));
}

Workbench::Workbench(std::unique_ptr<State> state) : m_state(std::move(state))
{
    m_state->threads.setMaxThreadCount(kThreads);
    m_state->changeCounter = m_state->store->changeCounter();
    connect(&m_state->databasePoll, &QTimer::timeout, this, [this] {
        const qint64 counter = m_state->store->changeCounter();
        if (std::exchange(m_state->changeCounter, counter) == counter)
            return;
        for (const auto &[id, watch] : m_state->runWatches)
            watch->refresh();
        Q_EMIT machinesChanged();
        Q_EMIT runsChanged();
    });
    m_state->databasePoll.start(kDatabasePoll);
    connect(&m_state->leasePoll, &QTimer::timeout, this, [state = m_state.get()] {
        if (!state->leaseRound.isRunning())
            state->leaseRound = state->async({}, [state](std::stop_token stop) { state->leases->renewDue(stop); });
    });
    m_state->leasePoll.start(kLeasePoll);
    m_state->care = std::make_unique<MaintenanceScheduler>([this](const QString &runId) { return maintainCheckpoints(runId); });
    connect(m_state->care.get(), &MaintenanceScheduler::tended, this, &Workbench::checkpointsMaintained);
}

Workbench::~Workbench()
{
    m_state->end.request_stop();
    m_state->transfers.reset();
    m_state->tunnels.reset();
    m_state->runWatches.clear();
    m_state->care.reset();
    m_state->machineWatches.clear();
    endWork();
    m_state->pool->closeAll();
}

void Workbench::endWork()
{
    m_state->end.request_stop();
    if (m_state->transfers)
        m_state->transfers->stop();
    m_state->threads.waitForDone();
}

const Paths &Workbench::paths() const { return m_state->paths; }
StateDatabase &Workbench::store() { return *m_state->store; }
Result<QList<Alert>> Workbench::alerts(const QString &runId) const
{
    constexpr int kMax = 500;  // marks on a line of time
    return m_state->store->alerts(kMax, runId);
}

TunnelManager &Workbench::tunnels() { return *m_state->tunnels; }

TransferQueue &Workbench::transfers()
{
    if (!m_state->transfers) {
        m_state->transfers = std::make_unique<TransferQueue>(m_state->paths.transfers(), *m_state->store,
                                                             [this](const Machine &machine) { return transferLinks(machine); });
        m_state->transfers->setStores(
            [paths = m_state->paths](const QString &address, const QString &name) -> Result<ObjectStoreConfig> {
                const auto parsed = parseStoreAddress(address);
                const auto stores = loadObjectStores(paths);
                if (!parsed || !stores)
                    return parsed ? stores.error() : parsed.error();
                return storeFor(*stores, *parsed, name);
            },
            m_state->paths.objects());
    }
    return *m_state->transfers;
}

QFuture<Result<Machine>> Workbench::addMachine(const QString &name, const SshTarget &target, std::stop_token stop)
{
    Machine machine;
    machine.name = name;
    machine.target = target;
    return addMachine(machine, stop);
}

QFuture<Result<Machine>> Workbench::addMachine(const Machine &machine, std::stop_token stop)
{
    State *state = m_state.get();
    return state->async(stop, [state, machine](std::stop_token token) -> Result<Machine> {
        if (const auto named = checkMachineName(machine.name); !named)
            return named.error();
        if (state->store->machine(machine.name)) {
            return Error{ErrorCode::AlreadyExists, tr("There is a machine called %1 already. Choose another name.").arg(machine.name), {}};
        }
        LoginMemory memory;
        const auto connection = SshConnection::open(machine.target, memory.listening(state->questions), QDeadlineTimer(kDialDeadline),
                                                    token, state->pool->services().reactor);
        if (!connection)
            return connection.error();
        const auto facts = inspectMachine(**connection, QDeadlineTimer(kInspectDeadline), token);
        if (!facts)
            return facts.error();
        const auto added = state->store->addMachine(machine);
        if (added)
            state->pool->offer(*added, *connection, memory);
        return added;
    });
}

Result<void> Workbench::updateMachine(const Machine &machine)
{
    const auto before = m_state->store->machine(machine.id);
    if (!before)
        return before.error();
    if (const auto updated = m_state->store->updateMachine(machine); !updated)
        return updated;
    if (before->target == machine.target)
        return {};
    m_state->machineWatches.erase(machine.id);
    m_state->pool->drop(machine.id);
    const std::lock_guard lock(m_state->factsGuard);
    m_state->facts.remove(machine.id);
    return {};
}

QFuture<Result<ConnectionReport>> Workbench::testMachine(qint64 machineId, const ConnectionTest::Report &report, std::stop_token stop)
{
    State *state = m_state.get();
    return state->async(stop, [state, machineId, report](std::stop_token token) -> Result<ConnectionReport> {
        const auto machine = state->store->machine(machineId);
        if (!machine)
            return machine.error();
        LoginMemory memory;
        ConnectionTest test(machine->target, memory.listening(state->questions), report);
        const ConnectionReport result = test.run(token);
        if (test.connection() && test.connection()->isAlive())
            state->pool->offer(*machine, test.connection(), memory);
        return result;
    });
}

QFuture<Result<StoredKey>> Workbench::makeKey(const QString &name, const QString &passphrase)
{
    const QString folder = m_state->paths.keys();
    return m_state->async({}, [folder, name, passphrase](std::stop_token) { return KeyStore(folder).generate(name, passphrase, name); });
}

QFuture<Result<StoredKey>> Workbench::readKey(const QString &path)
{
    return m_state->async({}, [path](std::stop_token) { return readStoredKey(path); });
}

Result<void> Workbench::removeMachine(qint64 id, bool isGone)
{
    const auto runs = m_state->store->runs();
    if (!runs)
        return runs.error();
    for (const Run &run : *runs) {
        if (run.machineId == id && !hasEnded(run.state) && !isGone) {
            return Error{ErrorCode::AlreadyExists, tr("%1 still runs there. Stop it first.").arg(run.name), run.id};
        }
    }
    for (const OpenTunnel &tunnel : m_state->tunnels->tunnels()) {
        if (tunnel.machineId == id)
            m_state->tunnels->close(tunnel.record.localPort);
    }
    if (m_state->transfers)
        m_state->transfers->cancelAllOf(id);
    m_state->machineWatches.erase(id);
    m_state->pool->drop(id);
    for (const Run &run : *runs) {
        if (run.machineId != id || hasEnded(run.state))
            continue;
        const auto ended = m_state->store->updateRun(run.id, [](Run &lost) {
            if (hasEnded(lost.state))
                return;
            lost.state = RunState::Unknown;
            lost.message = tr("Its machine was removed while it ran.");
            lost.ended = QDateTime::currentDateTimeUtc();
        });
        if (!ended)
            return ended.error();
    }
    return m_state->store->removeMachine(id);
}

QFuture<Result<MachineFacts>> Workbench::inspect(qint64 machineId, std::stop_token stop)
{
    State *state = m_state.get();
    return state->async(stop, [state, machineId](std::stop_token token) -> Result<MachineFacts> {
        const auto machine = state->store->machine(machineId);
        if (!machine)
            return machine.error();
        const auto connection = state->connect(*machine, Interaction::Allowed, token);
        if (!connection)
            return connection.error();
        return state->inspect(*machine, **connection, false, token);
    });
}

QFuture<Result<HealthReport>> Workbench::checkMachine(qint64 machineId, const HealthRequest &request, const CheckStep &step,
                                                      std::stop_token stop)
{
    State *state = m_state.get();
    return state->async(stop, [this, state, machineId, request, step](std::stop_token token) -> Result<HealthReport> {
        if (const auto sensible = request.check(); !sensible)
            return sensible.error();
        const auto facts = HealthFacts::builtIn();
        if (!facts)
            return facts.error();
        const auto connection = state->connectTo(machineId, token);
        if (!connection)
            return connection.error();
        const auto asked = askForCheck(**connection, request, step, QDeadlineTimer(kCheckDeadline), token);
        if (!asked)
            return asked.error();
        // A check that could not be kept is worth as much now.
        if (keepCheck(*state->store, machineId, *asked))
            QMetaObject::invokeMethod(
                this, [this, machineId] { Q_EMIT machineChecked(machineId); }, Qt::QueuedConnection);
        return judgedCheck(*asked, *facts);
    });
}

Result<HealthReport> Workbench::keptCheck(qint64 checkId) const
{
    const auto facts = HealthFacts::builtIn();
    if (!facts)
        return facts.error();
    const auto record = m_state->store->check(checkId);
    if (!record)
        return record.error();
    const auto asked = askedCheck(*record);
    return asked ? judgedCheck(*asked, *facts) : Result<HealthReport>(asked.error());
}

TransferLinks Workbench::transferLinks(const Machine &machine)
{
    return trainyard::transferLinks(m_state->pool, machine, Interaction::Allowed);
}

QFuture<Result<RemoteFolder>> Workbench::listFolder(qint64 machineId, const QString &path, std::stop_token stop)
{
    State *state = m_state.get();
    return state->async(stop, [state, machineId, path](std::stop_token token) -> Result<RemoteFolder> {
        const auto connection = state->connectTo(machineId, token);
        if (!connection)
            return connection.error();
        const auto sftp = (*connection)->sftp(QDeadlineTimer(kDialDeadline), token);
        if (!sftp)
            return sftp.error();
        RemoteFolder folder;
        const auto real = (*sftp)->realPath(QString::fromUtf8(remotePathOf(path)), QDeadlineTimer(kInspectDeadline), token);
        if (!real)
            return real.error();
        folder.path = *real;
        auto files = (*sftp)->list(folder.path, QDeadlineTimer(kInspectDeadline), token);
        if (!files)
            return files.error();
        folder.files = std::move(*files);
        return folder;
    });
}

MachineWatch *Workbench::watchMachine(qint64 machineId)
{
    const auto machine = m_state->store->machine(machineId);
    std::unique_ptr<MachineWatch> &watch = m_state->machineWatches[machineId];
    // A sandbox that was started again may listen elsewhere.
    if (machine && (!watch || !(watch->machine().target == machine->target))) {
        watch = std::make_unique<MachineWatch>(*machine, m_state->pool);
        watch->start();
    }
    return watch.get();
}

QFuture<Result<Machine>> Workbench::startSandbox(const SandboxOptions &options, const StepReport &report, std::stop_token stop)
{
    State *state = m_state.get();
    return state->async(stop, [state, options, report](std::stop_token token) -> Result<Machine> {
        const auto status = trainyard::startSandbox(state->paths, options, report, token);
        if (!status)
            return status.error();
        {
            const std::lock_guard lock(state->factsGuard);
            state->facts.clear();
        }
        auto known = state->store->machine(kSandboxName);
        if (!known) {
            Machine machine;
            machine.name = kSandboxName;
            machine.kind = MachineKind::Sandbox;
            machine.target = status->target;
            machine.added = QDateTime::currentDateTimeUtc();
            return state->store->addMachine(machine);
        }
        if (known->kind != MachineKind::Sandbox) {
            return Error{
                ErrorCode::AlreadyExists, tr("Another machine is called “sandbox”. Remove or rename it, then start the sandbox."), {}};
        }
        known->target = status->target;
        const auto updated = state->store->updateMachine(*known);
        if (!updated)
            return updated.error();
        return known;
    });
}

QFuture<Result<void>> Workbench::stopSandbox(std::stop_token stop)
{
    State *state = m_state.get();
    return state->async(stop, [state](std::stop_token token) { return trainyard::stopSandbox(state->paths, token); });
}

QFuture<SandboxStatus> Workbench::sandboxStatus()
{
    State *state = m_state.get();
    return state->async({}, [state](std::stop_token) { return trainyard::sandboxStatus(state->paths); });
}

}  // namespace trainyard
