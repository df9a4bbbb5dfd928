// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/ssh/internal/channelsocket.h"

#include <QCoreApplication>

namespace trainyard {

namespace {

// Large enough to keep a pipe full between two turns of the session's thread, small enough for hundreds of sockets.
constexpr qint64 kUnreadLimit = 256 * 1024;
constexpr qsizetype kUnsentLimit = 256 * 1024;
constexpr qsizetype kMaxName = 1024;  // longer than any host name (253) and any Unix socket's path (108)

template <typename Interface>
class ChannelSocket : public Interface {
public:
    using Stage = RemoteSocket::Stage;

    ChannelSocket(std::shared_ptr<SessionLoop> loop, std::shared_ptr<ChannelState> channel)
        : m_loop(std::move(loop)), m_channel(std::move(channel))
    {
    }
    ~ChannelSocket() override { m_channel->close(); }

    Stage stage() const override
    {
        switch (m_channel->stage()) {
        case ChannelState::Stage::Opening: return Stage::Opening;
        case ChannelState::Stage::Open: return Stage::Open;
        case ChannelState::Stage::Ended: return Stage::Closed;
        case ChannelState::Stage::Failed: break;
        }
        return Stage::Failed;
    }
    Error error() const override { return m_channel->error(); }
    QByteArray read() override { return m_channel->takeNow(); }
    bool isAtEnd() const override { return m_channel->isOutputFinished(); }
    qsizetype write(QByteArrayView bytes) override { return m_channel->offer(bytes, kUnsentLimit); }
    void finishWriting() override { m_channel->closeInput(); }

protected:
    const std::shared_ptr<SessionLoop> m_loop;  // keeps the session while the socket is in use
    const std::shared_ptr<ChannelState> m_channel;
};

class ChannelShell : public ChannelSocket<RemoteShell> {
public:
    using ChannelSocket::ChannelSocket;
    // Both streams, as ssh shows them in a terminal: what is left unread would pause the channel for ever.
    QByteArray read() override { return m_channel->takeNow() + m_channel->takeAll(true); }
    void resize(TerminalSize size) override { m_channel->resizeTerminal(size); }
    ShellExit exit() const override
    {
        const ChannelState::Exit exit = m_channel->exit();
        return {exit.code, exit.signal};
    }
};

}  // namespace

Result<std::unique_ptr<RemoteSocket>> openChannelSocket(const std::shared_ptr<SessionLoop> &loop, const RemoteEndpoint &endpoint,
                                                        std::function<void()> changed)
{
    ChannelRequest request;
    request.kind = endpoint.isUnix() ? ChannelRequest::Unix : ChannelRequest::Tcp;
    const QString &name = endpoint.isUnix() ? endpoint.path : endpoint.host;
    request.text = name.toUtf8();
    request.port = endpoint.port;
    const bool isNamed = !request.text.isEmpty() && request.text.size() <= kMaxName && !name.contains(QChar(u'\0'))
                         && (endpoint.isUnix() || endpoint.port != 0);
    if (!isNamed)
        return Error{
            ErrorCode::InvalidInput,
            QCoreApplication::translate("trainyard::Ssh",
                                        "This is not a valid address on the machine. Give a port from 1 to 65535 or the path of a socket."),
            name};
    request.pauseLimit = kUnreadLimit;
    request.onChange = std::move(changed);
    const auto channel = loop->prepare(std::move(request));
    std::unique_ptr<RemoteSocket> socket = std::make_unique<ChannelSocket<RemoteSocket>>(loop, channel);
    loop->open(channel);
    return socket;
}

std::unique_ptr<RemoteShell> openChannelShell(const std::shared_ptr<SessionLoop> &loop, QByteArray command, TerminalSize size,
                                              std::function<void()> changed)
{
    ChannelRequest request;
    request.kind = ChannelRequest::Shell;
    request.text = std::move(command);
    request.terminal = size;
    request.isLasting = true;
    request.pauseLimit = kUnreadLimit;
    request.onChange = std::move(changed);
    const auto channel = loop->prepare(std::move(request));
    auto shell = std::make_unique<ChannelShell>(loop, channel);
    loop->open(channel);
    return shell;
}

}  // namespace trainyard
