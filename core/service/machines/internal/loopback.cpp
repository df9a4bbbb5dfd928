// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/machines/internal/loopback.h"

#include <QCoreApplication>
#include <QFile>

#include <arpa/inet.h>
#include <cerrno>
#include <cstring>
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace trainyard {

namespace {

constexpr int kBacklog = 128;

int boundTo(quint16 port)
{
    const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0)
        return -1;
    const int yes = 1;  // allows a port whose last connections are still in TIME_WAIT
    ::setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(port);
    if (::bind(fd, reinterpret_cast<const sockaddr *>(&address), sizeof address) == 0 && ::listen(fd, kBacklog) == 0)
        return fd;
    const int reason = errno;
    ::close(fd);
    errno = reason;
    return -1;
}

}  // namespace

Result<LoopbackListener> listenOnLoopback(quint16 wanted)
{
    int fd = wanted ? boundTo(wanted) : -1;
    if (fd < 0)
        fd = boundTo(0);
    if (fd < 0)
        return Error{ErrorCode::Io,
                     QCoreApplication::translate("trainyard::Tunnel", "No port can be opened on this computer. Close some programs and try "
                                                                      "again."),
                     QString::fromLocal8Bit(std::strerror(errno))};
    sockaddr_in address = {};
    socklen_t length = sizeof address;
    ::getsockname(fd, reinterpret_cast<sockaddr *>(&address), &length);
    return LoopbackListener{fd, ntohs(address.sin_port)};
}

namespace {

struct Holder {
    uid_t user = 0;
    bool isHeld = false;  // by a program; the kernel reports root as the user of a socket that is not held
};

// sock_diag(7): requests the one socket whose own address is the caller's, in one round trip whatever else is open.
std::optional<Holder> askKernel(const sockaddr_in &caller, const sockaddr_in &own)
{
    const int fd = ::socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_SOCK_DIAG);
    if (fd < 0)
        return std::nullopt;
    struct {
        nlmsghdr head;
        inet_diag_req_v2 body;
    } question = {};
    question.head.nlmsg_len = sizeof question;
    question.head.nlmsg_type = SOCK_DIAG_BY_FAMILY;
    question.head.nlmsg_flags = NLM_F_REQUEST;
    question.body.sdiag_family = AF_INET;
    question.body.sdiag_protocol = IPPROTO_TCP;
    question.body.idiag_states = ~0u;
    question.body.id.idiag_sport = caller.sin_port;
    question.body.id.idiag_dport = own.sin_port;
    question.body.id.idiag_src[0] = caller.sin_addr.s_addr;
    question.body.id.idiag_dst[0] = own.sin_addr.s_addr;
    question.body.id.idiag_cookie[0] = question.body.id.idiag_cookie[1] = INET_DIAG_NOCOOKIE;

    std::optional<Holder> holder;
    alignas(nlmsghdr) char answer[4096];
    // The kernel answers within send(): there is nothing to wait for.
    if (::send(fd, &question, sizeof question, 0) == static_cast<ssize_t>(sizeof question)) {
        const ssize_t count = ::recv(fd, answer, sizeof answer, MSG_DONTWAIT);
        nlmsghdr head = {};
        inet_diag_msg body = {};
        if (count >= static_cast<ssize_t>(NLMSG_LENGTH(sizeof body))) {
            std::memcpy(&head, answer, sizeof head);
            std::memcpy(&body, answer + NLMSG_HDRLEN, sizeof body);
            if (head.nlmsg_type == SOCK_DIAG_BY_FAMILY)
                holder = Holder{body.idiag_uid, body.idiag_inode != 0};
        }
    }
    ::close(fd);
    return holder;
}

// "0100007F:1F90": the address in the processor's byte order, the port as a plain number.
QByteArray inTable(const sockaddr_in &address)
{
    return QByteArray::number(address.sin_addr.s_addr, 16).rightJustified(8, '0').toUpper() + ':'
           + QByteArray::number(ntohs(address.sin_port), 16).rightJustified(4, '0').toUpper();
}

}  // namespace

std::optional<uid_t> callerOf(int connection)
{
    sockaddr_in own = {}, caller = {};
    socklen_t ownLength = sizeof own, callerLength = sizeof caller;
    if (::getsockname(connection, reinterpret_cast<sockaddr *>(&own), &ownLength) != 0
        || ::getpeername(connection, reinterpret_cast<sockaddr *>(&caller), &callerLength) != 0 || caller.sin_family != AF_INET)
        return std::nullopt;
    if (const auto holder = askKernel(caller, own))
        return holder->isHeld ? std::optional(holder->user) : std::nullopt;
    QFile table(QStringLiteral("/proc/net/tcp"));
    return table.open(QIODevice::ReadOnly) ? callerIn(table.readAll(), caller, own) : std::nullopt;
}

std::optional<uid_t> callerIn(const QByteArray &table, const sockaddr_in &caller, const sockaddr_in &own)
{
    // sl local_address rem_address st tx_queue:rx_queue tr:tm->when retrnsmt uid timeout inode …
    constexpr qsizetype kLocal = 1, kRemote = 2, kUser = 7, kInode = 9;
    const QByteArray from = inTable(caller), to = inTable(own);
    for (const QByteArray &line : table.split('\n')) {
        const QByteArrayList words = line.simplified().split(' ');
        if (words.value(kLocal) != from || words.value(kRemote) != to)
            continue;
        bool isNumber = false;
        const uid_t user = words.value(kUser).toUInt(&isNumber);
        return isNumber && words.value(kInode).toULongLong() != 0 ? std::optional(user) : std::nullopt;
    }
    return std::nullopt;
}

bool isCallerAllowed(int connection)
{
    const std::optional<uid_t> user = callerOf(connection);
    return user && (*user == ::getuid() || *user == 0);
}

}  // namespace trainyard
