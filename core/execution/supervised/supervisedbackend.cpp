// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/execution/supervised/supervisedbackend.h"

#include "core/base/shellquote.h"
#include "core/execution/backend/sftprunfiles.h"
#include "core/execution/launchplan/containername.h"

#include <QCoreApplication>

#include <algorithm>

namespace trainyard {

namespace {

using namespace std::chrono_literals;
constexpr auto kStart = 15min;     // an engine may pull an image first
constexpr auto kAnswer = 20s;      // for a supervisor that has nothing to wait for
constexpr auto kStopMargin = 60s;  // on top of the grace period: kill, verify, write the exit
constexpr qint64 kMaxAnswer = 256 * 1024;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Launcher)
};

QString supervisorOf(const Run &run) { return shellQuoted(run.head().directory + QStringLiteral("/supervise.sh")); }

RemoteCommand asked(const Run &run, const QString &verb)
{
    RemoteCommand command;
    command.line = QStringLiteral("sh ") + supervisorOf(run) + u' ' + verb;
    command.outputLimit = kMaxAnswer;
    return command;
}

}  // namespace

Result<void> SupervisedBackend::submit(const Run &run, SshConnection &connection, std::stop_token stop) const
{
    TRY(const auto ran, connection.run(asked(run, QStringLiteral("start")), QDeadlineTimer(kStart), stop));
    if (ran.exitCode == 0)
        return {};
    // 5 and 1 are refusals by the supervisor, 126 and 127 mean that a shell could not run it. After anything else, for example a script
    // that was killed half-way, the run may have started.
    const bool isRefused = ran.exitCode == 5 || ran.exitCode == 1 || ran.exitCode == 126 || ran.exitCode == 127;
    if (!isRefused) {
        return Error{ErrorCode::ConnectionLost,
                     Words::tr("It is unclear whether the run started. It is shown as soon as the machine responds."),
                     QString::fromUtf8(ran.err.left(4000))};
    }
    const auto answer = parseSupervisorAnswer(ran.out);
    const QString reason = answer && !answer->message.isEmpty() ? answer->message : QString::fromUtf8(ran.err.left(400)).trimmed();
    const QString subject = run.image.isEmpty() ? run.name.simplified() : run.image;
    return Error{ErrorCode::RemoteCommandFailed, Words::tr("The engine %1 did not start %2: %3").arg(engineName(m_kind), subject, reason),
                 QString::fromUtf8(ran.err.left(4000))};
}

Result<SupervisorAnswer> SupervisedBackend::poll(const Run &run, SshConnection &connection, std::stop_token stop) const
{
    const auto ran = connection.run(asked(run, QStringLiteral("ensure")), QDeadlineTimer(kAnswer), stop);
    return ran ? parseSupervisorAnswer(ran->out) : Result<SupervisorAnswer>(ran.error());
}

Result<StopAnswer> SupervisedBackend::stop(const Run &run, const StopRequest &request, SshConnection &connection,
                                           std::stop_token stop) const
{
    const std::chrono::seconds longest = std::max(request.grace, request.least);
    const auto stopWithin = [&run](std::chrono::seconds grace) { return asked(run, QStringLiteral("stop %1").arg(grace.count())).line; };
    QString line = stopWithin(longest);
    if (request.least > 0s && request.savesFirst) {
        // A run that saves without ending, or that the stop would just kill, gets time to save first.
        const QString guard = shellQuoted(run.head().directory + QStringLiteral("/guard.sh"));
        line = QStringLiteral("if sh %1 save %2 >/dev/null 2>&1; then %3; else %4; fi")
                   .arg(guard, QString::number(request.least.count()), stopWithin(request.grace), line);
    }
    const QString script = QStringLiteral("if [ -e %1 ]; then %2; else echo '{\"state\":\"gone\"}'; fi").arg(supervisorOf(run), line);
    RemoteCommand command;
    command.line = QStringLiteral("sh -c ") + shellQuoted(script);  // for any login shell
    command.outputLimit = kMaxAnswer;
    TRY(const auto ran, connection.run(command, QDeadlineTimer(longest + request.least + kStopMargin), stop));
    const auto answer = parseSupervisorAnswer(ran.out);
    if (answer && answer->state == QLatin1String("gone"))
        return StopAnswer{true, {}};
    if (ran.exitCode != 0 || !answer || answer->state != QLatin1String("ended") || !answer->exit) {
        return Error{ErrorCode::RemoteCommandFailed,
                     Words::tr("%1 is still running after it was told to stop. Check it on the machine.").arg(run.name),
                     QString::fromUtf8((ran.out + ran.err).left(4000))};
    }
    return StopAnswer{false, *answer->exit};
}

Result<std::unique_ptr<RunFiles>> SupervisedBackend::attach(const RunNode &node, SshConnection &connection, std::stop_token stop) const
{
    return sftpRunFiles(node.directory, connection, QDeadlineTimer(kAnswer), stop);
}

QString SupervisedBackend::shellLine(const Run &run) const
{
    if (!m_capabilities.isContainer)
        return QStringLiteral("cd ") + shellQuoted(run.head().directory) + QStringLiteral(" && exec $SHELL -l");
    // Images have sh if they have any shell at all, and most have bash, which edits its lines.
    const QString best = QStringLiteral("if command -v bash >/dev/null 2>&1; then exec bash; else exec sh; fi");
    return shellJoined({engineName(m_kind), QStringLiteral("exec"), QStringLiteral("-it"), QStringLiteral("-e"),
                        QStringLiteral("TERM=xterm-256color"), containerName(run.id), QStringLiteral("sh"), QStringLiteral("-c"), best});
}

QString SupervisedBackend::scriptLine(const Run &run, const QStringList &arguments) const
{
    QStringList words{QStringLiteral("sh"), QStringLiteral("-s"), QStringLiteral("--")};
    if (m_capabilities.isContainer)
        words = QStringList{engineName(m_kind), QStringLiteral("exec"), QStringLiteral("-i"), containerName(run.id)} + words;
    return shellJoined(words + arguments);
}

Result<bool> SupervisedBackend::signal(const Run &run, const QString &name, SshConnection &connection, std::stop_token stop) const
{
    const auto ran = connection.run(asked(run, QStringLiteral("signal ") + shellQuoted(name)), QDeadlineTimer(kStopMargin), stop);
    return ran ? Result<bool>(ran->exitCode == 0) : Result<bool>(ran.error());
}

}  // namespace trainyard
