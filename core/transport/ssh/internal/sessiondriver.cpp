// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/ssh/internal/sessiondriver.h"

#include "core/transport/ssh/internal/channelpump.h"
#include "core/transport/ssh/internal/linktuning.h"
#include "core/transport/ssh/internal/waiting.h"
#include "core/transport/ssh/ssherrors.h"

#include <libssh/server.h>  // for ssh_send_keepalive()

#include <algorithm>
#include <fcntl.h>
#include <linux/sockios.h>
#include <linux/tcp.h>  // netinet/tcp.h has an older tcp_info
#include <netinet/in.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

namespace trainyard {

namespace {

// How often a channel that the server refused is requested again; also whenever another one has ended.
constexpr std::chrono::milliseconds kParkedRetry{100};

// Rounds before the thread's other sessions get their turn; a round moves at most 1 MiB each way per channel.
constexpr int kRounds = 4;

// A smaller unsent backlog does not delay a keepalive request.
constexpr int kBacklog = 64 * 1024;

quint32 windowFor(int fd)
{
    const auto roundTrip = roundTripOf(fd);
    return roundTrip && *roundTrip < kFarRoundTrip ? kNearWindow : kFarWindow;
}

}  // namespace

void SessionWaker::signal()
{
    if (m_isDue.exchange(true))
        return;
    if (const auto reactor = m_reactor.lock()) {
        reactor->post([driver = m_driver] {
            if (const auto present = driver.lock())
                present->serve();
        });
    }
}

std::shared_ptr<SessionDriver> SessionDriver::start(const std::shared_ptr<Reactor> &reactor, SessionHandle session, Liveness liveness)
{
    auto driver = std::make_shared<SessionDriver>(std::move(session), liveness);
    driver->m_reactor = reactor.get();
    driver->m_waker = std::make_shared<SessionWaker>(reactor->weak_from_this(), driver->weak_from_this());
    reactor->post([driver] { driver->attach(); });
    return driver;
}

SessionDriver::SessionDriver(SessionHandle session, Liveness liveness)
    : m_liveness(liveness), m_session(std::move(session)), m_fd(::fcntl(ssh_get_fd(m_session.get()), F_DUPFD_CLOEXEC, 0))
{
}

SessionDriver::~SessionDriver()
{
    if (m_fd >= 0)
        ::close(m_fd);
}

void SessionDriver::open(const std::shared_ptr<ChannelState> &channel)
{
    {
        const std::lock_guard guard(m_mutex);
        if (m_isAlive) {
            m_new.push_back(channel);
            m_waker->signal();
            return;
        }
    }
    channel->setFailed(connectionLostError());
}

void SessionDriver::close()
{
    m_isAlive = false;
    m_isClosing = true;
    m_waker->signal();
}

std::chrono::milliseconds SessionDriver::silence() const
{
    return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - m_heard.load());
}

bool SessionDriver::waitFinished(QDeadlineTimer deadline)
{
    std::unique_lock lock(m_mutex);
    return waitFor(m_finished, lock, deadline, {}, [&] { return m_isFinished; }) == WaitEnd::Ready;
}

void SessionDriver::cutOff()
{
    const std::lock_guard guard(m_mutex);
    if (m_fd >= 0)
        ::shutdown(m_fd, SHUT_RDWR);
}

void SessionDriver::attach()
{
    ssh_set_counters(m_session.get(), &m_socketBytes, &m_rawBytes);
    m_window = windowFor(m_fd);
    // Never opened: polling it makes libssh read whatever has arrived for the whole session.
    m_listener = ssh_channel_new(m_session.get());
    // The duplicate, because libssh may close its own descriptor at any time.
    m_sourceId = m_reactor->add(m_fd, EPOLLIN, shared_from_this());
    m_heard = Clock::now();
    if (m_liveness.interval.count() > 0)
        checkHeartbeat();
    serve();
}

void SessionDriver::stopped()
{
    m_isClosing = true;
    if (m_session)
        finish(QStringLiteral("closed here"));
}

void SessionDriver::takeNew()
{
    const std::lock_guard guard(m_mutex);
    const PumpContext context{m_session.get(), m_fd, &m_socketBytes, m_window, &m_reactor->scratch(kFarWindow)};
    for (auto &state : m_new)
        m_pumps.push_back(std::make_unique<ChannelPump>(context, std::move(state)));
    m_new.clear();
}

void SessionDriver::ready(std::uint32_t events)
{
    if (!m_session || m_sourceId == 0)
        return;
    const auto self = shared_from_this();  // a callback may drop what owns this
    if (!goRound(events))
        finish(m_isClosing ? QStringLiteral("closed here") : QString::fromUtf8(ssh_get_error(m_session.get())));
}

bool SessionDriver::goRound(std::uint32_t events)
{
    for (int round = 0;; ++round) {
        m_waker->clear();  // before the check below, or a close() in between would be missed
        if (m_isClosing)
            return false;
        takeNew();
        const bool isOpening = std::any_of(m_pumps.begin(), m_pumps.end(), [](const auto &p) { return p->isOpening(); });
        if (isOpening)
            acknowledgeAtOnce(m_fd);

        const auto before = m_socketBytes.in_bytes;
        bool moved = false, wantsToWrite = false;
        for (const auto &pump : m_pumps) {
            moved = pump->step() || moved;
            wantsToWrite = wantsToWrite || pump->wantsToWrite();
        }
        if (m_socketBytes.in_bytes == before && events != 0)
            ssh_channel_poll_timeout(m_listener, 0, 0);
        if (!ssh_is_connected(m_session.get()))
            return false;

        const bool hasFreed = std::any_of(m_pumps.begin(), m_pumps.end(), [](const auto &p) { return p->isDone() && p->hadSession(); });
        std::erase_if(m_pumps, [](const auto &pump) { return pump->isDone(); });
        moved = unparkChannels(hasFreed) || moved;

        // One channel's turn may have read bytes for another: repeat until nothing more comes.
        const bool hasRead = noteHeard();
        if (moved || hasRead) {
            events = 0;
            if (round + 1 < kRounds)
                continue;
            m_waker->signal();  // after the others' turn
            return true;
        }
        if (events & (EPOLLERR | EPOLLHUP))
            return false;  // nothing left to read on a dead socket

        if (isOpening)
            acknowledgeAtOnce(m_fd);
        if (ssh_get_poll_flags(m_session.get()) & SSH_WRITE_PENDING)
            wantsToWrite = true;
        m_reactor->setEvents(m_sourceId, wantsToWrite ? EPOLLIN | EPOLLOUT : EPOLLIN);
        return true;
    }
}

bool SessionDriver::unparkChannels(bool hasFreed)
{
    // A lasting channel frees no place.
    const bool isAnyOpen = std::any_of(m_pumps.begin(), m_pumps.end(), [](const auto &p) { return p->isSessionOpen() && !p->isLasting(); });
    const bool isDue = std::exchange(m_isRetryDue, false) || hasFreed;
    if (hasFreed)
        m_isFull = false;
    bool moved = false;
    for (const auto &pump : m_pumps) {
        if (!pump->isParked())
            continue;
        if (!isAnyOpen && std::any_of(m_pumps.begin(), m_pumps.end(), [](const auto &p) { return p->giveWay(); }))
            return true;
        if (isDue) {
            if (!pump->unpark(!isAnyOpen)) {
                m_isFull = true;  // set before the caller learns of the refusal
                pump->refuse();
            }
            moved = true;
        } else if (!m_isRetryPlanned) {
            retryParkedLater();
        }
    }
    return moved;
}

void SessionDriver::retryParkedLater()
{
    m_isRetryPlanned = true;
    m_reactor->after(kParkedRetry, [weak = weak_from_this()] {
        const auto self = weak.lock();
        if (!self)
            return;
        self->m_isRetryPlanned = false;
        self->m_isRetryDue = true;
        self->serve();
    });
}

bool SessionDriver::noteHeard()
{
    if (std::exchange(m_heardBytes, m_socketBytes.in_bytes) == m_socketBytes.in_bytes)
        return false;
    m_heard = Clock::now();
    m_missed = 0;
    return true;
}

// A large upload over a slow link may delay a keepalive for long; as long as TCP makes progress, the link is fine.
bool SessionDriver::isUploadMoving()
{
    tcp_info info = {};
    socklen_t length = sizeof info;
    int unsent = 0;
    if (::getsockopt(m_fd, IPPROTO_TCP, TCP_INFO, &info, &length) != 0 || ::ioctl(m_fd, SIOCOUTQ, &unsent) != 0)
        return false;
    const bool hadBacklog = std::exchange(m_unsentBytes, unsent) > kBacklog;
    const quint64 acked = info.tcpi_bytes_acked;
    return std::exchange(m_ackedBytes, acked) != acked && hadBacklog;
}

void SessionDriver::checkHeartbeat()
{
    if (!m_session)
        return;
    const auto now = Clock::now();
    if (isUploadMoving()) {
        m_heard = now;
        m_missed = 0;
    }
    const auto silence = now - m_heard.load();
    if (silence >= m_liveness.deadAfter()) {
        finish(QStringLiteral("nothing was heard for %1 ms").arg(std::chrono::duration_cast<std::chrono::milliseconds>(silence).count()));
        return;
    }
    if (silence >= m_liveness.interval * (m_missed + 1)) {
        ++m_missed;
        // The first call may only collect the refusal of the previous one, which is an answer like any other.
        ssh_send_keepalive(m_session.get());
        ssh_send_keepalive(m_session.get());
        serve();
        if (!m_session)
            return;
    }
    const auto next = std::chrono::ceil<std::chrono::milliseconds>(m_heard.load() + m_liveness.interval * (m_missed + 1) - now);
    m_reactor->after(next, [weak = weak_from_this()] {
        if (const auto self = weak.lock())
            self->checkHeartbeat();
    });
}

void SessionDriver::finish(const QString &reason)
{
    const Error error = connectionLostError(reason);
    std::vector<std::shared_ptr<ChannelState>> unserved;
    {
        const std::lock_guard guard(m_mutex);
        m_isAlive = false;
        unserved.swap(m_new);
    }
    m_reactor->remove(m_sourceId);
    m_sourceId = 0;
    const auto pumps = std::exchange(m_pumps, {});
    for (const auto &state : unserved)
        state->setFailed(error);
    for (const auto &pump : pumps)
        pump->fail(error);
    ssh_channel_free(m_listener);
    ssh_set_counters(m_session.get(), nullptr, nullptr);
    m_session.reset();

    const std::lock_guard guard(m_mutex);
    ::close(std::exchange(m_fd, -1));
    m_isFinished = true;
    m_finished.notify_all();
}

}  // namespace trainyard
