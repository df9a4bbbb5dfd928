// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/sandbox/internal/privatedocker.h"

#include "core/base/retry.h"
#include "core/provider/sandbox/internal/placefile.h"
#include "core/provider/sandbox/internal/sandboxtext.h"
#include "core/provider/sandbox/localcommand.h"

#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QProcess>

#include <sys/mount.h>

namespace trainyard {

namespace {

using namespace std::chrono_literals;

QString lastLogLine(const QString &file)
{
    QFile log(file);
    if (!log.open(QIODevice::ReadOnly))
        return {};
    return QString::fromUtf8(log.readAll()).trimmed().section(QLatin1Char('\n'), -1);
}

}  // namespace

Result<PrivateDocker> startPrivateDocker(const SandboxPlaces &places, const QString &dockerd, const QMap<QString, QString> &environment,
                                         const std::stop_token &stop)
{
    const QString exec = places.engineRuntime(), log = places.run() + QStringLiteral("/dockerd.log");
    const QString pidFile = exec + QStringLiteral("/dockerd.pid"), socket = exec + QStringLiteral("/docker.sock");
    const QString data = places.containers() + QStringLiteral("/docker");
    for (const QString &dir : {exec, data}) {
        TRY_DO(placeDirectory(dir));
    }
    QFile::remove(log);
    QFile::remove(pidFile);
    QProcess daemon;
    QProcessEnvironment variables;
    for (auto it = environment.cbegin(); it != environment.cend(); ++it)
        variables.insert(it.key(), it.value());
    daemon.setProcessEnvironment(variables);
    daemon.setProgram(dockerd);
    // vfs and no bridge: both work without kernel modules and without touching the computer's firewall.
    daemon.setArguments({QStringLiteral("--iptables=false"), QStringLiteral("--bridge=none"), QStringLiteral("--storage-driver=vfs"),
                         QStringLiteral("--data-root"), data, QStringLiteral("--exec-root"), exec, QStringLiteral("--pidfile"), pidFile,
                         QStringLiteral("-H"), QStringLiteral("unix://") + socket});
    daemon.setStandardInputFile(QProcess::nullDevice());
    daemon.setStandardOutputFile(log, QIODevice::Append);
    daemon.setStandardErrorFile(log, QIODevice::Append);
    qint64 pid = 0;
    const auto refusal = [&log] {
        return Error{ErrorCode::Unsupported, SandboxText::tr("Docker does not start on this computer."), lastLogLine(log)};
    };
    if (!daemon.startDetached(&pid))
        return refusal();
    const PrivateDocker docker{identityOf(pid), QStringLiteral("unix://") + socket};
    QMap<QString, QString> client = environment;
    client.insert(QStringLiteral("DOCKER_HOST"), docker.address);
    const QString program = QStringLiteral("/usr/bin/env");
    const QDeadlineTimer deadline(20s);  // it takes about three seconds
    while (isAlive(docker.process) && !deadline.hasExpired() && !stop.stop_requested()) {
        const auto answer = runLocal({program, {QStringLiteral("docker"), QStringLiteral("info")}, client, {}, 5s}, stop);
        if (answer && answer->exitCode == 0)
            return docker;
        pauseFor(100ms, stop);
    }
    endPrivateDocker(places, docker.process);
    if (stop.stop_requested())
        return cancelledError();
    return refusal();
}

bool endPrivateDocker(const SandboxPlaces &places, const ProcessIdentity &daemon)
{
    if (daemon.pid == 0)
        return true;
    if (!endProcess(daemon, 15s))  // it gives its containers ten seconds
        return false;
    const QString exec = places.engineRuntime();
    ::umount2(QFile::encodeName(exec + QStringLiteral("/netns/default")).constData(), MNT_DETACH);
    QDir(exec).removeRecursively();
    return true;
}

}  // namespace trainyard
