#include "core/machine/machinewatch.h"

#include "core/engine/onboxfiles.h"
#include "core/machine/connectionpool.h"
#include "core/machine/streamlink.h"

#include <atomic>
#include <mutex>

namespace trainyard {

namespace {

using namespace std::chrono_literals;
constexpr auto kDialDeadline = 20s;
constexpr size_t kHistory = 3600;    // an hour at 1 Hz

}  // namespace

struct MachineWatch::State {
    Machine machine;
    std::shared_ptr<ConnectionPool> pool;
    // A person pressed retry: the next dial, which may outlive this, may raise questions.
    const std::shared_ptr<std::atomic<bool>> mayAsk = std::make_shared<std::atomic<bool>>(false);

    LinkState linkState = LinkState::Idle;
    Error lastError;
    std::deque<MachineSample> history;

    std::mutex guard;
    QList<MachineSample> arrived;        // not yet in history
    bool isPosted = false;
    std::unique_ptr<SampleParser> parser;   // the link's callbacks only

    std::shared_ptr<StreamLink> link;
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
    if (m_state->link)
        return;
    State *state = m_state.get();

    const auto connect = [machine = state->machine, pool = state->pool, mayAsk = state->mayAsk](std::stop_token stop) {
        const Asking asking = mayAsk->exchange(false) ? Asking::Allowed : Asking::Silent;
        return pool->get(machine, asking, QDeadlineTimer(kDialDeadline), stop);
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

    const auto report = [this, state](LinkState linkState, const Error &error) {
        QMetaObject::invokeMethod(this, [this, state, linkState, error] {
            state->linkState = linkState;
            state->lastError = error;
            Q_EMIT linkStateChanged(linkState);
        }, Qt::QueuedConnection);
    };
    StreamLink::Events events;
    events.started = [state] { state->parser = std::make_unique<SampleParser>(); };
    events.output = [state, deliver](QByteArrayView bytes) {
        deliver(state->parser->feed(bytes.toByteArray()));
    };
    events.state = report;
    RemoteCommand command;
    command.line = QStringLiteral("sh -s 1");   // ends when its output is closed
    static const QByteArray script = onboxFile(QStringLiteral("sample.sh"));   // shared: 12 KiB a machine
    command.input = script;
    state->link = StreamLink::start(state->pool->services(), connect, command, std::move(events));
}

void MachineWatch::stop()
{
    if (m_state->link)
        m_state->link->stop();
    m_state->link.reset();
    m_state->linkState = LinkState::Idle;
}

void MachineWatch::retryNow()
{
    *m_state->mayAsk = true;
    if (m_state->link)
        m_state->link->retryNow();
}

}  // namespace trainyard
