// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/machines/tunnelmanager.h"

#include "core/service/machines/connectionpool.h"
#include "core/service/machines/servicecontext.h"
#include "core/storage/database/statedatabase.h"

#include <QCoreApplication>
#include <QThreadPool>
#include <QTimer>
#include <QtConcurrentRun>

#include <algorithm>
#include <atomic>
#include <list>
#include <mutex>

namespace trainyard {

namespace {

using namespace std::chrono_literals;
constexpr auto kTend = 1s;
constexpr int kOpeningThreads = 4;

}  // namespace

struct TunnelManager::State {
    struct Held {
        MachineId machineId;
        TunnelRecord record;
        std::unique_ptr<TunnelRegister::Entry> entry;
        std::shared_ptr<Tunnel> tunnel;

        OpenTunnel shown() const { return {machineId, record, tunnel->state()}; }
    };

    QString directory;
    const StateDatabase *store = nullptr;
    std::shared_ptr<ConnectionPool> pool;
    std::stop_source end;
    mutable std::mutex guard;
    std::list<Held> held;
    std::function<void()> changed;     // any thread
    std::atomic<bool> isTold = false;  // a changed() is on its way
    QThreadPool threads;

    std::shared_ptr<Tunnel> tunnelTo(MachineId machineId, const RemoteEndpoint &remote, quint16 localPort) const
    {
        const std::lock_guard lock(guard);
        for (const Held &one : held) {
            if (one.machineId == machineId && one.record.remote == remote && (localPort == 0 || localPort == one.record.localPort))
                return one.tunnel;
        }
        return nullptr;
    }

    // Tunnels end without the lock held: their threads may be reporting a change.
    template <typename Which>
    bool drop(Which which)
    {
        std::list<Held> gone;
        {
            const std::lock_guard lock(guard);
            for (auto one = held.begin(); one != held.end();) {
                const auto next = std::next(one);
                if (which(*one))
                    gone.splice(gone.end(), held, one);
                one = next;
            }
        }
        return !gone.empty();
    }

    Result<std::shared_ptr<Tunnel>> start(const Machine &machine, const RemoteEndpoint &remote, quint16 localPort)
    {
        // Looks the machine up each time: a sandbox that was restarted listens elsewhere.
        const auto connect = [pool = pool, store = store, id = machine.id,
                              isFirst = std::make_shared<bool>(true)](std::stop_token stop) -> Result<std::shared_ptr<SshConnection>> {
            TRY(const auto now, store->machines.find(id));
            const Interaction asking = std::exchange(*isFirst, false) ? Interaction::Allowed : Interaction::None;
            return pool->get(now, asking, QDeadlineTimer(kDialDeadline), stop);
        };
        TRY(auto opened, Tunnel::open(machine.name, remote, localPort, connect, changed));
        std::shared_ptr<Tunnel> tunnel = std::move(opened);
        Held one;
        one.machineId = machine.id;
        one.record = {machine.name, remote, tunnel->localPort(), QCoreApplication::applicationPid()};
        one.tunnel = tunnel;
        TRY(auto entry, TunnelRegister(directory).add(one.record));
        one.entry = std::move(entry);
        const std::lock_guard lock(guard);
        held.push_back(std::move(one));
        return tunnel;
    }

    Result<OpenTunnel> open(const Machine &machine, const RemoteEndpoint &remote, quint16 localPort, const std::stop_token &stop)
    {
        std::shared_ptr<Tunnel> tunnel = tunnelTo(machine.id, remote, localPort);
        const bool isNew = !tunnel;
        if (isNew) {
            TRY(auto started, start(machine, remote, localPort ? localPort : remote.port));
            tunnel = std::move(started);
        }
        changed();
        std::stop_source either;
        const std::stop_callback onStop(stop, [&] { either.request_stop(); });
        const std::stop_callback onEnd(end.get_token(), [&] { either.request_stop(); });
        const auto ready = tunnel->waitReady(QDeadlineTimer(QDeadlineTimer::Forever), either.get_token());
        if (!ready) {
            if (isNew)
                drop([&](const Held &one) { return one.tunnel == tunnel; });
            changed();
            return ready.error();
        }
        const std::lock_guard lock(guard);
        for (const Held &one : held) {
            if (one.tunnel == tunnel)
                return one.shown();
        }
        return cancelledError();  // closed meanwhile
    }
};

TunnelManager::TunnelManager(const QString &directory, const StateDatabase &store, std::shared_ptr<ConnectionPool> pool, QObject *parent)
    : QObject(parent), m_state(std::make_shared<State>())
{
    m_state->directory = directory;
    m_state->store = &store;
    m_state->pool = std::move(pool);
    m_state->threads.setMaxThreadCount(kOpeningThreads);
    m_state->changed = [this, state = m_state.get()] {
        if (state->isTold.exchange(true))
            return;
        QMetaObject::invokeMethod(
            this,
            [this, state] {
                state->isTold = false;
                Q_EMIT changed();
            },
            Qt::QueuedConnection);
    };
    auto *timer = new QTimer(this);
    connect(timer, &QTimer::timeout, this, &TunnelManager::tend);
    timer->start(kTend);
}

TunnelManager::~TunnelManager()
{
    m_state->end.request_stop();
    m_state->threads.waitForDone();
    m_state->drop([](const State::Held &) { return true; });
}

QFuture<Result<OpenTunnel>> TunnelManager::open(const Machine &machine, const RemoteEndpoint &remote, quint16 localPort,
                                                std::stop_token stop)
{
    return QtConcurrent::run(&m_state->threads, [state = m_state.get(), machine, remote, localPort, stop] {
        return state->open(machine, remote, localPort, stop);
    });
}

void TunnelManager::close(quint16 localPort)
{
    if (m_state->drop([&](const State::Held &one) { return one.record.localPort == localPort; }))
        m_state->changed();
}

QList<OpenTunnel> TunnelManager::tunnels() const
{
    const std::lock_guard lock(m_state->guard);
    QList<OpenTunnel> shown;
    for (const State::Held &one : m_state->held)
        shown << one.shown();
    return shown;
}

TunnelRegister TunnelManager::everyone() const { return TunnelRegister(m_state->directory); }

void TunnelManager::tend()
{
    if (m_state->drop([](const State::Held &one) { return !one.entry->isWanted(); }))
        m_state->changed();
}

}  // namespace trainyard

#include "moc_tunnelmanager.cpp"
