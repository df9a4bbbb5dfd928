// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/machines/machinewatch.h"

#include "core/execution/launchplan/onboxfiles.h"
#include "core/service/machines/connectionpool.h"
#include "core/service/machines/internal/streamlink.h"

#include <atomic>
#include <mutex>

namespace trainyard {

namespace {

using namespace std::chrono_literals;
constexpr auto kWatchDialDeadline = 20s;
constexpr size_t kHistory = 3600;  // an hour at 1 Hz
// Samples are handed over at multiples of this, so that those of a thousand machines wake their thread together.
constexpr auto kHandOver = 100ms;

std::chrono::milliseconds untilHandOver()
{
    const auto now = Reactor::Clock::now().time_since_epoch();
    return std::chrono::ceil<std::chrono::milliseconds>(kHandOver - now % kHandOver);
}

}  // namespace

struct MachineWatch::State {
    // Samples that have arrived and are not yet in the history. May outlive the watch.
    struct Arrivals {
        std::mutex guard;
        MachineWatch *watch = nullptr;  // null once stopped
        QList<MachineSample> samples;
        bool isPlanned = false;  // they will be handed over
    };

    Machine machine;
    std::shared_ptr<ConnectionPool> pool;
    // Set when a person pressed retry: the next dial, which may outlive this, may raise questions.
    const std::shared_ptr<std::atomic<bool>> mayAsk = std::make_shared<std::atomic<bool>>(false);

    LinkState linkState = LinkState::Idle;
    Error lastError;
    std::deque<MachineSample> history;

    std::shared_ptr<Arrivals> arrivals;    // of the present link
    std::unique_ptr<SampleParser> parser;  // the link's callbacks only

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
        const Interaction asking = mayAsk->exchange(false) ? Interaction::Allowed : Interaction::None;
        return pool->get(machine, asking, QDeadlineTimer(kWatchDialDeadline), stop);
    };

    // On the thread of this object.
    const auto take = [this, state] {
        QList<MachineSample> samples;
        {
            const std::lock_guard lock(state->arrivals->guard);
            state->arrivals->isPlanned = false;
            samples.swap(state->arrivals->samples);
        }
        state->history.insert(state->history.end(), samples.begin(), samples.end());
        while (state->history.size() > kHistory)
            state->history.pop_front();
        Q_EMIT sampled();
    };

    state->arrivals = std::make_shared<State::Arrivals>();
    state->arrivals->watch = this;
    const auto deliver = [arrivals = state->arrivals, reactor = std::weak_ptr(state->pool->services().reactor),
                          take](const QList<MachineSample> &samples) {
        const std::lock_guard lock(arrivals->guard);
        arrivals->samples += samples;
        while (arrivals->samples.size() > qsizetype(kHistory))  // a machine may send faster than a window draws
            arrivals->samples.removeFirst();
        if (samples.isEmpty() || std::exchange(arrivals->isPlanned, true))
            return;
        if (const auto present = reactor.lock()) {
            present->after(untilHandOver(), [arrivals, take] {
                const std::lock_guard inner(arrivals->guard);
                if (arrivals->watch)
                    QMetaObject::invokeMethod(arrivals->watch, take, Qt::QueuedConnection);
            });
        }
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
    StreamLink::Events events;
    events.started = [state] { state->parser = std::make_unique<SampleParser>(); };
    events.output = [state, deliver](QByteArrayView bytes) { deliver(state->parser->feed(bytes.toByteArray())); };
    events.state = report;
    RemoteCommand command;
    command.line = QStringLiteral("sh -s 1");                                 // ends when its output is closed
    static const QByteArray script = onboxFile(QStringLiteral("sample.sh"));  // shared: 12 KiB a machine
    command.input = script;
    state->link = StreamLink::start(state->pool->services(), connect, command, std::move(events));
}

void MachineWatch::stop()
{
    if (m_state->link) {
        m_state->link->stop();
        const std::lock_guard lock(m_state->arrivals->guard);
        m_state->arrivals->watch = nullptr;
    }
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

#include "moc_machinewatch.cpp"
