// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/runwatch.h"

#include "core/service/machines/connectionpool.h"
#include "core/service/runs/internal/eventsync.h"
#include "core/service/runs/internal/kernellines.h"
#include "core/service/runs/internal/runsync.h"
#include "core/service/runs/seencheckpoints.h"

#include <QElapsedTimer>

#include <atomic>
#include <condition_variable>
#include <mutex>

namespace trainyard {

namespace {

using namespace std::chrono_literals;
constexpr auto kDialDeadline = 20s;
constexpr auto kBusyPause = 200ms;  // between polls while something comes: 5 a second looks live
constexpr auto kIdlePause = 1s;     // and when nothing came: one sample a second is due anyway
constexpr auto kLockPause = 500ms;  // somebody else writes the copy: look whether it grew or became free

void pauseFor(std::chrono::milliseconds length, std::stop_token stop)
{
    std::mutex guard;
    std::condition_variable_any wake;
    std::unique_lock lock(guard);
    wake.wait_for(lock, stop, length, [] { return false; });
}

// Another program writes the copy: what it fetches is heard here too, and what it no longer fetches is not. One that is
// stopped, in a debugger or hung keeps the lock and writes nothing: then `ask` asks the machine, and where that has more the
// copy is taken over.
template <typename Tell, typename Report, typename Ask>
Result<void> waitForLock(LocalCopy &copy, const Tell &tell, const Report &report, const Ask &ask, std::stop_token stop)
{
    qint64 log = copy.size(QStringLiteral("log"));
    qint64 metrics = copy.size(QStringLiteral("metrics"));
    QElapsedTimer sinceHeard;
    sinceHeard.start();
    LinkState shown = LinkState::Connecting;
    const auto show = [&](LinkState state) {
        if (std::exchange(shown, state) != state)
            report(state, Error());
    };
    while (!copy.tryLock()) {
        if (const auto problem = copy.lockProblem())
            return *problem;
        pauseFor(kLockPause, stop);
        if (stop.stop_requested())
            return cancelledError();
        RunSync::Progress progress;
        progress.hasNewLog = log != std::exchange(log, copy.size(QStringLiteral("log")));
        progress.hasNewMetrics = metrics != std::exchange(metrics, copy.size(QStringLiteral("metrics")));
        progress.hasNewRun = true;
        bool isHeard = progress.hasNewLog || progress.hasNewMetrics;
        if (!isHeard && sinceHeard.hasExpired(std::chrono::milliseconds(kHolderSilence).count())) {
            const Result<std::optional<bool>> isBehind = ask();
            if (!isBehind)
                return isBehind.error();
            isHeard = isBehind->has_value();
            if (isBehind->value_or(false) && !copy.takeOver())
                return copy.lockProblem().value_or(cancelledError());
        }
        if (isHeard) {
            sinceHeard.start();
            show(LinkState::Live);
        }
        tell(progress, isHeard);
    }
    show(LinkState::Connecting);
    return {};
}

}  // namespace

struct RunWatch::State {
    State(const Run &r, const QString &directory, StateDatabase &s) : run(r), copy(directory), store(s) {}

    Run run;         // main thread
    LocalCopy copy;  // worker; its path functions anywhere
    StateDatabase &store;
    std::shared_ptr<ConnectionPool> pool;
    std::atomic<bool> mayAsk = false;

    LinkState linkState = LinkState::Idle;
    Error lastError;
    QDateTime lastHeard;

    std::atomic<bool> isComplete = false;
    std::mutex guard;
    bool hasHeard = false, hasNewLog = false, hasNewMetrics = false, hasNewRun = false, hasNewCheckpoints = false, isPosted = false;

    std::unique_ptr<LinkWorker> worker;  // last: joins before the rest goes
};

RunWatch::RunWatch(const Run &run, const Paths &paths, StateDatabase &store, std::shared_ptr<ConnectionPool> pool, QObject *parent)
    : QObject(parent), m_state(std::make_unique<State>(run, paths.runs() + u'/' + run.id, store))
{
    State *state = m_state.get();
    state->pool = std::move(pool);
    const bool isAtRest = isCopyComplete(run, state->copy);
    const auto machine = store.machines.find(run.machineId);
    if (isAtRest || !machine) {
        state->isComplete = isAtRest;
        return;
    }

    // Called on the worker; tells the main thread at most once per round of its event loop.
    const auto tell = [this, state](const RunSync::Progress &progress, bool hasHeard, bool hasNewCheckpoints = false) {
        const std::lock_guard lock(state->guard);
        state->hasHeard |= hasHeard;
        state->hasNewLog |= progress.hasNewLog;
        state->hasNewMetrics |= progress.hasNewMetrics;
        state->hasNewRun |= progress.hasNewRun;
        state->hasNewCheckpoints |= hasNewCheckpoints;
        if (std::exchange(state->isPosted, true))
            return;
        QMetaObject::invokeMethod(
            this,
            [this, state] {
                bool isHeard, hasLog, hasMetrics, hasRun, hasCheckpoints;
                {
                    const std::lock_guard inner(state->guard);
                    isHeard = std::exchange(state->hasHeard, false);
                    hasLog = std::exchange(state->hasNewLog, false);
                    hasMetrics = std::exchange(state->hasNewMetrics, false);
                    hasRun = std::exchange(state->hasNewRun, false);
                    hasCheckpoints = std::exchange(state->hasNewCheckpoints, false);
                    state->isPosted = false;
                }
                if (isHeard) {
                    state->lastHeard = QDateTime::currentDateTimeUtc();
                    Q_EMIT heard();
                }
                if (hasLog)
                    Q_EMIT logGrew();
                if (hasMetrics)
                    Q_EMIT metricsGrew();
                if (hasRun)
                    refresh();
                if (hasCheckpoints)
                    Q_EMIT checkpointsTouched();
            },
            Qt::QueuedConnection);
    };

    const auto report = [this, state](LinkState linkState, const Error &error) {
        QMetaObject::invokeMethod(
            this,
            [this, state, linkState, error] {
                state->linkState = linkState;
                state->lastError = error;
                Q_EMIT linkStateChanged(linkState);
            },
            Qt::QueuedConnection);
    };

    const auto dial = [state, machineId = run.machineId](std::stop_token stop) -> Result<std::shared_ptr<SshConnection>> {
        // Asked for each time: a sandbox that was started again listens elsewhere.
        const auto current = state->store.machines.find(machineId);
        if (!current)
            return current.error();
        const Interaction asking = state->mayAsk.exchange(false) ? Interaction::Allowed : Interaction::None;
        return state->pool->get(*current, asking, QDeadlineTimer(kDialDeadline), stop);
    };

    const auto awaitTurn = [state, tell, report, dial, id = run.id](std::stop_token stop) {
        const auto isBehind = [&]() -> Result<std::optional<bool>> {
            const auto latest = state->store.runs.find(id);
            if (!latest)
                return latest.error();
            // Who launches it holds the copy too, and nothing of it can be judged yet.
            if (latest->state == RunState::Preparing)
                return std::optional<bool>();
            const auto connection = dial(stop);
            if (!connection)
                return connection.error();
            const auto answer = isCopyBehind(*latest, state->copy, **connection, stop);
            return answer ? Result<std::optional<bool>>(*answer) : Result<std::optional<bool>>(answer.error());
        };
        return waitForLock(state->copy, tell, report, isBehind, stop);
    };

    const auto connect = [state, awaitTurn, dial](std::stop_token stop) -> Result<std::shared_ptr<SshConnection>> {
        if (const auto created = state->copy.create(); !created)
            return created.error();
        if (const auto turn = awaitTurn(stop); !turn)
            return turn.error();
        return dial(stop);
    };

    const auto work = [state, tell, awaitTurn, id = run.id](const LinkWorker::Link &link, std::stop_token stop) -> Result<bool> {
        const auto latest = state->store.runs.find(id);
        if (!latest)
            return latest.error();
        RunSync sync(*latest, state->copy, state->store);
        EventSync events(*latest, state->copy);
        CheckpointScanTimer checkpoints(*latest);
        while (!stop.stop_requested()) {
            const auto progress = sync.poll(link.connection, stop);
            if (state->copy.wasOvertaken()) {
                const auto turn = awaitTurn(stop);
                return turn ? Result<bool>(false) : Result<bool>(turn.error());
            }
            if (!progress)
                return progress.error();
            link.heard(true);
            // A lack of event files is no lack of the run: what fails here fails again at the next poll, or is of no matter.
            const auto fetched = progress->isComplete ? events.finish(link.connection, stop) : events.poll(link.connection, stop);
            if (!fetched && stop.stop_requested())
                return cancelledError();
            const bool hasNewCheckpoints = checkpoints.hasChanged(link.connection, progress->hasNewLog, progress->isComplete, stop);
            if (progress->isComplete) {
                if (!fetchKernelLines(state->store.runs.find(id).value_or(*latest), state->copy, link.connection, stop)
                    && stop.stop_requested())
                    return cancelledError();
                state->isComplete = true;
                state->copy.unlock();
            }
            tell(*progress, true, hasNewCheckpoints);
            if (progress->isComplete)
                return true;
            const bool isBusy = progress->hasNewLog;
            pauseFor(isBusy ? kBusyPause : kIdlePause, stop);
        }
        return cancelledError();
    };

    state->worker = std::make_unique<LinkWorker>(connect, work, report, state->pool->services());
}

RunWatch::~RunWatch() { m_state->worker.reset(); }

Run RunWatch::run() const { return m_state->run; }
LinkState RunWatch::linkState() const { return m_state->linkState; }
Error RunWatch::lastError() const { return m_state->lastError; }
QDateTime RunWatch::lastHeard() const { return m_state->lastHeard; }
bool RunWatch::isComplete() const { return m_state->isComplete; }
QString RunWatch::logFile() const { return m_state->copy.path(QStringLiteral("log")); }
qint64 RunWatch::logBytes() const { return m_state->copy.size(QStringLiteral("log")); }
QString RunWatch::metricsFile() const { return m_state->copy.path(QStringLiteral("metrics")); }
QString RunWatch::eventsFile() const { return m_state->copy.path(QStringLiteral("events")); }

void RunWatch::retryNow()
{
    m_state->mayAsk = true;
    if (m_state->worker)
        m_state->worker->retryNow();
}

void RunWatch::refresh()
{
    const auto latest = m_state->store.runs.find(m_state->run.id);
    if (!latest || *latest == m_state->run)
        return;
    m_state->run = *latest;
    Q_EMIT runChanged();
}

}  // namespace trainyard
