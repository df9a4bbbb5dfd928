// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/runwatch.h"

#include "core/execution/registry/executionbackends.h"
#include "core/service/machines/connectionpool.h"
#include "core/service/runs/internal/copyturn.h"
#include "core/service/runs/internal/eventsync.h"
#include "core/service/runs/internal/kernellines.h"
#include "core/service/runs/internal/runsync.h"
#include "core/service/runs/seencheckpoints.h"

#include <atomic>
#include <mutex>

namespace trainyard {

namespace {

using namespace std::chrono_literals;
constexpr auto kWatchDialDeadline = 20s;
constexpr auto kBusyPause = 200ms;  // between polls while data arrives: 5 a second looks live
constexpr auto kIdlePause = 1s;     // when nothing arrived: one sample a second is due anyway
constexpr auto kQueuePause = 5s;    // while a scheduler keeps it waiting, perhaps for days
constexpr auto kFirstLine = 15s;    // a person who has just started a run waits for its first line

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

    // What the worker continues from at its next step, since it connected or got its turn to write the copy.
    struct Attached {
        Attached(const Run &latest, LocalCopy &copy, StateDatabase &store)
            : sync(latest, copy, store), events(latest, copy), checkpoints(latest),
              isNew(latest.started.isValid() && latest.started.secsTo(QDateTime::currentDateTimeUtc()) < kFirstLine.count())
        {
        }
        RunSync sync;
        EventSync events;
        CheckpointScanTimer checkpoints;
        bool isNew;
        QDeadlineTimer firstLine{kFirstLine};
    };
    std::optional<CopyTurn> turn;
    bool isTurnAwaited = false;  // another program took the copy over
    std::optional<Attached> attached;

    std::unique_ptr<LinkWorker> worker;  // last: waits for its step before the other members are destroyed
};

RunWatch::RunWatch(const Run &run, const Paths &paths, StateDatabase &store, std::shared_ptr<ConnectionPool> pool, QObject *parent)
    : QObject(parent), m_state(std::make_unique<State>(run, paths.runs() + u'/' + run.id.text(), store))
{
    State *state = m_state.get();
    state->pool = std::move(pool);
    const bool isAtRest = isCopyComplete(run, state->copy);
    const auto machine = store.machines.find(run.head().machineId);
    if (isAtRest || !machine) {
        state->isComplete = isAtRest;
        return;
    }

    // Called on the worker; notifies the main thread at most once per round of its event loop.
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

    const auto dial = [state, machineId = run.head().machineId](std::stop_token stop) -> Result<std::shared_ptr<SshConnection>> {
        // Looked up each time: a sandbox that was restarted listens elsewhere.
        TRY(const auto current, state->store.machines.find(machineId));
        const Interaction asking = state->mayAsk.exchange(false) ? Interaction::Allowed : Interaction::None;
        return state->pool->get(current, asking, QDeadlineTimer(kWatchDialDeadline), stop);
    };

    const auto isBehind = [state, dial, id = run.id](std::stop_token stop) -> Result<std::optional<bool>> {
        TRY(const auto latest, state->store.runs.find(id));
        // The launching program holds the copy too, and nothing in it can be judged yet.
        if (latest.state == RunState::Preparing)
            return std::optional<bool>();
        TRY(const auto connection, dial(stop));
        const auto answer = isCopyBehind(latest, state->copy, *connection, stop);
        return answer ? Result<std::optional<bool>>(*answer) : Result<std::optional<bool>>(answer.error());
    };
    state->turn.emplace(state->copy, CopyTurn::Events{tell, [report](LinkState changed) { report(changed, Error()); }, isBehind});

    const auto connect = [state, dial](std::stop_token stop) -> Result<std::shared_ptr<SshConnection>> {
        state->attached.reset();
        state->isTurnAwaited = false;
        TRY_DO(state->copy.create());
        TRY(const auto isMine, state->turn->look(stop));
        return isMine ? dial(stop) : Result<std::shared_ptr<SshConnection>>(nullptr);
    };

    const auto work = [state, tell, id = run.id](const LinkWorker::Link &link, std::stop_token stop) -> Result<LinkWorker::Next> {
        if (state->isTurnAwaited) {
            TRY(const auto isMine, state->turn->look(stop));
            state->isTurnAwaited = !isMine;
            if (!isMine)
                return LinkWorker::Next::stepAfter(LinkWorker::kAskAgain);
        }
        if (!state->attached) {
            TRY(const auto latest, state->store.runs.find(id));
            state->attached.emplace(latest, state->copy, state->store);
        }
        State::Attached &now = *state->attached;
        const auto progress = now.sync.poll(link.connection, stop);
        if (state->copy.wasOvertaken()) {
            state->attached.reset();
            state->isTurnAwaited = true;
            return LinkWorker::Next::stepAfter(0ms);
        }
        if (!progress)
            return progress.error();
        link.heard(true);
        // Missing event files are no failure of the run: what fails here either fails again at the next poll or does not matter.
        const auto fetched = progress->isComplete ? now.events.finish(link.connection, stop) : now.events.poll(link.connection, stop);
        if (!fetched && stop.stop_requested())
            return cancelledError();
        const bool hasNewCheckpoints = now.checkpoints.hasChanged(link.connection, progress->hasNewLog, progress->isComplete, stop);
        if (progress->isComplete) {
            const Run latest = state->store.runs.find(id).value_or(now.sync.run());
            if (!fetchKernelLines(latest, state->copy, link.connection, stop) && stop.stop_requested())
                return cancelledError();
            state->isComplete = true;
            state->copy.unlock();
        }
        tell(*progress, true, hasNewCheckpoints);
        if (progress->isComplete) {
            state->attached.reset();
            return LinkWorker::Next::done();
        }
        now.isNew = now.isNew && !progress->hasNewLog && !now.firstLine.hasExpired();
        if (now.sync.run().state == RunState::Waiting && capabilitiesOf(now.sync.run().engine).isScheduled)
            return LinkWorker::Next::stepAfter(kQueuePause);
        return LinkWorker::Next::stepAfter(progress->hasNewLog || now.isNew ? kBusyPause : kIdlePause);
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

#include "moc_runwatch.cpp"
