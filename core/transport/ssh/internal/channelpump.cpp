// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/ssh/internal/channelpump.h"

#include "core/transport/ssh/internal/linktuning.h"
#include "core/transport/ssh/ssherrors.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <linux/sock_diag.h>
#include <poll.h>
#include <sys/socket.h>

namespace trainyard {

namespace {

constexpr quint32 kOutputPiece = 64 * 1024;   // read size between two window updates
constexpr std::chrono::seconds kPatience{3};  // sshd frees a session some time after its channel is closed
constexpr int kMaxEarlyCloses = 5;            // a server that closes this often does so deliberately
constexpr qint64 kBudget = 1024 * 1024;       // bytes one channel moves before the next one's turn

// Bytes that certainly fit into the socket's buffer. libssh needs it blocking, and a send() that waits would hold up every session of the
// thread. poll() alone guarantees only one byte. Half, because the kernel counts its bookkeeping too.
qsizetype roomToSend(int fd)
{
    pollfd entry = {fd, POLLOUT, 0};
    if (::poll(&entry, 1, 0) != 1 || !(entry.revents & POLLOUT))
        return 0;
    std::array<quint32, SK_MEMINFO_VARS> memory = {};
    socklen_t length = sizeof memory;
    if (::getsockopt(fd, SOL_SOCKET, SO_MEMINFO, memory.data(), &length) != 0)
        return kWritePiece;
    const qint64 used = std::max(memory[SK_MEMINFO_WMEM_QUEUED], memory[SK_MEMINFO_WMEM_ALLOC]);
    return std::max<qint64>((qint64{memory[SK_MEMINFO_SNDBUF]} - used) / 2, 1024);
}

}  // namespace

ChannelPump::ChannelPump(const PumpContext &context, std::shared_ptr<ChannelState> state) : m_context(context), m_state(std::move(state))
{
    m_callbacks.userdata = this;
    m_callbacks.channel_close_function = [](ssh_session, ssh_channel, void *self) {
        static_cast<ChannelPump *>(self)->m_isClosedByServer = true;
    };
    m_callbacks.channel_exit_status_function = [](ssh_session, ssh_channel, int status, void *self) {
        static_cast<ChannelPump *>(self)->m_exitCode = status;
    };
    m_callbacks.channel_exit_signal_function = [](ssh_session, ssh_channel, const char *signal, int, const char *, const char *,
                                                  void *self) {
        static_cast<ChannelPump *>(self)->m_signal = QString::fromUtf8(signal).left(64);
    };
    ssh_callbacks_init(&m_callbacks);
}

ChannelPump::~ChannelPump() { release(); }

void ChannelPump::release()
{
    if (!m_channel)
        return;
    ssh_remove_channel_callbacks(m_channel, &m_callbacks);
    ssh_channel_free(m_channel);  // sends CLOSE if that is still due
    m_channel = nullptr;
    m_hasTerminal = false;
}

void ChannelPump::fail(const Error &error)
{
    m_state->setFailed(error);
    release();
    m_stage = Stage::Done;
}

bool ChannelPump::step()
{
    m_wantsToWrite = false;
    if (m_stage == Stage::Done)
        return false;
    if (m_state->isClosing()) {
        fail(cancelledError());
        return true;
    }
    bool moved = false;
    if (m_stage == Stage::Opening)
        moved = open();
    if (m_stage == Stage::Requesting)
        moved = request() || moved;
    if (m_stage == Stage::Running) {
        resizeTerminal();
        moved = moveInput() || moved;
        moved = moveOutput() || moved;
    }
    return moved;
}

bool ChannelPump::open()
{
    if (!m_channel) {
        m_channel = ssh_channel_new(m_context.session);
        m_isClosedByServer = false;  // that was another channel
        ssh_set_channel_callbacks(m_channel, &m_callbacks);
    }
    switch (tryOpen()) {
    case SSH_OK:
        m_hadSession = m_state->request().isSession();
        m_stage = m_hadSession ? Stage::Requesting : Stage::Running;
        if (m_stage == Stage::Running)
            m_state->setOpen();
        return true;
    case SSH_AGAIN: return false;
    default:
        if (!ssh_is_connected(m_context.session))
            return false;  // not the server's answer: all channels fail together once the session is known to be dead
        m_refusal = QString::fromUtf8(ssh_get_error(m_context.session));
        if (!m_state->request().isSession()) {
            fail(refusedSocket(m_refusal));
            return true;
        }
        release();
        m_stage = Stage::Parked;
        return true;
    }
}

int ChannelPump::tryOpen()
{
    // The server only writes the origin to its log.
    constexpr char kOrigin[] = "127.0.0.1";
    const ChannelRequest &wanted = m_state->request();
    switch (wanted.kind) {
    case ChannelRequest::Tcp: return ssh_channel_open_forward(m_channel, wanted.text.constData(), wanted.port, kOrigin, 0);
    case ChannelRequest::Unix: return ssh_channel_open_forward_unix(m_channel, wanted.text.constData(), kOrigin, 0);
    case ChannelRequest::Exec:
    case ChannelRequest::Shell:
    case ChannelRequest::Subsystem: break;
    }
    return ssh_channel_open_session(m_channel);
}

// libssh reports the reason code of RFC 4254 5.1 only in its text: "… error (2) Connection refused".
Error ChannelPump::refusedSocket(const QString &detail) const
{
    if (detail.contains(QLatin1String("error (1)")))
        return {ErrorCode::PermissionDenied,
                QCoreApplication::translate("trainyard::Ssh", "The machine's SSH server forbids tunnels. Set AllowTcpForwarding and "
                                                              "AllowStreamLocalForwarding to yes there."),
                detail};
    // The second text is libssh's own: it requests a Unix socket only from OpenSSH servers.
    if (m_state->request().kind == ChannelRequest::Unix
        && (detail.contains(QLatin1String("error (3)")) || detail.contains(QLatin1String("not connected to an OpenSSH"))))
        return {ErrorCode::Unsupported,
                QCoreApplication::translate("trainyard::Ssh", "The machine's SSH server cannot reach Unix sockets. Let the server there "
                                                              "listen on a port instead."),
                detail};
    return {ErrorCode::NotFound,
            QCoreApplication::translate("trainyard::Ssh", "Nothing listens there. Start the server on the machine "
                                                          "first."),
            detail};
}

bool ChannelPump::unpark(bool isAlone)
{
    if (!isAlone)
        m_patience = QDeadlineTimer::Forever;
    else if (m_patience.isForever())
        m_patience.setRemainingTime(kPatience);
    if (m_patience.hasExpired())
        return false;
    m_stage = Stage::Opening;
    return true;
}

void ChannelPump::refuse()
{
    fail({ErrorCode::PermissionDenied,
          QCoreApplication::translate("trainyard::Ssh", "The machine allows no further session on this connection. Close what runs on it, "
                                                        "or reconnect."),
          m_refusal});
}

bool ChannelPump::giveWay()
{
    if (!isSessionOpen() || !m_state->request().mayGiveWay || !m_state->request().mayGiveWay())
        return false;
    fail(connectionLostError(QStringLiteral("gave way to another channel")));
    return true;
}

int ChannelPump::tryRequest()
{
    // What the terminal of the window understands is what xterm understands, and its description is on every machine.
    constexpr char kTerminalType[] = "xterm-256color";
    const ChannelRequest &wanted = m_state->request();
    if (wanted.kind == ChannelRequest::Subsystem)
        return ssh_channel_request_subsystem(m_channel, wanted.text.constData());
    if (wanted.kind == ChannelRequest::Shell && !m_hasTerminal) {
        const TerminalSize size = wanted.terminal;
        if (const int status = ssh_channel_request_pty_size(m_channel, kTerminalType, size.columns, size.rows); status != SSH_OK)
            return status;
        m_hasTerminal = true;
    }
    if (wanted.text.isEmpty())
        return ssh_channel_request_shell(m_channel);
    return ssh_channel_request_exec(m_channel, wanted.text.constData());
}

void ChannelPump::resizeTerminal()
{
    if (!m_hasTerminal || m_isClosedByServer)
        return;
    if (const auto size = m_state->takeTerminalSize())
        ssh_channel_change_pty_size(m_channel, size->columns, size->rows);
}

bool ChannelPump::request()
{
    const ChannelRequest &wanted = m_state->request();
    const int status = tryRequest();
    if (status == SSH_AGAIN)
        return false;
    if (status == SSH_OK) {
        m_stage = Stage::Running;
        m_state->setOpen();
        return true;
    }
    if (!ssh_is_connected(m_context.session))
        return false;  // a truncated answer does not count
    const QString detail = QString::fromUtf8(ssh_get_error(m_context.session));
    // dropbear may close a session that it has just granted without answering the command, which it then has not run: this happens when
    // another session ends at the same moment.
    if (m_isClosedByServer && m_exitCode < 0 && m_signal.isEmpty() && m_closedEarly++ < kMaxEarlyCloses) {
        m_refusal = detail;
        release();
        m_stage = Stage::Parked;
        return true;
    }
    if (wanted.kind == ChannelRequest::Subsystem)
        fail({ErrorCode::Unsupported,
              QCoreApplication::translate("trainyard::Ssh", "The machine offers no file transfer (SFTP). Enable it in its SSH server."),
              detail});
    else if (wanted.kind == ChannelRequest::Shell && !m_hasTerminal)
        fail({ErrorCode::PermissionDenied,
              QCoreApplication::translate("trainyard::Ssh", "The machine's SSH server allows no terminals. Set PermitTTY to yes there."),
              detail});
    else
        fail({ErrorCode::PermissionDenied,
              QCoreApplication::translate("trainyard::Ssh", "The machine refuses to run commands for this user. Use another account."),
              detail});
    return true;
}

bool ChannelPump::moveInput()
{
    bool moved = false;
    qint64 budget = kBudget;
    while (budget > 0 && m_state->hasInput()) {
        if (m_isClosedByServer || ssh_channel_is_closed(m_channel)) {
            m_state->dropInput();
            return true;
        }
        const qsizetype window = static_cast<qsizetype>(ssh_channel_window_size(m_channel));
        if (window == 0)
            break;  // the window update arrives with incoming data, which is always waited for
        const qsizetype room = roomToSend(m_context.fd);
        if (room == 0) {
            m_wantsToWrite = true;
            break;
        }
        const QByteArray piece = m_state->nextInput(std::min({window, room, kWritePiece}));
        const int written = ssh_channel_write(m_channel, piece.constData(), static_cast<quint32>(piece.size()));
        if (written < 0) {
            m_state->dropInput();
            return true;
        }
        if (written == 0)
            break;  // a key exchange is in progress; its end arrives as incoming data
        m_state->inputSent(written);
        budget -= written;
        moved = true;
    }
    if (!m_isEofSent && m_state->isInputFinished()) {
        m_isEofSent = true;
        if (!m_isClosedByServer)
            ssh_channel_send_eof(m_channel);
        moved = true;
    }
    return moved;
}

// libssh 0.10 keeps only 640,000 bytes per round trip in flight unless a read requests more than the window has left; it then opens the
// window to that size. One such read for every quarter consumed keeps it full.
int ChannelPump::read(bool isError)
{
    const bool isGrowing = !isError && !m_isClosedByServer && (!m_isWindowOpen || m_consumed >= m_context.window / 4);
    const quint32 size = isGrowing ? m_context.window : kOutputPiece;
    int count = 0;
    if (m_isClosedByServer)  // growing a closed channel's window would break the protocol
        count = ssh_channel_read_nonblocking(m_channel, m_context.scratch->data(), size, isError);
    else
        count = ssh_channel_read_timeout(m_channel, m_context.scratch->data(), size, isError, 0);
    if (isGrowing) {
        m_isWindowOpen = true;
        m_consumed = 0;
    }
    if (count > 0)
        m_consumed += static_cast<quint32>(count);
    return count;
}

bool ChannelPump::moveOutput()
{
    bool moved = false;
    qint64 budget = kBudget;
    bool isDry = false, isStuck = false;
    while (!isDry && budget > 0 && !m_state->isPaused()) {
        isDry = true;
        if (m_state->isFlooded()) {
            fail({ErrorCode::Corrupt,
                  QCoreApplication::translate(
                      "trainyard::Ssh",
                      "The machine's answer does not end. Check what its login shell prints (~/.bashrc), and whether its SSH server "
                      "forces a command (ForceCommand)."),
                  {}});
            return true;
        }
        // Both streams share one window: if one is not read, it blocks the other.
        for (const bool isError : {false, true}) {
            const auto before = m_context.socketBytes->in_bytes;
            const int count = read(isError);
            if (count > 0) {
                m_state->deliver(QByteArrayView(m_context.scratch->constData(), count), isError);
                budget -= count;
                moved = true;
            }
            // A dead session returns nothing, not even buffered data: the rest is lost, and the end with it.
            isStuck = isStuck || (count == SSH_ERROR && ssh_channel_poll(m_channel, isError) > 0);
            // libssh reads 4 KiB at a time from the socket, so an empty read does not mean that there is nothing.
            const auto pulled = m_context.socketBytes->in_bytes - before;
            budget -= static_cast<qint64>(pulled / 2);
            isDry = isDry && count <= 0 && pulled == 0;
        }
    }
    if (isStuck)
        return moved;  // all channels fail together once the session is known to be dead
    if (isDry && ssh_channel_is_eof(m_channel))
        m_state->setOutputEnd();
    if (m_isClosedByServer && isDry) {
        m_state->setEnded(m_signal.isEmpty() ? m_exitCode : -1, m_signal);
        release();
        m_stage = Stage::Done;
        moved = true;
    }
    return moved;
}

}  // namespace trainyard
