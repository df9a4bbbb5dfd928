// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/machines/internal/streamlink.h"

#include <QCoreApplication>
#include <QRandomGenerator>

namespace trainyard {

namespace {

using namespace std::chrono_literals;
constexpr auto kHangs = 15s;  // the connection itself notices a dead link after 11 s; this is for a command that hangs
constexpr int kSpread = 500;  // ms over which machines reconnect after a change of the network

}  // namespace

std::shared_ptr<StreamLink> StreamLink::start(const LinkServices &services, Connect connect, const RemoteCommand &command, Events events)
{
    auto link = std::make_shared<StreamLink>(Private{}, services, std::move(connect), command, std::move(events));
    const std::weak_ptr<StreamLink> weak = link;
    link->m_network = services.network->subscribe([weak] {
        if (const auto self = weak.lock())
            self->networkChanged();
    });
    services.reactor->post([weak] {
        if (const auto self = weak.lock())
            self->dial();
    });
    return link;
}

StreamLink::StreamLink(Private, const LinkServices &services, Connect connect, const RemoteCommand &command, Events events)
    : m_services(services), m_connect(std::move(connect)), m_command(command), m_events(std::move(events))
{
}

StreamLink::~StreamLink() { m_stop.request_stop(); }

void StreamLink::stop()
{
    m_stop.request_stop();
    {
        const std::lock_guard lock(m_guard);
        m_events = {};
    }
    m_services.reactor->post([self = shared_from_this()] {
        ++self->m_attempt;
        self->m_network.reset();
        self->m_feed.reset();
        self->m_connection.reset();
    });
}

void StreamLink::retryNow()
{
    m_services.reactor->post([weak = weak_from_this()] {
        const auto self = weak.lock();
        if (!self)
            return;
        self->m_backoff.reset();
        if (self->m_phase == Phase::Pausing)
            self->dial();
        else if (self->m_phase == Phase::Dialing)
            self->m_isHurried = true;
    });
}

void StreamLink::dial()
{
    if (m_stop.stop_requested())
        return;
    m_phase = Phase::Dialing;
    m_isHurried = false;
    report(LinkState::Connecting);
    m_services.dials->submit(
        [weak = weak_from_this(), connect = m_connect, stop = m_stop.get_token(), attempt = ++m_attempt, reactor = m_services.reactor] {
            auto connection = std::make_shared<Result<std::shared_ptr<SshConnection>>>(connect(stop));
            reactor->post([weak, attempt, connection] {
                if (const auto self = weak.lock(); self && self->m_attempt == attempt)
                    self->dialed(*connection);
            });
        },
        m_hasFailed);
}

void StreamLink::dialed(const Result<std::shared_ptr<SshConnection>> &connection)
{
    if (!connection) {
        lost(connection.error());
        return;
    }
    m_phase = Phase::Open;
    m_isDoubtful = false;
    m_connection = *connection;
    m_heard = Clock::now();
    {
        const std::lock_guard lock(m_guard);
        if (m_events.started)
            m_events.started();
    }
    const auto weak = weak_from_this();
    FeedEvents events;
    events.output = [weak, attempt = m_attempt](QByteArrayView bytes) {
        if (const auto self = weak.lock(); self && self->m_attempt == attempt)
            self->heard(bytes);
    };
    events.ended = [weak, attempt = m_attempt](const Result<CommandResult> &end) {
        const auto self = weak.lock();
        if (!self || self->m_attempt != attempt)
            return;
        self->lost(
            end ? Error{ErrorCode::RemoteCommandFailed,
                        QCoreApplication::translate("trainyard::MachineWatch", "The sampler on the machine ended. It is being restarted."),
                        QString::fromUtf8(end->err.left(400))}
                : end.error());
    };
    auto feed = m_connection->follow(m_command, std::move(events));
    if (!feed) {
        lost(feed.error());
        return;
    }
    m_feed = std::move(*feed);
    watchSilence(m_attempt);
}

void StreamLink::heard(QByteArrayView bytes)
{
    m_heard = Clock::now();
    m_isDoubtful = false;
    m_hasFailed = false;
    m_backoff.reset();
    report(LinkState::Live);
    const std::lock_guard lock(m_guard);
    if (m_events.output)
        m_events.output(bytes);
}

void StreamLink::lost(const Error &error)
{
    ++m_attempt;
    m_feed.reset();
    m_connection.reset();
    if (m_stop.stop_requested())
        return;
    report(LinkState::Unreachable, error);
    m_hasFailed = true;
    pause(std::exchange(m_isHurried, false) ? std::chrono::milliseconds(QRandomGenerator::global()->bounded(kSpread)) : m_backoff.next());
}

void StreamLink::pause(std::chrono::milliseconds length)
{
    m_phase = Phase::Pausing;
    m_services.reactor->after(length, [weak = weak_from_this(), attempt = ++m_attempt] {
        if (const auto self = weak.lock(); self && self->m_attempt == attempt)
            self->dial();
    });
}

// One timer per link, set to when the machine would have been silent for too long if nothing came meanwhile.
void StreamLink::watchSilence(quint64 attempt)
{
    if (m_attempt != attempt)
        return;
    const auto silence = Clock::now() - m_heard;
    if (silence >= kHangs) {
        lost({ErrorCode::TimedOut,
              QCoreApplication::translate("trainyard::MachineWatch",
                                          "The sampler on the machine stopped responding. It is being restarted."),
              {}});
        return;
    }
    std::chrono::milliseconds next = std::chrono::ceil<std::chrono::milliseconds>(kStaleAfter - silence);
    if (silence >= kStaleAfter) {
        report(LinkState::Stale);
        if (m_isDoubtful) {
            m_isHurried = true;
            m_connection->close();  // which ends the feed
            return;
        }
        next = 1s;
    }
    m_services.reactor->after(next, [weak = weak_from_this(), attempt] {
        if (const auto self = weak.lock())
            self->watchSilence(attempt);
    });
}

void StreamLink::networkChanged()
{
    m_backoff.reset();
    switch (m_phase) {
    case Phase::Pausing: pause(std::chrono::milliseconds(QRandomGenerator::global()->bounded(kSpread))); break;
    case Phase::Dialing: m_isHurried = true; break;
    case Phase::Open: m_isDoubtful = true; break;
    }
}

void StreamLink::report(LinkState state, const Error &error)
{
    // While a machine is unreachable, that state remains during each new attempt, or it would flicker.
    if (state == LinkState::Connecting && m_reported == LinkState::Unreachable)
        return;
    if (state == m_reported && state != LinkState::Unreachable)
        return;
    m_reported = state;
    const std::lock_guard lock(m_guard);
    if (m_events.state)
        m_events.state(state, error);
}

}  // namespace trainyard
