// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/ssh/sshconnection.h"

#include "core/transport/ssh/internal/channelsocket.h"
#include "core/transport/ssh/internal/login.h"
#include "core/transport/ssh/internal/sessionloop.h"
#include "core/transport/ssh/internal/sftpclient.h"
#include "core/transport/ssh/internal/shellfiles.h"
#include "core/transport/ssh/ssherrors.h"

#include <QCoreApplication>

namespace trainyard {

namespace {

// More unread output than this pauses a stream's channel; the others continue.
constexpr qint64 kStreamBuffer = 4 * 1024 * 1024;
constexpr qint64 kFeedErrors = 64 * 1024;
// The longest single argument that Linux passes to a program; a server hangs up on an SSH packet over 256 KiB.
constexpr qsizetype kMaxCommand = 128 * 1024 - 1;

Result<ChannelRequest> execRequest(const RemoteCommand &command)
{
    // libssh takes the text as a C string: a NUL would truncate it.
    if (command.line.isEmpty() || command.line.contains(QChar(u'\0')))
        return Error{ErrorCode::InvalidInput,
                     QCoreApplication::translate("trainyard::Ssh", "The command is empty or contains a NUL character."),
                     {}};
    ChannelRequest request;
    request.text = command.line.toUtf8();
    if (request.text.size() > kMaxCommand)
        return Error{ErrorCode::InvalidInput,
                     QCoreApplication::translate("trainyard::Ssh", "The command is too long. Put it into a file on the machine and run "
                                                                   "that."),
                     {}};
    return request;
}

class LoopStream : public RemoteStream {
public:
    LoopStream(std::shared_ptr<SessionLoop> loop, std::shared_ptr<ChannelState> channel)
        : m_loop(std::move(loop)), m_channel(std::move(channel))
    {
    }
    ~LoopStream() override { m_channel->close(); }

    Result<Chunk> read(QDeadlineTimer deadline, std::stop_token stop) override
    {
        TRY(auto output, m_channel->takeOutput(deadline, stop));
        return Chunk{std::move(output.out), std::move(output.err), output.isEnd};
    }
    Result<void> write(const QByteArray &bytes, QDeadlineTimer deadline, std::stop_token stop) override
    {
        return m_channel->send(bytes, deadline, stop);
    }
    void closeInput() override { m_channel->closeInput(); }
    CommandResult exitStatus() const override
    {
        const ChannelState::Exit exit = m_channel->exit();
        CommandResult result;
        result.exitCode = exit.code;
        result.signal = exit.signal;
        return result;
    }

private:
    const std::shared_ptr<SessionLoop> m_loop;  // keeps the session while the stream is in use
    const std::shared_ptr<ChannelState> m_channel;
};

class LoopFeed : public RemoteFeed {
public:
    LoopFeed(std::shared_ptr<SessionLoop> loop, std::shared_ptr<ChannelState> channel)
        : m_loop(std::move(loop)), m_channel(std::move(channel))
    {
    }
    ~LoopFeed() override { m_channel->close(); }

private:
    const std::shared_ptr<SessionLoop> m_loop;  // keeps the session while the feed is in use
    const std::shared_ptr<ChannelState> m_channel;
};

Result<CommandResult> runOn(const std::shared_ptr<SessionLoop> &loop, const RemoteCommand &command, QDeadlineTimer deadline,
                            std::stop_token stop)
{
    TRY(auto request, execRequest(command));
    request.keepLimit = std::max<qint64>(command.outputLimit, 0);
    const auto channel = loop->prepare(std::move(request));
    if (!command.input.isEmpty())
        channel->post(command.input);
    channel->closeInput();
    loop->open(channel);
    if (auto ended = channel->waitEnd(deadline, stop); !ended) {
        channel->close();
        return ended.error();
    }
    const ChannelState::Exit exit = channel->exit();
    return CommandResult{exit.code, exit.signal, channel->takeAll(false), channel->takeAll(true), exit.isTruncated};
}

Result<std::unique_ptr<RemoteStream>> startOn(const std::shared_ptr<SessionLoop> &loop, const RemoteCommand &command,
                                              QDeadlineTimer deadline, std::stop_token stop)
{
    TRY(auto request, execRequest(command));
    request.pauseLimit = kStreamBuffer;
    request.isLasting = true;
    request.mayGiveWay = command.mayGiveWay;
    const auto channel = loop->prepare(std::move(request));
    std::unique_ptr<RemoteStream> stream = std::make_unique<LoopStream>(loop, channel);
    if (!command.input.isEmpty()) {
        channel->post(command.input);
        channel->closeInput();
    }
    loop->open(channel);
    TRY_DO(channel->waitOpen(deadline, stop));
    return stream;
}

// The session works, but its file channel does not: no subsystem, one that cannot start, or login scripts that print into it.
bool lacksSftp(const Error &error)
{
    return error.code == ErrorCode::Unsupported || error.code == ErrorCode::Corrupt || error.code == ErrorCode::ConnectionLost;
}

class LoopConnection : public SshConnection {
public:
    LoopConnection(Login login, std::shared_ptr<Reactor> reactor)
        : m_hostKey(std::move(login.hostKey)),
          m_loop(std::make_shared<SessionLoop>(std::move(login.session), std::move(reactor), login.liveness))
    {
    }

    Result<CommandResult> run(const RemoteCommand &command, QDeadlineTimer deadline, std::stop_token stop) override
    {
        return runOn(m_loop, command, deadline, stop);
    }

    Result<std::unique_ptr<RemoteStream>> start(const RemoteCommand &command, QDeadlineTimer deadline, std::stop_token stop) override
    {
        return startOn(m_loop, command, deadline, stop);
    }

    Result<std::unique_ptr<RemoteFeed>> follow(const RemoteCommand &command, FeedEvents events) override
    {
        TRY(auto request, execRequest(command));
        request.keepLimit = kFeedErrors;
        request.isLasting = true;
        request.onOutput = std::move(events.output);
        const auto self = std::make_shared<std::weak_ptr<ChannelState>>();
        request.onEnd = [self, ended = std::move(events.ended)](const Error &) {
            const auto channel = self->lock();
            if (!channel || !ended)
                return;
            if (const auto end = channel->waitEnd(QDeadlineTimer(0), {}); !end) {
                ended(end.error());
                return;
            }
            const ChannelState::Exit exit = channel->exit();
            ended(CommandResult{exit.code, exit.signal, {}, channel->takeAll(true), exit.isTruncated});
        };
        const auto channel = m_loop->prepare(std::move(request));
        *self = channel;
        if (!command.input.isEmpty())
            channel->post(command.input);
        channel->closeInput();
        auto feed = std::make_unique<LoopFeed>(m_loop, channel);
        m_loop->open(channel);
        return std::unique_ptr<RemoteFeed>(std::move(feed));
    }

    Result<std::shared_ptr<Sftp>> sftp(QDeadlineTimer deadline, std::stop_token stop) override
    {
        std::shared_ptr<SftpClient> client;
        {
            const std::lock_guard guard(m_mutex);
            if (m_shellFiles)
                return m_shellFiles;
            if (!m_sftp || m_sftp->isOver())
                m_sftp = std::make_shared<SftpClient>(m_loop);
            client = m_sftp;
        }
        const auto ready = client->waitReady(deadline, stop);
        if (ready)
            return std::shared_ptr<Sftp>(std::move(client));
        if (!lacksSftp(ready.error()) || !isAlive() || isFull())
            return ready.error();
        const std::lock_guard guard(m_mutex);
        if (!m_shellFiles) {
            m_shellFiles = std::make_shared<ShellFiles>(
                ShellFiles::Commands{std::bind_front(runOn, m_loop), std::bind_front(startOn, m_loop)});
        }
        return m_shellFiles;
    }

    Result<std::unique_ptr<RemoteSocket>> openSocket(const RemoteEndpoint &endpoint, std::function<void()> changed) override
    {
        return openChannelSocket(m_loop, endpoint, std::move(changed));
    }

    const std::shared_ptr<SessionLoop> &loop() const { return m_loop; }
    bool isAlive() const override { return m_loop->isAlive(); }
    bool isFull() const override { return m_loop->isFull(); }
    std::chrono::milliseconds silence() const override { return m_loop->silence(); }
    HostKey hostKey() const override { return m_hostKey; }
    void close() override { m_loop->close(); }

private:
    const HostKey m_hostKey;
    const std::shared_ptr<SessionLoop> m_loop;
    std::mutex m_mutex;
    std::shared_ptr<SftpClient> m_sftp;
    std::shared_ptr<Sftp> m_shellFiles;  // used if there is no SFTP
};

}  // namespace

Result<std::shared_ptr<SshConnection>> SshConnection::open(const SshTarget &target, const SshQuestions &questions, QDeadlineTimer deadline,
                                                           std::stop_token stop, std::shared_ptr<Reactor> reactor)
{
    TRY(auto login, logIn(target, questions, deadline, stop));
    // What a session runs over may take a moment to end, which must not delay the others.
    if (login.session.get_deleter().carrier)
        reactor.reset();
    return std::shared_ptr<SshConnection>(std::make_shared<LoopConnection>(std::move(login), std::move(reactor)));
}

Result<std::unique_ptr<RemoteShell>> openShell(SshConnection &connection, const QString &line, TerminalSize size,
                                               std::function<void()> changed)
{
    const auto *const open = dynamic_cast<LoopConnection *>(&connection);
    if (!open)
        return Error{ErrorCode::Unsupported, QCoreApplication::translate("trainyard::Ssh", "This connection has no terminals."), {}};
    QByteArray command;
    if (!line.isEmpty()) {
        RemoteCommand asked;
        asked.line = line;
        TRY(auto request, execRequest(asked));
        command = std::move(request.text);
    }
    return openChannelShell(open->loop(), std::move(command), size, std::move(changed));
}

}  // namespace trainyard
