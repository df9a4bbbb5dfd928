// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/ssh/internal/fileconnection.h"

#include "core/transport/ssh/internal/linktuning.h"
#include "core/transport/ssh/internal/sessionwait.h"
#include "core/transport/ssh/ssherrors.h"

#include <QCoreApplication>
#include <QtEndian>

#include <algorithm>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace trainyard {

namespace {

constexpr quint32 kReadPiece = 256 * 1024;
constexpr int kFlushAfter = 8;  // requests that share an SSH packet

}  // namespace

FileConnection::FileConnection(Login login)
    : m_login(std::move(login)), m_session(m_login.session.get()), m_fd(::fcntl(ssh_get_fd(m_session), F_DUPFD_CLOEXEC, 0)),
      m_piece(kWritePiece, Qt::Uninitialized)
{
    ssh_set_counters(m_session, &m_socketBytes, &m_rawBytes);
}

FileConnection::~FileConnection()
{
    if (m_channel && !m_failure && !isOver())
        sendSome();
    // Sending a goodbye to a peer that no longer reads could block.
    if (m_fd >= 0)
        ::shutdown(m_fd, SHUT_RDWR);
    if (m_channel)
        ssh_channel_free(m_channel);
    if (m_fd >= 0)
        ::close(m_fd);
    ssh_set_counters(m_session, nullptr, nullptr);
}

Result<void> FileConnection::start(QDeadlineTimer deadline, const std::stop_token &stop)
{
    ssh_set_blocking(m_session, 0);
    m_channel = ssh_channel_new(m_session);
    LoginClock clock(deadline, stop);
    SessionWait wait(m_session, m_fd, clock);
    const auto opened = wait.drive(
        [&] {
            acknowledgeAtOnce(m_fd);
            return ssh_channel_open_session(m_channel);
        },
        SSH_AGAIN);
    if (!opened)
        return opened.error();
    const auto requested = *opened != SSH_OK ? Result<int>(*opened)
                                             : wait.drive(
                                                 [&] {
                                                     acknowledgeAtOnce(m_fd);
                                                     return ssh_channel_request_subsystem(m_channel, "sftp");
                                                 },
                                                 SSH_AGAIN);
    if (!requested)
        return requested.error();
    if (*requested != SSH_OK) {
        const QString detail = QString::fromUtf8(ssh_get_error(m_session));
        if (!ssh_is_connected(m_session))
            return connectionLostError(detail);
        return Error{ErrorCode::Unsupported,
                     QCoreApplication::translate("trainyard::Ssh", "The machine offers no file transfer (SFTP). Enable it in its SSH "
                                                                   "server."),
                     detail};
    }
    m_roundTrip = roundTripOf(m_fd).value_or(std::chrono::microseconds(0));
    m_window = kNearWindow;
    m_in.resize(static_cast<qsizetype>(kFarWindow) + 2 * static_cast<qsizetype>(kSftpLargestPacket));
    const auto started = std::chrono::steady_clock::now();

    // A server that does not support the extension reports that: no round trip is spent on asking first.
    m_out.push_back(SftpRequest::init());
    m_outBytes += m_out.back().size();
    send(SftpType::Extended, 0, [](SftpRequest &r) { r.string(QByteArrayView("limits@openssh.com")); });
    bool hasVersion = false;
    while (!hasVersion || !m_pending.empty()) {
        TRY(auto reply, takeReply());
        if (!reply.has_value()) {
            TRY_DO(pump(deadline, stop));
            continue;
        }
        if (reply->type == SftpType::Version) {
            if (hasVersion || reply->id != 3)
                return sftpBrokenError(QStringLiteral("version %1").arg(reply->id));
            hasVersion = true;
            m_extensions = reply->extensions;
        } else if (m_pending.erase(reply->id) != 1) {
            return sftpBrokenError(QStringLiteral("reply to no request"));
        } else if (reply->type == SftpType::ExtendedReply) {
            if (const auto limits = decodeSftpLimits(reply->bytes))
                m_limits = *limits;
        }
    }
    // TCP measures only up to a jump host or a proxy. A stat of "." measures the whole route; done only when in doubt.
    if (m_roundTrip < kFarRoundTrip && std::chrono::steady_clock::now() - started > kFarRoundTrip) {
        const auto asked = std::chrono::steady_clock::now();
        if (auto looked = ask(
                SftpType::Stat, [](SftpRequest &r) { r.string(QByteArrayView(".")); }, deadline, stop);
            !looked)
            return looked.error();
        m_roundTrip = std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - asked);
    }
    m_window = m_roundTrip < kFarRoundTrip ? kNearWindow : kFarWindow;
    return {};
}

quint32 FileConnection::reserve(quint64 tag)
{
    while (m_nextId == 0 || m_pending.contains(m_nextId))
        ++m_nextId;
    m_pending.emplace(m_nextId, tag);
    return m_nextId++;
}

void FileConnection::post(QByteArray packet)
{
    m_outBytes += packet.size();
    m_out.push_back(std::move(packet));
    // The server should have work while its last answers are still being processed.
    if (++m_unflushed >= kFlushAfter || m_outBytes >= kWritePiece)
        sendSome();
}

bool FileConnection::sendSome()
{
    m_wantsToWrite = false;
    m_unflushed = 0;
    bool moved = false;
    while (!m_out.empty() && !m_failure) {
        const qsizetype window = static_cast<qsizetype>(ssh_channel_window_size(m_channel));
        if (window == 0)
            break;  // it arrives with incoming data, which is always waited for
        pollfd entry = {m_fd, POLLOUT, 0};
        if (::poll(&entry, 1, 0) != 1 || !(entry.revents & POLLOUT)) {
            m_wantsToWrite = true;
            break;
        }
        // Gather packets of the SFTP layer: every SSH packet costs both sides a cipher call and a send().
        const qsizetype limit = std::min(window, kWritePiece);
        qsizetype size = 0, offset = m_outOffset;
        for (const QByteArray &packet : m_out) {
            const qsizetype count = std::min(limit - size, packet.size() - offset);
            std::memcpy(m_piece.data() + size, packet.constData() + offset, static_cast<std::size_t>(count));
            size += count;
            offset = 0;
            if (size == limit)
                break;
        }
        const int written = ssh_channel_write(m_channel, m_piece.constData(), static_cast<quint32>(size));
        if (written < 0) {
            m_failure = connectionLostError(QString::fromUtf8(ssh_get_error(m_session)));
            break;
        }
        if (written == 0)
            break;  // a key exchange is in progress; its end arrives as incoming data
        moved = true;
        m_outBytes -= written;
        for (qsizetype left = written; left > 0;) {
            const qsizetype rest = m_out.front().size() - m_outOffset;
            if (left < rest) {
                m_outOffset += left;
                break;
            }
            left -= rest;
            m_outOffset = 0;
            m_out.pop_front();
        }
    }
    return moved;
}

bool FileConnection::isOver() const
{
    return !ssh_is_connected(m_session) || ssh_channel_is_closed(m_channel) || ssh_channel_is_eof(m_channel);
}

// libssh 0.10 keeps only 640,000 bytes per round trip in flight unless a read requests more than the window has left; it then opens the
// window to that size. One such read for every quarter consumed keeps it full.
int FileConnection::read(bool isError)
{
    static_assert(kReadPiece < kNearWindow);
    if (isError) {
        QByteArray scratch(4096, Qt::Uninitialized);  // read and discarded, or it would use up the window
        return ssh_channel_read_nonblocking(m_channel, scratch.data(), 4096, 1);
    }
    const bool isGrowing = !ssh_channel_is_closed(m_channel) && (!m_isWindowOpen || m_consumed >= m_window / 4);
    const quint32 size = isGrowing ? m_window : kReadPiece;
    if (m_inEnd + static_cast<qsizetype>(size) > m_in.size()) {
        std::memmove(m_in.data(), m_in.constData() + m_inStart, static_cast<std::size_t>(m_inEnd - m_inStart));
        m_inEnd -= m_inStart;
        m_inStart = 0;
    }
    const int count = ssh_channel_read_timeout(m_channel, m_in.data() + m_inEnd, size, 0, 0);
    if (isGrowing) {
        m_isWindowOpen = true;
        m_consumed = 0;
    }
    if (count > 0) {
        m_consumed += static_cast<quint32>(count);
        m_inEnd += count;
    }
    return count;
}

bool FileConnection::readSome()
{
    const auto before = m_socketBytes.in_bytes;
    int count = read(false);
    if (count == 0)
        count = std::max(read(true), 0);
    if (count < 0 && isOver())
        m_failure = connectionLostError(QString::fromUtf8(ssh_get_error(m_session)));
    // libssh reads 4 KiB at a time from the socket, so an empty read does not mean that there is nothing.
    return count > 0 || m_socketBytes.in_bytes != before;
}

Result<void> FileConnection::pump(QDeadlineTimer deadline, const std::stop_token &stop)
{
    const bool sent = sendSome();
    if (readSome() || sent)
        return {};
    if (!m_failure && isOver())
        m_failure = connectionLostError(QString::fromUtf8(ssh_get_error(m_session)));
    if (m_failure)
        return *m_failure;
    if (stop.stop_requested())
        return cancelledError();
    if (deadline.hasExpired())
        return timedOutError(QStringLiteral("sftp"));
    m_wakeup.clear();
    const std::stop_callback wake(stop, [this] { m_wakeup.signal(); });
    if (stop.stop_requested())
        return cancelledError();
    if (ssh_get_poll_flags(m_session) & SSH_WRITE_PENDING)
        m_wantsToWrite = true;
    pollfd fds[] = {{m_fd, static_cast<short>(m_wantsToWrite ? POLLIN | POLLOUT : POLLIN), 0}, {m_wakeup.fd(), POLLIN, 0}};
    const qint64 remaining = deadline.isForever() ? 60'000 : std::min<qint64>(deadline.remainingTime() + 1, 60'000);
    ::poll(fds, 2, static_cast<int>(std::max<qint64>(remaining, 0)));
    if ((fds[0].revents & (POLLERR | POLLHUP | POLLNVAL)) && !readSome())
        m_failure = connectionLostError(QString::fromUtf8(ssh_get_error(m_session)));
    return {};
}

Result<std::optional<SftpReply>> FileConnection::takeReply()
{
    const qsizetype available = m_inEnd - m_inStart;
    if (available < 4)
        return std::optional<SftpReply>();
    const quint32 length = qFromBigEndian<quint32>(m_in.constData() + m_inStart);
    if (length == 0 || length > kSftpLargestPacket)
        return sftpBrokenError(QStringLiteral("packet length %1").arg(length));
    if (available - 4 < static_cast<qsizetype>(length))
        return std::optional<SftpReply>();
    const QByteArrayView packet(m_in.constData() + m_inStart + 4, static_cast<qsizetype>(length));
    m_inStart += 4 + static_cast<qsizetype>(length);
    TRY(auto reply, decodeSftpReply(packet, SftpContent::Borrow));
    return std::optional<SftpReply>(std::move(reply));
}

Result<SftpMessage> FileConnection::next(QDeadlineTimer deadline, std::stop_token stop)
{
    while (!m_failure || m_failure->code != ErrorCode::Corrupt) {
        auto reply = takeReply();
        if (!reply) {
            m_failure = reply.error();
            break;
        }
        if (!reply->has_value()) {
            if (m_failure)
                break;
            if (auto moved = pump(deadline, stop); !moved && !m_failure)
                return moved.error();
            continue;
        }
        const auto found = m_pending.find((*reply)->id);
        if (found == m_pending.end() || (*reply)->type == SftpType::Version) {
            m_failure = sftpBrokenError(QStringLiteral("reply to no request"));
            break;
        }
        const quint64 tag = found->second;
        m_pending.erase(found);
        return SftpMessage{tag, std::move(**reply)};
    }
    return *m_failure;
}

Result<std::unique_ptr<FileChannel>> openFileConnection(const SshTarget &target, const SshQuestions &questions, QDeadlineTimer deadline,
                                                        std::stop_token stop)
{
    TRY(auto login, logIn(target, questions, deadline, stop));
    auto connection = std::make_unique<FileConnection>(std::move(login));
    TRY_DO(connection->start(deadline, stop));
    return std::unique_ptr<FileChannel>(std::move(connection));
}

}  // namespace trainyard
