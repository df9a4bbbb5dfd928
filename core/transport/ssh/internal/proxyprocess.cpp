// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/ssh/internal/proxyprocess.h"

#include "core/base/retry.h"

#include <QCoreApplication>
#include <QDeadlineTimer>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

extern char **environ;

namespace trainyard {

namespace {

constexpr int kGoodbyeMs = 500;  // between SIGTERM and SIGKILL

Error failed(int error)
{
    return {ErrorCode::Io, QCoreApplication::translate("trainyard::Ssh", "The ProxyCommand cannot be started."),
            QString::fromLocal8Bit(std::strerror(error))};
}

}  // namespace

Result<ProxyProcess::Started> ProxyProcess::start(const QString &command)
{
    std::array<int, 2> link = {-1, -1}, errors = {-1, -1};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, link.data()) != 0)
        return failed(errno);
    if (::pipe2(errors.data(), O_CLOEXEC | O_NONBLOCK) != 0) {
        const int error = errno;
        ::close(link[0]);
        ::close(link[1]);
        return failed(error);
    }

    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, link[1], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, link[1], STDOUT_FILENO);
    // The pipe does not block: a command that writes endlessly loses output, not the connection.
    posix_spawn_file_actions_adddup2(&actions, errors[1], STDERR_FILENO);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t none, usual;
    sigemptyset(&none);
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);  // this program ignores it, which would be inherited
    sigaddset(&usual, SIGINT);
    sigaddset(&usual, SIGTERM);
    sigaddset(&usual, SIGHUP);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSID);

    const QByteArray line = "exec " + command.toUtf8();
    std::array<char, 3> sh = {"sh"}, flag = {"-c"};
    std::array<char *, 4> arguments = {sh.data(), flag.data(), const_cast<char *>(line.constData()), nullptr};
    pid_t pid = -1;
    const int error = ::posix_spawn(&pid, "/bin/sh", &actions, &attributes, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    ::close(link[1]);
    ::close(errors[1]);
    if (error != 0) {
        ::close(link[0]);
        ::close(errors[0]);
        return failed(error);
    }
    return Started{std::shared_ptr<ProxyProcess>(new ProxyProcess(pid, errors[0])), link[0]};
}

ProxyProcess::~ProxyProcess()
{
    ::kill(-m_pid, SIGHUP);
    const QDeadlineTimer deadline(kGoodbyeMs);
    // Wait without reaping, so that the group's number stays ours until the last signal.
    const auto hasEnded = [this] {
        siginfo_t info = {};
        return ::waitid(P_PID, static_cast<id_t>(m_pid), &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid != 0;
    };
    while (!hasEnded() && !deadline.hasExpired())
        pauseFor(std::chrono::milliseconds(5));
    ::kill(-m_pid, SIGKILL);  // children may outlive the leader
    ::waitpid(m_pid, nullptr, 0);
    ::close(m_errorFd);
}

QString ProxyProcess::failureText() const
{
    std::array<char, 2000> text;
    const ssize_t count = ::read(m_errorFd, text.data(), text.size());
    return count > 0 ? QString::fromLocal8Bit(text.data(), count).trimmed() : QString();
}

}  // namespace trainyard
