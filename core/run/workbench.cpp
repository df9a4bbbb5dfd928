#include "core/run/workbench.h"

#include "core/machine/connectionpool.h"
#include "core/machine/transferlinks.h"
#include "core/machine/transferqueue.h"
#include "core/machine/machineinspector.h"
#include "core/machine/tunnelmanager.h"
#include "core/run/runsync.h"
#include "core/run/runwatch.h"

#include <QCoreApplication>
#include <QHash>
#include <QThreadPool>
#include <QTimer>
#include <QtConcurrent>

#include <future>
#include <map>
#include <mutex>
#include <vector>

namespace trainyard {

namespace {

using namespace std::chrono_literals;
constexpr auto kDialDeadline = 30s;
constexpr auto kInspectDeadline = 60s;       // docker and podman may take 10 and 20 s to say that they are stuck
constexpr auto kFactsAge = 60s;              // an engine installed a minute ago is seen
constexpr int kThreads = 16;                 // blocking work on machines, not CPU work
constexpr auto kDatabasePoll = 500ms;        // another program's changes show within this time
constexpr auto kLeasePoll = 5s;              // half of the shortest lease

const QString kSandboxName = QStringLiteral("sandbox");

bool isLinkProblem(ErrorCode code)
{
    const int status = exitStatus(code);
    return status == exitStatus(ErrorCode::Unreachable) || status == exitStatus(ErrorCode::AuthenticationFailed);
}

// One stop source that both the caller's token and the workbench's end can trigger.
struct Joined {
    Joined(const std::stop_token &first, const std::stop_token &second)
        : onFirst(first, [this] { source.request_stop(); }), onSecond(second, [this] { source.request_stop(); })
    {
    }
    std::stop_source source;
    std::stop_callback<std::function<void()>> onFirst, onSecond;
};

}  // namespace

struct Workbench::State {
    Paths paths;
    std::unique_ptr<Store> store;
    std::shared_ptr<ConnectionPool> pool;
    SshQuestions questions;
    std::stop_source end;
    QThreadPool threads;
    QTimer databasePoll, leasePoll;
    QFuture<void> leaseRound;                    // the one on its way
    std::unique_ptr<LeaseDesk> leases;
    qint64 changeCounter = 0;
    std::map<qint64, std::unique_ptr<MachineWatch>> machineWatches;
    std::map<QString, std::unique_ptr<RunWatch>> runWatches;
    std::unique_ptr<TunnelManager> tunnels;
    std::unique_ptr<TransferQueue> transfers;

    std::mutex factsGuard;
    struct Known {
        MachineFacts facts;
        QDeadlineTimer until;
    };
    QHash<qint64, Known> facts;

    // Runs `work(stop)` on the pool; the program's end cancels it.
    template <typename Work>
    auto async(std::stop_token stop, Work work)
    {
        return QtConcurrent::run(&threads, [this, stop, work = std::move(work)] {
            Joined joined(stop, end.get_token());
            return work(joined.source.get_token());
        });
    }

    Result<std::shared_ptr<SshConnection>> connect(const Machine &machine, Asking asking, std::stop_token stop)
    {
        return pool->get(machine, asking, QDeadlineTimer(kDialDeadline), stop);
    }

    Result<MachineFacts> inspect(const Machine &machine, SshConnection &connection, bool mayBeOld,
                                 std::stop_token stop)
    {
        if (mayBeOld) {
            const std::lock_guard lock(factsGuard);
            const auto known = facts.constFind(machine.id);
            if (known != facts.constEnd() && !known->until.hasExpired())
                return known->facts;
        }
        auto asked = inspectMachine(connection, QDeadlineTimer(kInspectDeadline), stop);
        if (asked) {
            const std::lock_guard lock(factsGuard);
            facts[machine.id] = Known{*asked, QDeadlineTimer(kFactsAge)};
        }
        return asked;
    }

    // Polls until nothing new comes, or only until the state is known: a log of any length must not hold up a list.
    // Whoever else holds the copy keeps it fresh, then there is nothing to do.
    enum class Want { Everything, State };
    Result<void> sync(const Run &run, Asking asking, Want want, std::stop_token stop)
    {
        const auto machine = store->machine(run.machineId);
        if (!machine)
            return machine.error();
        LocalCopy copy(paths.runs() + u'/' + run.id);
        if (const auto created = copy.create(); !created)
            return created;
        if (!copy.tryLock()) {
            const auto problem = copy.lockProblem();
            return problem ? Result<void>(*problem) : Result<void>();
        }
        const auto connection = connect(*machine, asking, stop);
        if (!connection)
            return connection.error();
        if (run.state == RunState::Running && isRenewalDue(copy))
            static_cast<void>(renewLease(run, copy, **connection, stop));   // there is time for several more attempts
        RunSync sync(run, copy, *store);
        // An end is believed on the second look, so at least two polls.
        for (int polls = 1;; ++polls) {
            const auto progress = sync.poll(**connection, stop);
            if (!progress)
                return progress.error();
            if (progress->isComplete || (polls >= 2 && (progress->isCaughtUp || want == Want::State)))
                return {};
        }
    }

    Result<Task> taskOf(const QString &runId) const
    {
        const LocalCopy copy(paths.runs() + u'/' + runId);
        if (!copy.has(QStringLiteral("task.yaml"))) {
            return Error{ErrorCode::NotFound,
                         QCoreApplication::translate("trainyard::Workbench",
                             "The task of this run is not on this computer. Launch it from its task file."), runId};
        }
        return readTask(copy.read(QStringLiteral("task.yaml"), 0, 1 << 20), copy.path(QStringLiteral("task.yaml")));
    }
};

Result<std::unique_ptr<Workbench>> Workbench::open(const Paths &paths, SshQuestions questions)
{
    auto store = Store::open(paths.database());
    if (!store)
        return store.error();
    auto state = std::make_unique<State>();
    state->paths = paths;
    state->store = *std::move(store);
    state->questions = questions;
    state->pool = std::make_shared<ConnectionPool>(std::move(questions));
    state->leases = std::make_unique<LeaseDesk>(state->paths, *state->store, *state->pool);
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
}

Workbench::~Workbench()
{
    m_state->end.request_stop();
    m_state->transfers.reset();
    m_state->tunnels.reset();
    m_state->runWatches.clear();
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
Store &Workbench::store() { return *m_state->store; }
TunnelManager &Workbench::tunnels() { return *m_state->tunnels; }

TransferQueue &Workbench::transfers()
{
    if (!m_state->transfers) {
        m_state->transfers = std::make_unique<TransferQueue>(m_state->paths.transfers(), *m_state->store,
                                                             [this](const Machine &machine) { return transferLinks(machine); });
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
            return Error{ErrorCode::AlreadyExists,
                         tr("There is a machine called %1 already. Choose another name.").arg(machine.name), {}};
        }
        LoginMemory memory;
        const auto connection = SshConnection::open(machine.target, memory.listening(state->questions),
                                                    QDeadlineTimer(kDialDeadline), token, state->pool->services().reactor);
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

QFuture<Result<ConnectionReport>> Workbench::testMachine(qint64 machineId, const ConnectionTest::Report &report,
                                                         std::stop_token stop)
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
    return m_state->async({}, [folder, name, passphrase](std::stop_token) {
        return KeyStore(folder).generate(name, passphrase, name);
    });
}

QFuture<Result<StoredKey>> Workbench::readKey(const QString &path)
{
    return m_state->async({}, [path](std::stop_token) { return readStoredKey(path); });
}

Result<void> Workbench::removeMachine(qint64 id)
{
    const auto runs = m_state->store->runs();
    if (!runs)
        return runs.error();
    for (const Run &run : *runs) {
        if (run.machineId == id && !hasEnded(run.state)) {
            return Error{ErrorCode::AlreadyExists,
                         tr("%1 still runs there. Stop it first.").arg(run.name), run.id};
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
    return m_state->store->removeMachine(id);
}

QFuture<Result<MachineFacts>> Workbench::inspect(qint64 machineId, std::stop_token stop)
{
    State *state = m_state.get();
    return state->async(stop, [state, machineId](std::stop_token token) -> Result<MachineFacts> {
        const auto machine = state->store->machine(machineId);
        if (!machine)
            return machine.error();
        const auto connection = state->connect(*machine, Asking::Allowed, token);
        if (!connection)
            return connection.error();
        return state->inspect(*machine, **connection, false, token);
    });
}

TransferLinks Workbench::transferLinks(const Machine &machine)
{
    return trainyard::transferLinks(m_state->pool, machine, Asking::Allowed);
}

QFuture<Result<RemoteFolder>> Workbench::listFolder(qint64 machineId, const QString &path, std::stop_token stop)
{
    State *state = m_state.get();
    return state->async(stop, [state, machineId, path](std::stop_token token) -> Result<RemoteFolder> {
        const auto machine = state->store->machine(machineId);
        if (!machine)
            return machine.error();
        const auto connection = state->connect(*machine, Asking::Allowed, token);
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

QFuture<Result<Machine>> Workbench::startSandbox(const SandboxOptions &options, const StepReport &report,
                                                 std::stop_token stop)
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
            return Error{ErrorCode::AlreadyExists,
                         tr("Another machine is called “sandbox”. Remove or rename it, then start the sandbox."), {}};
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

QFuture<Result<LaunchPreview>> Workbench::preview(const LaunchRequest &request, std::stop_token stop)
{
    State *state = m_state.get();
    return state->async(stop, [state, request](std::stop_token token) -> Result<LaunchPreview> {
        const auto machine = state->store->machine(request.machineId);
        if (!machine)
            return machine.error();
        const auto connection = state->connect(*machine, Asking::Allowed, token);
        if (!connection)
            return connection.error();
        const auto facts = state->inspect(*machine, **connection, true, token);
        if (!facts)
            return facts.error();
        return Launcher(state->paths, *state->store).preview(request, *facts);
    });
}

QFuture<Result<Run>> Workbench::launch(const LaunchRequest &request, const StepReport &report, std::stop_token stop)
{
    State *state = m_state.get();
    return state->async(stop, [state, request, report, stop](std::stop_token token) -> Result<Run> {
        const auto machine = state->store->machine(request.machineId);
        if (!machine)
            return machine.error();
        const StepReport say = report ? report : [](const QString &) {};
        say(tr("Connecting to %1").arg(machine->name));
        const auto connection = state->connect(*machine, Asking::Allowed, token);
        if (!connection)
            return connection.error();
        say(tr("Looking at the machine"));
        // The file channel takes several round trips to open; here they cost none. Launcher finds it open, or its
        // error: the connection keeps one for all.
        const auto files = std::async(std::launch::async, [&connection, token] {
            return (*connection)->sftp(QDeadlineTimer(kDialDeadline), token);
        });
        const auto facts = state->inspect(*machine, **connection, true, token);
        if (!facts)
            return facts.error();
        return Launcher(state->paths, *state->store)
            .launch(request, *machine, *facts, **connection, say, token, stop);
    });
}

QFuture<Result<Run>> Workbench::stopRun(const QString &runId, std::stop_token stop)
{
    State *state = m_state.get();
    return state->async(stop, [state, runId](std::stop_token token) -> Result<Run> {
        const auto run = state->store->run(runId);
        if (!run)
            return run.error();
        const auto machine = state->store->machine(run->machineId);
        if (!machine)
            return machine.error();
        const auto connection = state->connect(*machine, Asking::Allowed, token);
        if (!connection)
            return connection.error();
        return Launcher(state->paths, *state->store).stop(*run, **connection, token);
    });
}

QFuture<Result<LeaseState>> Workbench::lease(const QString &runId, const LeaseWish &wish, std::stop_token stop)
{
    State *state = m_state.get();
    return state->async(stop, [state, runId, wish](std::stop_token token) { return state->leases->ask(runId, wish, token); });
}

QFuture<Result<QMap<QString, Error>>> Workbench::refreshRuns(std::stop_token stop)
{
    using Problems = QMap<QString, Error>;
    State *state = m_state.get();
    return state->async(stop, [state](std::stop_token token) -> Result<Problems> {
        const auto runs = state->store->runs();
        if (!runs)
            return runs.error();
        std::map<qint64, QList<Run>> byMachine;
        for (const Run &run : *runs) {
            if (!hasEnded(run.state))
                byMachine[run.machineId] << run;
        }
        std::vector<std::future<Problems>> asked;
        for (const auto &[machineId, itsRuns] : byMachine) {
            asked.push_back(std::async(std::launch::async, [state, token, &mine = itsRuns] {
                Problems problems;
                std::optional<Error> noLink;   // once is enough to learn that a machine is away
                for (const Run &run : mine) {
                    const Result<void> synced =
                        noLink ? Result<void>(*noLink) : state->sync(run, Asking::Silent, State::Want::State, token);
                    if (synced)
                        continue;
                    problems[run.id] = synced.error();
                    if (isLinkProblem(synced.error().code))
                        noLink = synced.error();
                }
                return problems;
            }));
        }
        Problems all;
        for (auto &problems : asked)
            all.insert(problems.get());
        return token.stop_requested() ? Result<Problems>(cancelledError()) : Result<Problems>(all);
    });
}

QFuture<Result<Run>> Workbench::syncRun(const QString &runId, std::stop_token stop)
{
    State *state = m_state.get();
    return state->async(stop, [state, runId](std::stop_token token) -> Result<Run> {
        const auto run = state->store->run(runId);
        if (!run || isCopyComplete(*run, LocalCopy(state->paths.runs() + u'/' + runId)))
            return run;
        const auto synced = state->sync(*run, Asking::Allowed, State::Want::Everything, token);
        if (!synced)
            return synced.error();
        return state->store->run(runId);
    });
}

RunWatch *Workbench::watchRun(const QString &runId)
{
    std::unique_ptr<RunWatch> &watch = m_state->runWatches[runId];
    if (!watch) {
        const auto run = m_state->store->run(runId);
        if (run) {
            watch = std::make_unique<RunWatch>(*run, m_state->paths, *m_state->store, m_state->pool);
            connect(watch.get(), &RunWatch::runChanged, this, &Workbench::runsChanged);
        }
    }
    return watch.get();
}

Result<LaunchRequest> Workbench::resumeFrom(const FoundCheckpoint &from) const
{
    const auto task = m_state->taskOf(from.run.id);
    if (!task)
        return task.error();
    return resumeRequest(*task, from);
}

Result<Task> Workbench::taskOf(const QString &runId) const { return m_state->taskOf(runId); }

QFuture<Result<CheckpointScan>> Workbench::findCheckpoints(const QString &lineage, std::stop_token stop)
{
    State *state = m_state.get();
    return state->async(stop, [state, lineage](std::stop_token token) -> Result<CheckpointScan> {
        const auto runs = state->store->runs();
        if (!runs)
            return runs.error();
        CheckpointScan scan;
        for (const Run &run : runsWithCheckpoints(*runs)) {
            if (!lineage.isEmpty() && run.lineage != lineage)
                continue;
            const auto look = [&]() -> Result<QList<FoundCheckpoint>> {
                const auto task = state->taskOf(run.id);
                if (!task)
                    return task.error();
                const auto machine = state->store->machine(run.machineId);
                if (!machine)
                    return machine.error();
                const auto connection = state->connect(*machine, Asking::Silent, token);
                if (!connection)
                    return connection.error();
                return scanCheckpoints(run, *task, **connection, token);
            };
            const auto found = look();
            if (token.stop_requested())
                return cancelledError();
            if (found)
                scan.found += *found;
            else
                scan.problems << CheckpointScan::Problem{run, found.error()};
        }
        return scan;
    });
}

}  // namespace trainyard
