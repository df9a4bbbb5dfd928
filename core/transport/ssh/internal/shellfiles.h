// SPDX-License-Identifier: GPL-3.0-or-later
// Access to files of a machine whose SSH server has no usable SFTP (dropbear by default, a broken subsystem, login scripts that print
// into it): the same interface, through commands of any POSIX shell and its usual tools (GNU or busybox). Slower, because each call is
// one command; meant for what a run needs, not for data sets. Internal to core/transport/ssh.
#pragma once

#include "core/transport/ssh/sftp.h"
#include "core/transport/ssh/sshconnection.h"

namespace trainyard {

class ShellFiles : public Sftp {
public:
    // Bound to the session; any thread may call each of them.
    struct Commands {
        std::function<Result<CommandResult>(const RemoteCommand &, QDeadlineTimer, std::stop_token)> run;
        std::function<Result<std::unique_ptr<RemoteStream>>(const RemoteCommand &, QDeadlineTimer, std::stop_token)> start;
    };
    explicit ShellFiles(Commands commands) : m_commands(std::move(commands)) {}

    Result<RemoteFile> stat(const QString &path, QDeadlineTimer deadline, std::stop_token stop) override;
    Result<QList<RemoteFile>> list(const QString &directory, QDeadlineTimer deadline, std::stop_token stop) override;
    Result<void> makePath(const QString &directory, int mode, QDeadlineTimer deadline, std::stop_token stop) override;
    Result<void> remove(const QString &file, QDeadlineTimer deadline, std::stop_token stop) override;
    Result<void> rename(const QString &from, const QString &to, QDeadlineTimer deadline, std::stop_token stop) override;
    Result<QString> realPath(const QString &path, QDeadlineTimer deadline, std::stop_token stop) override;
    Result<std::unique_ptr<RemoteReader>> open(const QString &path, QDeadlineTimer deadline, std::stop_token stop) override;
    Result<void> write(const QString &path, const QByteArray &content, int mode, QDeadlineTimer deadline, std::stop_token stop) override;
    Result<void> writeFrom(const QString &path, qint64 size, const Source &source, int mode, QDeadlineTimer deadline,
                           std::stop_token stop) override;

private:
    class Reader;

    // What the script printed after its own first line; anything before that comes from login scripts.
    Result<QByteArray> ask(const QString &script, const QStringList &arguments, qint64 answerLimit, QDeadlineTimer deadline,
                           const std::stop_token &stop);

    const Commands m_commands;
};

}  // namespace trainyard
