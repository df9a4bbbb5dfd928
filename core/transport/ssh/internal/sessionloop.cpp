// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/ssh/internal/sessionloop.h"

#include "core/transport/ssh/internal/sessiondriver.h"

namespace trainyard {

namespace {

constexpr std::chrono::milliseconds kGoodbye{500};  // a session that is not stuck closes in well under a millisecond

}  // namespace

SessionLoop::SessionLoop(SessionHandle session, std::shared_ptr<Reactor> reactor, Liveness liveness)
    : m_reactor(reactor ? std::move(reactor) : Reactor::start()), m_driver(SessionDriver::start(m_reactor, std::move(session), liveness))
{
}

SessionLoop::~SessionLoop()
{
    m_driver->close();
    if (m_reactor->isOwnThread())
        return;
    if (!m_driver->waitFinished(QDeadlineTimer(kGoodbye))) {
        m_driver->cutOff();
        m_driver->waitFinished(QDeadlineTimer(kGoodbye));
    }
}

std::shared_ptr<ChannelState> SessionLoop::prepare(ChannelRequest request)
{
    return std::make_shared<ChannelState>(std::move(request), m_driver->waker());
}

void SessionLoop::open(const std::shared_ptr<ChannelState> &channel) { m_driver->open(channel); }
bool SessionLoop::isAlive() const { return m_driver->isAlive(); }
bool SessionLoop::isFull() const { return m_driver->isFull(); }
std::chrono::milliseconds SessionLoop::silence() const { return m_driver->silence(); }
void SessionLoop::close() { m_driver->close(); }

}  // namespace trainyard
