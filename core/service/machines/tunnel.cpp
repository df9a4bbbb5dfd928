// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/machines/tunnel.h"

#include "core/base/retry.h"
#include "core/service/machines/internal/tunnelrelay.h"

#include <QCoreApplication>

#include <algorithm>
#include <condition_variable>
#include <unistd.h>

namespace trainyard {

namespace {

using namespace std::chrono_literals;
constexpr auto kFirstPause = RetryPolicy().first;
constexpr auto kLinkLook = 1s;  // how soon a link that broke without any caller is noticed
constexpr auto kProbe = 5s;     // for the machine to report whether a program listens

QString translated(const char *text) { return QCoreApplication::translate("trainyard::Tunnel", text); }

Error addressError(const QString &text)
{
    return {ErrorCode::InvalidInput,
            translated(
                QT_TRANSLATE_NOOP(
                    "trainyard::Tunnel",
                    "“%1” is not a valid address for a tunnel. Use a port (8888), HOST:PORT or the path of a socket, optionally preceded "
                    "by LOCALPORT: for this computer."))
                .arg(text.left(100)),
            {}};
}

bool isLoopbackName(const QString &host)
{
    return host == QLatin1String("localhost") || host == QLatin1String("127.0.0.1") || host == QLatin1String("::1");
}

Error describedFor(const Error &error, const QString &machine, const RemoteEndpoint &remote)
{
    if (error.code != ErrorCode::NotFound)
        return error;
    QString what;
    if (remote.isUnix())
        what = translated(QT_TRANSLATE_NOOP("trainyard::Tunnel", "Nothing listens on %1 of %2. Start the server there "
                                                                 "first."))
                   .arg(remote.path, machine);
    else if (isLoopbackName(remote.host))
        what = translated(QT_TRANSLATE_NOOP("trainyard::Tunnel", "Nothing listens on port %1 of %2. Start the server "
                                                                 "there first."))
                   .arg(QString::number(remote.port), machine);
    else
        what = translated(QT_TRANSLATE_NOOP("trainyard::Tunnel", "%1 cannot reach %2. Check the name, the port and "
                                                                 "that a server listens there."))
                   .arg(machine, displayed(remote));
    return {ErrorCode::NotFound, what, error.detail};
}

}  // namespace

Result<RemoteEndpoint> parseTunnelAddress(const QString &text, quint16 *localPort)
{
    *localPort = 0;
    RemoteEndpoint endpoint;
    QString rest = text;
    const qsizetype colon = rest.indexOf(u':');
    // LOCALPORT: is a number before the first colon; "8888:9999" is a port here and a port there.
    if (const auto port = colon > 0 ? portFrom(rest.left(colon)) : std::nullopt) {
        *localPort = *port;
        rest.remove(0, colon + 1);
    }
    if (rest.startsWith(u'/')) {
        endpoint.path = rest;
        endpoint.host.clear();
        return rest.size() <= 107 && !rest.contains(QChar(u'\0')) ? Result<RemoteEndpoint>(endpoint) : addressError(text);
    }
    const qsizetype last = rest.lastIndexOf(u':');
    endpoint.port = portFrom(rest.mid(last + 1)).value_or(0);
    if (last >= 0) {
        endpoint.host = rest.left(last);
        const bool isBracketed = endpoint.host.startsWith(u'[') && endpoint.host.endsWith(u']');
        if (isBracketed)
            endpoint.host = endpoint.host.mid(1, endpoint.host.size() - 2);
        else if (endpoint.host.contains(u':'))
            return addressError(text);
    }
    if (endpoint.port == 0 || !isHostName(endpoint.host))
        return addressError(text);
    return endpoint;
}

QString displayed(const RemoteEndpoint &endpoint)
{
    if (endpoint.isUnix())
        return endpoint.path;
    const QString host = endpoint.host.contains(u':') ? u'[' + endpoint.host + u']' : endpoint.host;
    return host + u':' + QString::number(endpoint.port);
}

struct Tunnel::State {
    QString machine;
    RemoteEndpoint remote;
    Connect connect;
    std::function<void()> changed;

    mutable std::mutex guard;
    mutable std::condition_variable_any moved;
    TunnelState state;
    bool isFirstTried = false;  // the first dial has ended, and the probe too if the dial succeeded
    bool isLinkWanted = false;

    std::unique_ptr<TunnelRelay> relay;
    std::jthread keeper;  // last

    template <typename Change>
    void update(Change change)
    {
        {
            const std::lock_guard lock(guard);
            change();
            moved.notify_all();
        }
        if (changed)
            changed();
    }

    void pause(std::chrono::milliseconds length, const std::stop_token &stop)
    {
        std::unique_lock lock(guard);
        // A caller ends the pause, but not before the shortest pause has passed.
        moved.wait_for(lock, stop, std::min<std::chrono::milliseconds>(length, kFirstPause), [] { return false; });
        if (length > kFirstPause)
            moved.wait_for(lock, stop, length - kFirstPause, [this] { return isLinkWanted; });
    }

    void probe(SshConnection &connection, const std::stop_token &stop)
    {
        struct Bell {
            std::mutex guard;
            std::condition_variable_any rung;
            bool isRung = false;
        };
        const auto bell = std::make_shared<Bell>();
        const auto socket = connection.openSocket(remote, [bell] {
            const std::lock_guard lock(bell->guard);
            bell->isRung = true;
            bell->rung.notify_all();
        });
        if (!socket)
            return;
        std::unique_lock lock(bell->guard);
        bell->rung.wait_for(lock, stop, kProbe, [&] { return bell->isRung; });
        lock.unlock();
        if ((*socket)->stage() != RemoteSocket::Stage::Failed)
            return;
        const Error error = (*socket)->error();
        update([&] { state.problem = describedFor(error, machine, remote); });
    }

    void keepLinked(const std::stop_token &stop)
    {
        Backoff backoff;
        while (!stop.stop_requested()) {
            update([&] { isLinkWanted = false; });
            const auto connection = connect(stop);
            if (stop.stop_requested())
                return;
            if (!connection) {
                update([&] {
                    state.link = LinkState::Unreachable;
                    state.problem = connection.error();
                    isFirstTried = true;
                });
                pause(backoff.next(), stop);
                continue;
            }
            backoff.reset();
            relay->setConnection(*connection);
            const bool isFirst = !std::exchange(hasBeenLinked, true);
            update([&] {
                state.link = LinkState::Live;
                state.problem = {};
            });
            if (isFirst) {
                probe(**connection, stop);
                update([&] { isFirstTried = true; });
            }
            {
                std::unique_lock lock(guard);
                while (!stop.stop_requested() && (*connection)->isAlive())
                    moved.wait_for(lock, stop, kLinkLook, [&] { return isLinkWanted && !(*connection)->isAlive(); });
            }
            relay->setConnection(nullptr);
            if (stop.stop_requested())
                return;
            update([&] { state.link = LinkState::Connecting; });
            pause(kFirstPause / 4, stop);  // a link that breaks as soon as it is connected is not redialled in a tight loop
        }
    }
    bool hasBeenLinked = false;  // only the keeper
};

Tunnel::Tunnel(std::unique_ptr<State> state) : m_state(std::move(state)) {}

Tunnel::~Tunnel()
{
    m_state->keeper.request_stop();
    if (m_state->keeper.joinable())
        m_state->keeper.join();
    m_state->relay.reset();  // its events touch the state
}

Result<std::unique_ptr<Tunnel>> Tunnel::open(const QString &machine, const RemoteEndpoint &remote, quint16 localPort, Connect connect,
                                             std::function<void()> changed)
{
    quint16 unused = 0;
    TRY_DO(parseTunnelAddress(displayed(remote), &unused));
    TRY(const auto listener, listenOnLoopback(localPort));
    auto state = std::make_unique<State>();
    State *own = state.get();
    own->machine = machine;
    own->remote = remote;
    own->connect = std::move(connect);
    own->changed = std::move(changed);
    TunnelRelay::Events events;
    events.linkWanted = [own] {
        const std::lock_guard lock(own->guard);
        own->isLinkWanted = true;
        own->moved.notify_all();
    };
    events.failed = [own](const Error &error) {
        own->update([&] { own->state.problem = describedFor(error, own->machine, own->remote); });
    };
    events.served = [own] {
        bool hadProblem = false;
        {
            const std::lock_guard lock(own->guard);
            hadProblem = !own->state.problem.what.isEmpty();
        }
        if (hadProblem)
            own->update([&] { own->state.problem = {}; });
    };
    events.callersChanged = [own](int count) { own->update([&] { own->state.callers = count; }); };
    own->relay = std::make_unique<TunnelRelay>(listener, remote, std::move(events));
    own->keeper = std::jthread([own](std::stop_token stop) { own->keepLinked(stop); });
    return std::unique_ptr<Tunnel>(new Tunnel(std::move(state)));
}

const RemoteEndpoint &Tunnel::remote() const { return m_state->remote; }
quint16 Tunnel::localPort() const { return m_state->relay->port(); }

TunnelState Tunnel::state() const
{
    const std::lock_guard lock(m_state->guard);
    return m_state->state;
}

Result<void> Tunnel::waitReady(QDeadlineTimer deadline, std::stop_token stop) const
{
    std::unique_lock lock(m_state->guard);
    const std::chrono::milliseconds length(deadline.isForever() ? 86'400'000 : deadline.remainingTime());
    const bool isTried = m_state->moved.wait_for(lock, stop, length, [this] { return m_state->isFirstTried; });
    if (!isTried && stop.stop_requested())
        return cancelledError();
    if (!isTried)
        return Error{ErrorCode::TimedOut,
                     translated(QT_TRANSLATE_NOOP("trainyard::Tunnel", "%1 did not answer in time. Check that it is "
                                                                       "switched on and reachable."))
                         .arg(m_state->machine),
                     {}};
    if (m_state->state.link == LinkState::Unreachable)
        return m_state->state.problem;
    return {};
}

}  // namespace trainyard
