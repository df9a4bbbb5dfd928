#include "core/ssh/sessionloop.h"

#include "core/ssh/channelpump.h"
#include "core/ssh/ssherrors.h"
#include "core/ssh/waiting.h"

#include <algorithm>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>

namespace trainyard {

namespace {

// Measured: sshd burns processor time above 4 MiB, and below 10 ms 2 MiB already fill the link.
constexpr quint32 kNearWindow = 2 * 1024 * 1024;
constexpr quint32 kFarWindow = 4 * 1024 * 1024;
constexpr quint32 kFarMicroseconds = 10'000;

// How often a channel that the server refused is asked for again; also whenever another one is gone.
constexpr std::chrono::milliseconds kParkedRetry{100};

quint32 windowFor(int fd)
{
    tcp_info info = {};
    socklen_t length = sizeof info;
    if (::getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &length) != 0)
        return kFarWindow;
    return info.tcpi_rtt < kFarMicroseconds ? kNearWindow : kFarWindow;
}

// sshd still has Nagle on while a channel opens, and our delayed ACK would cost 40 ms. The kernel forgets the
// option, so it is set around each wait.
void acknowledgeAtOnce(int fd)
{
    const int yes = 1;
    ::setsockopt(fd, IPPROTO_TCP, TCP_QUICKACK, &yes, sizeof yes);
}

}  // namespace

SessionLoop::SessionLoop(SessionHandle session)
    : m_session(std::move(session)), m_fd(::fcntl(ssh_get_fd(m_session.get()), F_DUPFD_CLOEXEC, 0)),
      m_thread([this] { main(); })
{
}

SessionLoop::~SessionLoop()
{
    close();
    {
        std::unique_lock lock(m_mutex);
        const auto end = waitFor(m_finished, lock, QDeadlineTimer(500), {}, [&] { return m_isFinished; });
        if (end != WaitEnd::Ready)
            ::shutdown(m_fd, SHUT_RDWR);
    }
    m_thread.join();
    ::close(m_fd);
}

std::shared_ptr<ChannelState> SessionLoop::prepare(ChannelRequest request)
{
    return std::make_shared<ChannelState>(std::move(request), m_wakeup);
}

void SessionLoop::open(const std::shared_ptr<ChannelState> &channel)
{
    {
        const std::lock_guard guard(m_mutex);
        if (m_isAlive) {
            m_new.push_back(channel);
            m_wakeup->signal();
            return;
        }
    }
    channel->setFailed(connectionLostError());
}

void SessionLoop::close()
{
    m_isAlive = false;
    m_isClosing = true;
    m_wakeup->signal();
}

void SessionLoop::takeNew(std::vector<std::unique_ptr<ChannelPump>> &pumps, const PumpContext &context)
{
    const std::lock_guard guard(m_mutex);
    for (auto &state : m_new)
        pumps.push_back(std::make_unique<ChannelPump>(context, std::move(state)));
    m_new.clear();
}

void SessionLoop::main()
{
    ssh_counter_struct socketBytes = {}, rawBytes = {};
    ssh_set_counters(m_session.get(), &socketBytes, &rawBytes);
    QByteArray scratch(kFarWindow, Qt::Uninitialized);
    PumpContext context;
    context.session = m_session.get();
    context.fd = ssh_get_fd(m_session.get());
    context.socketBytes = &socketBytes;
    context.window = windowFor(context.fd);
    context.scratch = &scratch;

    std::vector<std::unique_ptr<ChannelPump>> pumps;
    serve(pumps, context);

    const Error error = connectionLostError(m_isClosing ? QStringLiteral("closed here")
                                                        : QString::fromUtf8(ssh_get_error(m_session.get())));
    std::vector<std::shared_ptr<ChannelState>> unserved;
    {
        const std::lock_guard guard(m_mutex);
        m_isAlive = false;
        unserved.swap(m_new);
    }
    for (const auto &state : unserved)
        state->setFailed(error);
    for (const auto &pump : pumps)
        pump->fail(error);
    pumps.clear();
    ssh_set_counters(m_session.get(), nullptr, nullptr);
    m_session.reset();

    const std::lock_guard guard(m_mutex);
    m_isFinished = true;
    m_finished.notify_all();
}

void SessionLoop::serve(std::vector<std::unique_ptr<ChannelPump>> &pumps, const PumpContext &context)
{
    // Never opened: polling it makes libssh take in whatever has arrived for the session as a whole.
    ssh_channel listener = ssh_channel_new(context.session);
    short events = 0;
    QDeadlineTimer nextTry(kParkedRetry);
    for (;;) {
        m_wakeup->clear();   // before the question below, or a close() in between would be slept through
        if (m_isClosing)
            break;
        takeNew(pumps, context);
        const bool isOpening = std::any_of(pumps.begin(), pumps.end(), [](const auto &p) { return p->isOpening(); });
        if (isOpening)
            acknowledgeAtOnce(context.fd);

        const auto before = context.socketBytes->in_bytes;
        bool moved = false, wantsToWrite = false;
        for (const auto &pump : pumps) {
            moved = pump->step() || moved;
            wantsToWrite = wantsToWrite || pump->wantsToWrite();
        }
        if (context.socketBytes->in_bytes == before && events != 0)
            ssh_channel_poll_timeout(listener, 0, 0);
        if (!ssh_is_connected(context.session))
            break;

        const auto finished = std::erase_if(pumps, [](const auto &pump) { return pump->isDone(); });
        const bool isAnyOpen = std::any_of(pumps.begin(), pumps.end(),
                                           [](const auto &p) { return p->isSessionOpen(); });
        bool isParked = false;
        for (const auto &pump : pumps) {
            if (!pump->isParked())
                continue;
            isParked = true;
            if (finished == 0 && !nextTry.hasExpired())
                continue;
            pump->unpark(!isAnyOpen);
            moved = true;
        }
        if (nextTry.hasExpired())
            nextTry.setRemainingTime(kParkedRetry);

        // Bytes that one channel's turn took in may be another one's: go round until nothing comes.
        const bool hasRead = context.socketBytes->in_bytes != before;
        if (moved || hasRead) {
            events = 0;
            continue;
        }
        if (events & (POLLERR | POLLHUP | POLLNVAL))
            break;   // nothing left to read on a dead socket

        if (isOpening)
            acknowledgeAtOnce(context.fd);
        if (ssh_get_poll_flags(context.session) & SSH_WRITE_PENDING)
            wantsToWrite = true;
        pollfd fds[] = {{context.fd, static_cast<short>(wantsToWrite ? POLLIN | POLLOUT : POLLIN), 0},
                        {m_wakeup->fd(), POLLIN, 0}};
        if (::poll(fds, 2, isParked ? static_cast<int>(nextTry.remainingTime()) : -1) < 0)
            fds[0].revents = 0;
        events = fds[0].revents;
    }
    ssh_channel_free(listener);
}

}  // namespace trainyard
