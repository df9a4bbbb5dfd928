// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/sandbox/localcommand.h"

#include "core/provider/sandbox/internal/sandboxtext.h"

#include <QDeadlineTimer>
#include <QFileInfo>
#include <QProcess>

namespace trainyard {

QString LocalAnswer::lastLine() const
{
    for (const QByteArray &text : {err, out}) {
        const QString line = QString::fromUtf8(text).trimmed().section(QLatin1Char('\n'), -1).trimmed();
        if (!line.isEmpty())
            return line;
    }
    return {};
}

Result<LocalAnswer> runLocal(const LocalCommand &command, const std::stop_token &stop)
{
    const QString name = QFileInfo(command.program).fileName();
    QProcess process;
    QProcessEnvironment environment;
    for (auto it = command.environment.cbegin(); it != command.environment.cend(); ++it)
        environment.insert(it.key(), it.value());
    // An empty QProcessEnvironment would mean "inherit everything".
    environment.insert(QStringLiteral("LC_ALL"), QStringLiteral("C.UTF-8"));
    process.setProcessEnvironment(environment);
    process.setStandardInputFile(command.inputFile.isEmpty() ? QProcess::nullDevice() : command.inputFile);
    process.start(command.program, command.arguments);
    const QDeadlineTimer deadline(command.limit);
    if (!process.waitForStarted(static_cast<int>(command.limit.count()))) {
        return Error{ErrorCode::NotFound, SandboxText::tr("%1 cannot be started on this computer.").arg(name), process.errorString()};
    }
    // Wait in short intervals, so that a stop request is noticed.
    while (!process.waitForFinished(50) && process.state() != QProcess::NotRunning) {
        const bool isCancelled = stop.stop_requested();
        if (!isCancelled && !deadline.hasExpired())
            continue;
        process.kill();
        process.waitForFinished(2000);
        if (isCancelled)
            return cancelledError();
        return Error{ErrorCode::TimedOut, SandboxText::tr("%1 does not respond on this computer.").arg(name),
                     QString::fromUtf8(process.readAllStandardError())};
    }
    LocalAnswer answer;
    answer.exitCode = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : 128;
    answer.out = process.readAllStandardOutput();
    answer.err = process.readAllStandardError();
    return answer;
}

}  // namespace trainyard
