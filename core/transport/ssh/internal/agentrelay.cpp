// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/ssh/internal/agentrelay.h"

#include <QFile>
#include <QtEndian>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <utility>

namespace trainyard {

namespace {

constexpr quint32 kMaxPacket = 256 * 1024;  // as OpenSSH
constexpr char kFailure = 5, kListRequest = 11, kListAnswer = 12, kSignRequest = 13;

int connectTo(const QString &socket)
{
    const QByteArray path = QFile::encodeName(socket);
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    if (path.isEmpty() || path.size() >= static_cast<qsizetype>(sizeof address.sun_path))
        return -1;
    std::memcpy(address.sun_path, path.constData(), static_cast<std::size_t>(path.size()));
    // Non-blocking: an agent that never accepts fails immediately instead of holding up the login.
    const int fd = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd >= 0 && ::connect(fd, reinterpret_cast<const sockaddr *>(&address), sizeof address) == 0)
        return fd;
    ::close(fd);
    return -1;
}

QByteArray sized(const QByteArray &bytes)
{
    QByteArray size(4, '\0');
    qToBigEndian(static_cast<quint32>(bytes.size()), size.data());
    return size + bytes;
}

// The string that starts at `*from`, which is moved past it.
std::optional<QByteArray> nextString(const QByteArray &bytes, qsizetype *from)
{
    if (bytes.size() - *from < 4)
        return std::nullopt;
    const quint32 length = qFromBigEndian<quint32>(bytes.constData() + *from);
    if (length > static_cast<quint64>(bytes.size() - *from - 4))
        return std::nullopt;
    const QByteArray text = bytes.mid(*from + 4, length);
    *from += 4 + static_cast<qsizetype>(length);
    return text;
}

}  // namespace

std::unique_ptr<AgentRelay> AgentRelay::start(const QString &socket, QList<QByteArray> wanted, bool isOnlyWanted, QDeadlineTimer deadline,
                                              std::stop_token stop)
{
    const int agent = connectTo(socket);
    std::array<int, 2> link = {-1, -1};
    if (agent < 0 || ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, link.data()) != 0) {
        ::close(agent);
        return nullptr;
    }
    std::unique_ptr<AgentRelay> relay(new AgentRelay);
    relay->m_agent = agent;
    relay->m_near = link[0];
    relay->m_far = link[1];
    relay->m_wanted = std::move(wanted);
    relay->m_isOnlyWanted = isOnlyWanted;
    relay->m_deadline = deadline;
    relay->m_thread = std::jthread([raw = relay.get(), stop = std::move(stop)] { raw->main(stop); });
    return relay;
}

AgentRelay::~AgentRelay()
{
    ::shutdown(m_near, SHUT_RDWR);
    ::shutdown(m_agent, SHUT_RDWR);
    m_thread.join();
    for (const int fd : {m_agent, m_near, m_far}) {
        if (fd >= 0)
            ::close(fd);
    }
}

int AgentRelay::takeFd() { return std::exchange(m_far, -1); }

void AgentRelay::main(const std::stop_token &stop)
{
    const std::stop_callback wake(stop, [this] { m_wakeup.signal(); });
    QByteArray request, answer;
    while (readPacket(m_near, &request, stop) && forward(request, &answer, stop) && writePacket(m_near, answer, stop)) {}
    ::shutdown(m_near, SHUT_RDWR);  // libssh's call fails instead of waiting
}

bool AgentRelay::forward(const QByteArray &request, QByteArray *answer, const std::stop_token &stop)
{
    *answer = QByteArray(1, kFailure);
    const char kind = request.isEmpty() ? '\0' : request.front();
    qsizetype at = 1;
    const auto key = kind == kSignRequest ? nextString(request, &at) : std::nullopt;
    if (kind != kListRequest && !(key && isAllowed(*key)))
        return true;
    if (!writePacket(m_agent, request, stop) || !readPacket(m_agent, answer, stop))
        return false;
    if (kind == kListRequest)
        *answer = filtered(*answer);
    return true;
}

bool AgentRelay::isAllowed(const QByteArray &key) const { return !m_isOnlyWanted || m_wanted.contains(key); }

QByteArray AgentRelay::filtered(const QByteArray &list) const
{
    const QByteArray failure(1, kFailure);
    if (list.size() < 5 || list.front() != kListAnswer)
        return failure;
    const quint32 count = qFromBigEndian<quint32>(list.constData() + 1);
    QList<std::pair<qsizetype, QByteArray>> kept;  // rank, entry
    qsizetype at = 5;
    for (quint32 i = 0; i < count; ++i) {
        const auto key = nextString(list, &at);
        const auto comment = key ? nextString(list, &at) : std::nullopt;
        if (!comment)
            return failure;
        if (!isAllowed(*key))
            continue;
        const qsizetype rank = m_wanted.indexOf(*key);
        kept << std::pair(rank < 0 ? m_wanted.size() : rank, sized(*key) + sized(*comment));
    }
    std::stable_sort(kept.begin(), kept.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
    QByteArray answer(5, '\0');
    answer[0] = kListAnswer;
    qToBigEndian(static_cast<quint32>(kept.size()), answer.data() + 1);
    for (const auto &[rank, entry] : std::as_const(kept))
        answer += entry;
    return answer;
}

bool AgentRelay::move(int fd, char *bytes, qsizetype size, bool isWrite, const std::stop_token &stop)
{
    while (size > 0) {
        const ssize_t moved = isWrite ? ::send(fd, bytes, static_cast<std::size_t>(size), MSG_DONTWAIT | MSG_NOSIGNAL)
                                      : ::recv(fd, bytes, static_cast<std::size_t>(size), MSG_DONTWAIT);
        if (moved > 0) {
            bytes += moved;
            size -= moved;
            continue;
        }
        if (moved == 0 || (errno != EAGAIN && errno != EINTR))
            return false;
        if (stop.stop_requested() || m_deadline.hasExpired())
            return false;
        pollfd fds[] = {{fd, static_cast<short>(isWrite ? POLLOUT : POLLIN), 0}, {m_wakeup.fd(), POLLIN, 0}};
        const qint64 left = m_deadline.isForever() ? 1000 : std::min<qint64>(m_deadline.remainingTime(), 1000);
        ::poll(fds, 2, static_cast<int>(left));
    }
    return true;
}

bool AgentRelay::readPacket(int fd, QByteArray *packet, const std::stop_token &stop)
{
    std::array<char, 4> size = {};
    if (!move(fd, size.data(), 4, false, stop))
        return false;
    const quint32 length = qFromBigEndian<quint32>(size.data());
    if (length == 0 || length > kMaxPacket)
        return false;
    *packet = QByteArray(static_cast<qsizetype>(length), Qt::Uninitialized);
    return move(fd, packet->data(), packet->size(), false, stop);
}

bool AgentRelay::writePacket(int fd, const QByteArray &packet, const std::stop_token &stop)
{
    QByteArray bytes = sized(packet);
    return move(fd, bytes.data(), bytes.size(), true, stop);
}

}  // namespace trainyard
