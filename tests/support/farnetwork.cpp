// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/farnetwork.h"

#include <QProcess>
#include <QRandomGenerator>

#include <arpa/inet.h>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <linux/if_tun.h>
#include <net/if.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <queue>
#include <sched.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>
#include <vector>

namespace trainyard {

namespace {

using Clock = std::chrono::steady_clock;
constexpr char kDevice[] = "line0";
constexpr std::size_t kMaxWaiting = 60'000;          // packets in one direction; later ones are lost
constexpr std::chrono::milliseconds kMaxQueue{200};  // of waiting before a line with a rate, as in a good router
constexpr int kReadsPerTurn = 256;

struct Packet {
    Clock::time_point due;
    quint64 number = 0;
    std::vector<char> bytes;
    bool operator<(const Packet &other) const
    {
        return due != other.due ? due > other.due : number > other.number;  // the earliest is on top
    }
};

struct Way {
    std::priority_queue<Packet> packets;
    Clock::time_point isFree;  // when the line will have sent everything queued so far, at its rate
};

ifreq request(const char *device)
{
    ifreq asked = {};
    qstrncpy(asked.ifr_name, device, IFNAMSIZ);
    return asked;
}

// Reads it from the network of the calling thread.
bool ask(unsigned long what, ifreq &asked)
{
    const int fd = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    const bool isDone = fd >= 0 && ::ioctl(fd, what, &asked) == 0;
    const int error = errno;
    ::close(fd);
    errno = error;
    return isDone;
}

bool setUp(const char *device, bool isUp)
{
    ifreq asked = request(device);
    if (!ask(SIOCGIFFLAGS, asked))
        return false;
    asked.ifr_flags = static_cast<short>(isUp ? asked.ifr_flags | IFF_UP : asked.ifr_flags & ~IFF_UP);
    return ask(SIOCSIFFLAGS, asked);
}

bool setAddress(unsigned long what, const QString &text)
{
    ifreq asked = request(kDevice);
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    ::inet_pton(AF_INET, qPrintable(text), &address.sin_addr);
    std::memcpy(&asked.ifr_addr, &address, sizeof address);
    return ask(what, asked);
}

bool setLength(int packets)  // of the device's own queue: the line loses packets, not the path to it
{
    ifreq asked = request(kDevice);
    asked.ifr_qlen = packets;
    return ask(SIOCSIFTXQLEN, asked);
}

// The kernel's settings are those of the calling thread's network.
bool writeText(const char *path, const QByteArray &text)
{
    const int fd = ::open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    const bool isWritten = ::write(fd, text.constData(), static_cast<std::size_t>(text.size())) == text.size();
    ::close(fd);
    return isWritten;
}

}  // namespace

QString FarNetwork::address(Side side) { return side == Side::Near ? QStringLiteral("10.213.9.1") : QStringLiteral("10.213.9.2"); }

FarNetwork::FarNetwork() : m_wake(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK))
{
    for (const Side side : {Side::Near, Side::Far}) {
        std::thread([this, side] { openEnd(side); }).join();
        if (!m_problem.isEmpty())
            return;
    }
    m_thread = std::thread([this] { relay(); });
}

FarNetwork::~FarNetwork()
{
    m_isEnding = true;
    ::eventfd_write(m_wake, 1);
    if (m_thread.joinable())
        m_thread.join();
    for (const int fd : {m_wake, m_devices[0], m_devices[1], m_namespaces[0], m_namespaces[1]})
        ::close(fd);
}

// Runs on a thread of its own, whose network becomes that side's.
void FarNetwork::openEnd(Side side)
{
    const auto i = static_cast<std::size_t>(side);
    const auto failed = [this](const char *what) {
        m_problem = QStringLiteral("a network of its own cannot be made (%1: %2); run as root where namespaces and "
                                   "/dev/net/tun are allowed")
                        .arg(QLatin1String(what), QString::fromUtf8(std::strerror(errno)));
    };
    if (::unshare(CLONE_NEWNET) != 0)
        return failed("unshare");
    m_namespaces[i] = ::open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC);
    m_devices[i] = ::open("/dev/net/tun", O_RDWR | O_CLOEXEC | O_NONBLOCK);
    ifreq asked = request(kDevice);
    asked.ifr_flags = IFF_TUN | IFF_NO_PI;
    if (m_namespaces[i] < 0 || m_devices[i] < 0 || ::ioctl(m_devices[i], TUNSETIFF, &asked) != 0)
        return failed("/dev/net/tun");
    // IPv6 is off: its addresses would settle later, and that would be reported as a change of the network.
    writeText("/proc/sys/net/ipv6/conf/line0/disable_ipv6", "1");
    if (!setUp("lo", true) || !setAddress(SIOCSIFADDR, address(side)) || !setAddress(SIOCSIFNETMASK, QStringLiteral("255.255.255.0"))
        || !setLength(20'000) || !setUp(kDevice, true))
        return failed("ioctl");
}

void FarNetwork::setBlackHole(bool towardsNear, bool towardsFar)
{
    m_isLost[0] = towardsNear;
    m_isLost[1] = towardsFar;
}

bool FarNetwork::setNearUp(bool isUp)
{
    const Visit visit(*this, Side::Near);
    return setUp(kDevice, isUp);
}

bool FarNetwork::setNearAddress(const QString &address)
{
    const Visit visit(*this, Side::Near);
    return setAddress(SIOCSIFADDR, address) && setAddress(SIOCSIFNETMASK, QStringLiteral("255.255.255.0"));
}

// Set on the route: a separate network may not choose the default (tcp_allowed_congestion_control does not hold "cubic" everywhere), but a
// route's setting applies to every connection over it.
bool FarNetwork::setCongestionControl(const QByteArray &name)
{
    bool isSet = true;
    for (const Side side : {Side::Near, Side::Far}) {
        const Visit visit(*this, side);
        const QStringList arguments{QStringLiteral("route"), QStringLiteral("replace"), QStringLiteral("10.213.9.0/24"),
                                    QStringLiteral("dev"),   QLatin1String(kDevice),    QStringLiteral("src"),
                                    address(side),           QStringLiteral("congctl"), QString::fromLatin1(name)};
        isSet = QProcess::execute(QStringLiteral("ip"), arguments) == 0 && isSet;
    }
    return isSet;
}

void FarNetwork::relay()
{
    // A line does not become slower because its ends are busy.
    const sched_param first{1};
    ::pthread_setschedparam(::pthread_self(), SCHED_RR, &first);
    Way ways[2];  // towards Near, towards Far
    QRandomGenerator random(1);
    quint64 number = 0;
    std::array<char, 65536> buffer;
    while (!m_isEnding) {
        auto now = Clock::now();
        auto next = now + std::chrono::milliseconds(500);
        for (const Way &way : ways) {
            if (!way.packets.empty())
                next = std::min(next, way.packets.top().due);
        }
        const auto wait = std::max<std::int64_t>(std::chrono::nanoseconds(next - now).count(), 0);
        const timespec timeout{wait / 1'000'000'000, wait % 1'000'000'000};
        pollfd fds[] = {{m_devices[0], POLLIN, 0}, {m_devices[1], POLLIN, 0}, {m_wake, POLLIN, 0}};
        ::ppoll(fds, std::size(fds), &timeout, nullptr);

        now = Clock::now();
        for (const std::size_t from : {0, 1}) {
            Way &way = ways[1 - from];
            for (int i = 0; i < kReadsPerTurn && fds[from].revents; ++i) {
                const ssize_t size = ::read(m_devices[from], buffer.data(), buffer.size());
                if (size <= 0)
                    break;
                const double loss = m_loss;
                way.isFree = std::max(way.isFree, now);
                if (m_isLost[1 - from] || way.packets.size() >= kMaxWaiting || way.isFree - now > kMaxQueue
                    || (loss > 0 && random.generateDouble() < loss))
                    continue;
                if (const qint64 rate = m_rate; rate > 0)
                    way.isFree += std::chrono::nanoseconds(size * 1'000'000'000 / rate);
                const int jitter = m_jitter;
                const auto extra = std::chrono::microseconds(jitter > 0 ? random.bounded(jitter * 1000) : 0);
                way.packets.push({way.isFree + std::chrono::milliseconds(m_delay) + extra, ++number,
                                  std::vector<char>(buffer.data(), buffer.data() + size)});
            }
        }
        for (const std::size_t to : {0, 1}) {
            while (!ways[to].packets.empty() && ways[to].packets.top().due <= now) {
                const std::vector<char> &bytes = ways[to].packets.top().bytes;
                // A device that is down accepts nothing: the packet is lost, as on an unplugged line.
                if (!m_isLost[to]) {
                    [[maybe_unused]] const auto sent = ::write(m_devices[to], bytes.data(), bytes.size());
                }
                ways[to].packets.pop();
            }
        }
    }
}

FarNetwork::Visit::Visit(const FarNetwork &network, Side side) : m_home(::open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC))
{
    if (::setns(network.m_namespaces[static_cast<std::size_t>(side)], CLONE_NEWNET) != 0)
        qFatal("setns: %s", std::strerror(errno));
}

FarNetwork::Visit::~Visit()
{
    if (::setns(m_home, CLONE_NEWNET) != 0)
        qFatal("setns: %s", std::strerror(errno));
    ::close(m_home);
}

}  // namespace trainyard
