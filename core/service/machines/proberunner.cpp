// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/machines/proberunner.h"

#include "core/knowledge/benchmark/probereport.h"
#include "core/service/machines/internal/remoteprobe.h"

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QProcess>

#include <algorithm>
#include <csignal>
#include <unistd.h>

namespace trainyard {

namespace {

using namespace std::chrono_literals;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::ProbeRunner)
};

constexpr int kLookMs = 100;  // how soon a stop is seen

}  // namespace

Result<void> ProbeOptions::check() const
{
    if (timeLimit < 5s || timeLimit > 24h)
        return Error{ErrorCode::InvalidInput, Words::tr("A benchmark takes from 5 seconds to a day: set another time limit."), {}};
    for (const QString &name : only) {
        const bool isName = !name.isEmpty() && name.size() <= 40 && std::all_of(name.begin(), name.end(), [](QChar c) {
            return (c >= u'a' && c <= u'z') || (c >= u'0' && c <= u'9') || c == u'-';
        }) && !name.startsWith(u'-');
        if (!isName)
            return Error{ErrorCode::InvalidInput, Words::tr("“%1” is not a valid benchmark.").arg(name.left(60)), {}};
    }
    return {};
}

QStringList ProbeOptions::arguments() const
{
    QStringList words{QStringLiteral("--time-limit"), QString::number(timeLimit.count())};
    if (isQuick)
        words << QStringLiteral("--quick");
    if (isBusyOk)
        words << QStringLiteral("--busy-ok");
    if (!only.isEmpty())
        words << QStringLiteral("--only") << only.join(u',');
    return words;
}

Result<ProbeAnswer> ProbeRunner::runHere(const ProbeOptions &options, const Progress &progress, std::stop_token stop) const
{
    TRY_DO(options.check());
    TRY(const auto program, m_programs.find(ProbePrograms::ownArchitecture()));
    QProcess process;
    // A process group of its own: what it starts ends with it, and Ctrl+C on our terminal is ours to pass on.
    process.setChildProcessModifier([] { ::setsid(); });
    process.setStandardInputFile(QProcess::nullDevice());
    process.start(program, options.arguments());
    if (!process.waitForStarted())
        return Error{ErrorCode::Unsupported, Words::tr("yard-probe does not start on this computer."), process.errorString()};
    const pid_t group = static_cast<pid_t>(process.processId());
    ProbeOutput output(progress);
    const QDeadlineTimer deadline(options.timeLimit + m_grace);
    const auto take = [&] {
        output.takeReport(process.readAllStandardOutput());
        output.takeErrors(process.readAllStandardError());
    };
    while (process.state() != QProcess::NotRunning && !stop.stop_requested() && !deadline.hasExpired() && !output.isTooLarge()) {
        process.waitForFinished(kLookMs);
        take();
    }
    const bool isEnded = process.state() == QProcess::NotRunning;
    if (!isEnded) {
        ::kill(-group, SIGTERM);
        const QDeadlineTimer grace(kProbeHalt);
        while (process.state() != QProcess::NotRunning && !grace.hasExpired()) {
            process.waitForFinished(kLookMs);
            take();
        }
        ::kill(-group, SIGKILL);
        process.waitForFinished(kLookMs * 10);
    }
    take();
    output.end();
    if (stop.stop_requested())
        return cancelledError();
    if (!isEnded && !output.isTooLarge())
        return Error{ErrorCode::TimedOut, Words::tr("The benchmark did not finish in time and was stopped."), output.lastLines()};
    return output.answer(process.exitStatus() == QProcess::NormalExit ? process.exitCode() : 128 + process.exitCode());
}

Result<ProbeAnswer> ProbeRunner::runOn(SshConnection &connection, const ProbeOptions &options, const Progress &progress,
                                       std::stop_token stop) const
{
    TRY_DO(options.check());
    return RemoteProbe(connection, m_programs, options, m_grace, progress).run(stop);
}

}  // namespace trainyard
