// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/sandbox/sandbox.h"

#include "core/base/filelock.h"
#include "core/provider/sandbox/internal/containerengine.h"
#include "core/provider/sandbox/internal/demoimage.h"
#include "core/provider/sandbox/internal/placefile.h"
#include "core/provider/sandbox/internal/privatedocker.h"
#include "core/provider/sandbox/internal/sandboxplaces.h"
#include "core/provider/sandbox/internal/sandboxstate.h"
#include "core/provider/sandbox/internal/sandboxtext.h"
#include "core/provider/sandbox/internal/sshserver.h"

#include <QDir>
#include <QFile>
#include <QUuid>

#include <algorithm>
#include <chrono>
#include <memory>

#include <pwd.h>
#include <unistd.h>

namespace trainyard {

namespace {

using namespace std::chrono_literals;

QByteArray resource(const char *name)
{
    QFile file(QStringLiteral(":/sandbox/") + QLatin1String(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QString userName()
{
    const passwd *user = ::getpwuid(::geteuid());
    return user ? QString::fromLocal8Bit(user->pw_name) : qEnvironmentVariable("USER");
}

// Only one program at a time changes a sandbox; others wait for their turn.
Result<std::unique_ptr<FileLock>> locked(const SandboxPlaces &places, const std::stop_token &stop)
{
    auto lock = std::make_unique<FileLock>(places.lock());
    while (!lock->tryLock(1min, stop)) {
        if (stop.stop_requested())
            return cancelledError();
        if (lock->systemError() != 0) {
            return Error{ErrorCode::Io, SandboxText::tr("The sandbox's directory cannot be written; check its permissions and the disk."),
                         places.lock()};
        }
    }
    return lock;
}

Result<void> placeParts(const SandboxPlaces &places, const QByteArray &trainer)
{
    for (const QString &dir : {places.root, places.home(), places.bin(), places.etc(), places.run(), places.containers(),
                               places.home() + QStringLiteral("/bin")}) {
        const auto made = placeDirectory(dir);
        if (!made)
            return made;
    }
    TRY_DO(placeFile(places.bin() + QStringLiteral("/nvidia-smi"), resource("nvidia-smi"), 0755));
    TRY_DO(placeFile(places.sessionScript(), resource("session.sh"), 0600));
    return placeFile(places.trainer(), trainer, 0755);
}

QMap<QString, QString> baseEnvironment(const SandboxPlaces &places, int gpus)
{
    QMap<QString, QString> environment{
        {QStringLiteral("HOME"), places.home()},
        {QStringLiteral("PATH"), places.bin() + QStringLiteral(":/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin")},
        {QStringLiteral("LANG"), QStringLiteral("C.UTF-8")},
        {QStringLiteral("USER"), userName()},
        {QStringLiteral("TRAINYARD_SIMULATED_GPUS"), QString::number(std::clamp(gpus, 0, 8))}};
    // Rootless engines keep their sockets and locks there.
    const QString runtime = qEnvironmentVariable("XDG_RUNTIME_DIR");
    if (!runtime.isEmpty())
        environment.insert(QStringLiteral("XDG_RUNTIME_DIR"), runtime);
    return environment;
}

QMap<QString, QString> withEngine(QMap<QString, QString> environment, const SandboxState &state)
{
    environment.insert(state.engineEnvironment);
    return environment;
}

// True if the result of the last start is still valid and fits the request.
bool isEngineGood(const SandboxState &state, const EngineSearch &search, const std::stop_token &stop)
{
    const bool isWanted = search.wanted == EngineKind::Auto || search.wanted == state.engine;
    const bool isDaemonFine = state.engineDaemon.pid == 0 || isAlive(state.engineDaemon);
    return state.engine != EngineKind::Process && isWanted && isDaemonFine && state.image == search.image
           && hasImage(state.engine, withEngine(search.environment, state), state.image, stop);
}

Result<void> settleEngine(SandboxState &state, const EngineSearch &search, const std::stop_token &stop)
{
    if (isEngineGood(state, search, stop))
        return {};
    endPrivateDocker(search.places, state.engineDaemon);
    state.engineDaemon = {};
    TRY(const auto engine, findContainerEngine(search, stop));
    state.engine = engine.kind;
    state.engineNote = engine.note;
    state.engineEnvironment = engine.environment;
    state.engineDaemon = engine.daemon;
    state.image = engine.kind == EngineKind::Process ? QString() : search.image;
    return {};
}

// Leaves a running server alone if it already has the wanted configuration.
Result<void> settleServer(SandboxState &state, const SandboxPlaces &places, const SshPrograms &programs,
                          const QMap<QString, QString> &environment, const StepReport &report, const std::stop_token &stop)
{
    constexpr int kAttempts = 3;  // another program may take a port between the check and its use
    for (int attempt = 1;; ++attempt) {
        const bool isRunning = isAlive(state.server);
        TRY(const auto current, serverConfig(places, programs, state.port, environment));
        QFile present(places.serverConfig());
        if (isRunning && present.open(QIODevice::ReadOnly) && present.readAll() == current)
            return {};
        // Connections stay open: only new ones see the changes.
        endServer(state.server, false);
        state.server = {};
        state.port = freePort(attempt == 1 ? state.port : 0);
        report(SandboxText::tr("Starting the SSH server on 127.0.0.1, port %1…").arg(state.port));
        TRY(const auto config, serverConfig(places, programs, state.port, environment));
        TRY_DO(placeFile(places.serverConfig(), config, 0600));
        TRY_DO(writeKnownHosts(places, state.port));
        const auto server = startServer(places, programs, stop);
        if (server) {
            state.server = *server;
            return {};
        }
        if (server.error().code != ErrorCode::AlreadyExists || attempt == kAttempts)
            return server.error();
    }
}

Result<void> stopLocked(const SandboxPlaces &places)
{
    SandboxState state = readSandboxState(places.state());
    endServer(state.server, true);
    const bool isEngineGone = endPrivateDocker(places, state.engineDaemon);
    if (isAlive(state.server) || !isEngineGone)
        return Error{ErrorCode::TimedOut, SandboxText::tr("The sandbox does not stop; try again."), {}};
    state.server = {};
    state.engineDaemon = {};
    return writeSandboxState(places.state(), state);
}

}  // namespace

Result<SandboxStatus> startSandbox(const Paths &paths, const SandboxOptions &options, const StepReport &report, std::stop_token stop)
{
    const StepReport say = report ? report : StepReport([](const QString &) {});
    const SandboxPlaces places(paths);
    if (places.root.contains(QLatin1Char(':'))) {
        return Error{ErrorCode::InvalidInput,
                     SandboxText::tr("The sandbox cannot use a directory with a colon in its path; set TRAINYARD_HOME to another one."),
                     places.root};
    }
    TRY(const auto programs, findSshPrograms());
    say(SandboxText::tr("Preparing the sandbox…"));
    TRY_DO(placeDirectory(places.run()));
    TRY(const auto lock, locked(places, stop));
    const QByteArray trainer = trainerProgram();
    TRY_DO(placeParts(places, trainer));
    TRY_DO(ensureKeys(places, programs, stop));

    SandboxState state = readSandboxState(places.state());
    const EngineSearch search{places, options.engine, baseEnvironment(places, options.simulatedGpus), demoImageName(trainer), trainer, say};
    auto result = settleEngine(state, search, stop);
    if (result)
        result = settleServer(state, places, programs, withEngine(search.environment, state), say, stop);
    // Also after a failure, so that started processes can be found again.
    const auto written = writeSandboxState(places.state(), state);
    if (!result)
        return result.error();
    if (!written)
        return written.error();
    say(SandboxText::tr("The sandbox is running."));
    return sandboxStatus(paths);
}

Result<void> stopSandbox(const Paths &paths, std::stop_token stop)
{
    const SandboxPlaces places(paths);
    if (!QDir(places.run()).exists())
        return {};
    const auto lock = locked(places, stop);  // only waiting for the turn can be cancelled
    if (!lock)
        return lock.error();
    return stopLocked(places);
}

Result<void> endSandbox(const Paths &paths, std::stop_token stop)
{
    const SandboxPlaces places(paths);
    if (!QDir(places.run()).exists())
        return {};
    TRY(const auto lock, locked(places, stop));
    TRY_DO(stopLocked(places));
    if (QFile::remove(places.state()) || !QFile::exists(places.state()))
        return {};
    return Error{ErrorCode::Io, SandboxText::tr("The sandbox's directory cannot be written; check its permissions and the disk."),
                 places.state()};
}

Result<QByteArray> sandboxLog(const Paths &paths, qint64 limit)
{
    QFile log(SandboxPlaces(paths).serverLog());
    if (!log.exists())
        return QByteArray();
    if (!log.open(QIODevice::ReadOnly) || !log.seek(std::max<qint64>(0, log.size() - limit)))
        return Error{ErrorCode::Io, SandboxText::tr("The log of the sandbox's SSH server cannot be read; check its permissions."),
                     log.errorString()};
    return log.read(limit);
}

SandboxStatus sandboxStatus(const Paths &paths)
{
    const SandboxPlaces places(paths);
    const SandboxState state = readSandboxState(places.state());
    SandboxStatus status;
    status.isRunning = isAlive(state.server);
    status.hasDied = !status.isRunning && state.server.pid > 0;
    status.port = state.port;
    status.pid = status.isRunning ? state.server.pid : 0;
    status.engine = state.engine;
    status.engineNote = state.engineNote;
    status.image = state.image;
    status.home = places.home();
    status.target.host = QStringLiteral("127.0.0.1");
    status.target.port = state.port;
    status.target.user = userName();
    status.target.identityFiles = {places.clientKey()};
    status.target.knownHostsFile = places.knownHosts();
    return status;
}

Task demoTask(const SandboxStatus &sandbox, DemoLength length)
{
    const bool isContainer = sandbox.engine != EngineKind::Process;
    Task task;
    task.name = QStringLiteral("demo-char-lm");
    task.engine = sandbox.engine;
    task.image = sandbox.image;
    // One plain command, because the image has no shell.
    task.run = (isContainer ? QStringLiteral("/yard-demotrainer") : QStringLiteral("\"$HOME/bin/yard-demotrainer\""))
               + (length == DemoLength::Tour
                      ? QStringLiteral(" --steps 1728000 --steps-per-second 20 --metrics-every 10 --checkpoint-every 250 --keep 40")
                      : QStringLiteral(" --steps 2000 --steps-per-second 20 --metrics-every 10 --checkpoint-every 100"));
    CheckpointPlan checkpoints;
    // Without a container nothing is mounted, so the path itself must belong to this task alone.
    checkpoints.dir = isContainer
                          ? QStringLiteral("/checkpoints")
                          : QStringLiteral("%1/checkpoints/demo-%2").arg(sandbox.home, QUuid::createUuid().toString(QUuid::Id128).left(8));
    checkpoints.pattern = QStringLiteral("step-*.safetensors");
    checkpoints.resume = QStringLiteral("--resume {path}");
    if (!isContainer)  // the image has no shell to send it with
        checkpoints.signal = QStringLiteral("USR1");
    task.checkpoints = checkpoints;
    if (length == DemoLength::Tour)
        task.limits.lease = kTourLease;
    return task;
}

}  // namespace trainyard
