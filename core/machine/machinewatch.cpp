#include "core/machine/machinewatch.h"

#include "core/engine/onboxfiles.h"
#include "core/machine/connectionpool.h"

#include <atomic>
#include <mutex>

namespace trainyard {

namespace {

using namespace std::chrono_literals;
constexpr auto kDialDeadline = 20s;
constexpr auto kStaleAfter = 3s;     // three missed samples at 1 Hz
constexpr auto kDeadAfter = 15s;     // TCP notices a dead link after 11 s; this is a sampler that hangs
constexpr size_t kHistory = 3600;    // an hour at 1 Hz

}  // namespace

struct MachineWatch::State {
    Machine machine;
    std::shared_ptr<ConnectionPool> pool;
    std::atomic<bool> mayAsk = false;    // a person pressed retry: the next dial may raise questions

    LinkState linkState = LinkState::Idle;
    Error lastError;
    std::deque<MachineSample> history;

    std::mutex guard;
    QList<MachineSample> arrived;        // from the worker, not yet in history
    bool isPosted = false;

    std::unique_ptr<LinkWorker> worker;  // last: joins before the rest goes
};

MachineWatch::MachineWatch(const Machine &machine, std::shared_ptr<ConnectionPool> pool, QObject *parent)
    : QObject(parent), m_state(std::make_unique<State>())
{
    m_state->machine = machine;
    m_state->pool = std::move(pool);
}

MachineWatch::~MachineWatch() { stop(); }

const Machine &MachineWatch::machine() const { return m_state->machine; }
LinkState MachineWatch::linkState() const { return m_state->linkState; }
Error MachineWatch::lastError() const { return m_state->lastError; }
const std::deque<MachineSample> &MachineWatch::history() const { return m_state->history; }

void MachineWatch::start()
{
    if (m_state->worker)
        return;
    State *state = m_state.get();

    const auto connect = [state](std::stop_token stop) {
        const Asking asking = state->mayAsk.exchange(false) ? Asking::Allowed : Asking::Silent;
        return state->pool->get(state->machine, asking, QDeadlineTimer(kDialDeadline), stop);
    };

    const auto deliver = [this, state](const QList<MachineSample> &samples) {
        const std::lock_guard lock(state->guard);
        state->arrived += samples;
        while (state->arrived.size() > qsizetype(kHistory))   // a machine may send faster than a window draws
            state->arrived.removeFirst();
        if (samples.isEmpty() || std::exchange(state->isPosted, true))
            return;
        QMetaObject::invokeMethod(this, [this, state] {
            {
                const std::lock_guard inner(state->guard);
                state->isPosted = false;
                state->history.insert(state->history.end(), state->arrived.begin(), state->arrived.end());
                state->arrived.clear();
            }
            while (state->history.size() > kHistory)
                state->history.pop_front();
            Q_EMIT sampled();
        }, Qt::QueuedConnection);
    };

    const auto work = [deliver](const LinkWorker::Link &link, std::stop_token stop) -> Result<bool> {
        RemoteCommand command;
        command.line = QStringLiteral("sh -s 1");   // ends when its output is closed
        command.input = onboxFile(QStringLiteral("sample.sh"));
        auto stream = link.connection.start(command, QDeadlineTimer(kDialDeadline), stop);
        if (!stream)
            return stream.error();
        SampleParser parser;
        QDeadlineTimer silence(kDeadAfter);
        while (!stop.stop_requested()) {
            const auto chunk = (*stream)->read(QDeadlineTimer(kStaleAfter), stop);
            if (!chunk && chunk.error().code == ErrorCode::TimedOut && !silence.hasExpired()) {
                link.heard(false);
                continue;
            }
            if (!chunk)
                return chunk.error();
            if (!chunk->out.isEmpty()) {
                silence.setRemainingTime(kDeadAfter);
                link.heard(true);
                deliver(parser.feed(chunk->out));
            }
            if (chunk->isEnd) {
                return Error{ErrorCode::RemoteCommandFailed,
                             tr("The sampler on the machine ended. It is started again."),
                             QString::fromUtf8(chunk->err.left(400))};
            }
        }
        return cancelledError();
    };

    const auto report = [this, state](LinkState linkState, const Error &error) {
        QMetaObject::invokeMethod(this, [this, state, linkState, error] {
            state->linkState = linkState;
            state->lastError = error;
            Q_EMIT linkStateChanged(linkState);
        }, Qt::QueuedConnection);
    };
    m_state->worker = std::make_unique<LinkWorker>(connect, work, report);
}

void MachineWatch::stop()
{
    m_state->worker.reset();
    m_state->linkState = LinkState::Idle;
}

void MachineWatch::retryNow()
{
    m_state->mayAsk = true;
    if (m_state->worker)
        m_state->worker->retryNow();
}

}  // namespace trainyard
