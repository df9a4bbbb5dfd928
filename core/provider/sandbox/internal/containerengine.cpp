// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/sandbox/internal/containerengine.h"

#include "core/base/shellquote.h"
#include "core/provider/sandbox/internal/demoimage.h"
#include "core/provider/sandbox/internal/installhint.h"
#include "core/provider/sandbox/internal/placefile.h"
#include "core/provider/sandbox/internal/privatedocker.h"
#include "core/provider/sandbox/internal/sandboxtext.h"
#include "core/provider/sandbox/localcommand.h"

#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

#include <optional>

#include <unistd.h>

namespace trainyard {

namespace {

using namespace std::chrono_literals;

QString program(const QString &name, const QMap<QString, QString> &environment)
{
    return QStandardPaths::findExecutable(name, environment.value(QStringLiteral("PATH")).split(QLatin1Char(':')));
}

// A TOML string, for both podman files.
QString tomlString(QString text)
{
    text.replace(QLatin1Char('\\'), QLatin1String("\\\\")).replace(QLatin1Char('"'), QLatin1String("\\\""));
    return QLatin1Char('"') + text + QLatin1Char('"');
}

QMap<QString, QString> joined(QMap<QString, QString> base, const QMap<QString, QString> &more)
{
    base.insert(more);
    return base;
}

class Search {
public:
    Search(const EngineSearch &what, const std::stop_token &stop) : m_what(what), m_stop(stop) {}

    Result<ContainerEngine> run()
    {
        using Step = bool (Search::*)();
        const bool mayDocker = m_what.wanted == EngineKind::Auto || m_what.wanted == EngineKind::Docker;
        const bool mayPodman = m_what.wanted == EngineKind::Auto || m_what.wanted == EngineKind::Podman;
        const std::pair<bool, Step> steps[] = {{mayDocker, &Search::tryDocker},
                                               {mayPodman, &Search::tryPodman},
                                               {mayPodman, &Search::tryPrivatePodman},
                                               {mayDocker, &Search::tryPrivateDocker}};
        m_what.report(SandboxText::tr("Looking for a container engine…"));
        for (const auto &[isWanted, step] : steps) {
            const bool isFound = isWanted && (this->*step)();
            if (m_stop.stop_requested())
                return cancelledError();
            if (m_failure)
                return *m_failure;
            if (isFound)
                return m_engine;
        }
        QDir(m_what.places.bin()).remove(QStringLiteral("podman"));
        return ContainerEngine{EngineKind::Process, note(), {}, {}};
    }

private:
    bool tryDocker()
    {
        if (program(QStringLiteral("docker"), m_what.environment).isEmpty())
            return false;
        QMap<QString, QString> own;
        const QString host = dockerHost();
        if (!host.isEmpty())
            own.insert(QStringLiteral("DOCKER_HOST"), host);
        return works(EngineKind::Docker, own);
    }

    // The sandbox's HOME hides the person's docker contexts, so their selected host is copied.
    QString dockerHost() const
    {
        const QString chosen = qEnvironmentVariable("DOCKER_HOST");
        if (!chosen.isEmpty())
            return chosen;
        QMap<QString, QString> environment = m_what.environment;
        environment.insert(QStringLiteral("HOME"), QDir::homePath());
        const auto answer = runLocal({program(QStringLiteral("docker"), environment),
                                      {QStringLiteral("context"), QStringLiteral("inspect"), QStringLiteral("--format"),
                                       QStringLiteral("{{.Endpoints.docker.Host}}")},
                                      environment,
                                      {},
                                      10s},
                                     m_stop);
        return answer && answer->exitCode == 0 ? QString::fromUtf8(answer->out).trimmed() : QString();
    }

    bool tryPodman() { return hasPodman() && works(EngineKind::Podman, {}); }

    // crun refuses some cgroup layouts that runc accepts, so each runtime is tried.
    bool tryPrivatePodman()
    {
        if (!hasPodman())
            return false;
        for (const char *runtime : {"runc", "crun"}) {
            const QString path = program(QLatin1String(runtime), m_what.environment);
            if (path.isEmpty() || m_stop.stop_requested())
                continue;
            if (!writePodmanSettings(QLatin1String(runtime), path))
                return false;
            if (works(EngineKind::Podman, {{QStringLiteral("CONTAINERS_CONF"), m_what.places.containersConf()},
                                           {QStringLiteral("CONTAINERS_STORAGE_CONF"), m_what.places.storageConf()}}))
                return true;
        }
        return false;
    }

    bool tryPrivateDocker()
    {
        const QString dockerd = program(QStringLiteral("dockerd"), m_what.environment);
        if (::geteuid() != 0 || dockerd.isEmpty() || program(QStringLiteral("docker"), m_what.environment).isEmpty())
            return false;
        m_what.report(SandboxText::tr("Starting Trainyard's own container engine…"));
        const auto daemon = startPrivateDocker(m_what.places, dockerd, m_what.environment, m_stop);
        if (!daemon) {
            m_reason = daemon.error().detail;
            return false;
        }
        if (works(EngineKind::Docker, {{QStringLiteral("DOCKER_HOST"), daemon->address}})) {
            m_engine.daemon = daemon->process;
            return true;
        }
        endPrivateDocker(m_what.places, daemon->process);
        return false;
    }

    // conmon refuses non-ASCII paths in the C locale, which scripts often set. The solution is a wrapper, first in PATH.
    bool hasPodman()
    {
        const QString wrapper = m_what.places.bin() + QStringLiteral("/podman");
        QMap<QString, QString> environment = m_what.environment;
        QString &path = environment[QStringLiteral("PATH")];
        path = path.section(QLatin1Char(':'), 1);  // without the wrapper's own directory
        const QString podman = program(QStringLiteral("podman"), environment);
        if (podman.isEmpty()) {
            QDir().remove(wrapper);
            return false;
        }
        return keep(
            placeFile(wrapper, "#!/bin/sh\nLC_ALL=C.UTF-8\nexport LC_ALL\nexec " + shellQuoted(podman).toUtf8() + " \"$@\"\n", 0755));
    }

    bool writePodmanSettings(const QString &runtime, const QString &runtimePath)
    {
        const SandboxPlaces &places = m_what.places;
        // A container's default limits are higher than some computers allow.
        QString settings = QStringLiteral("[containers]\n"
                                          "default_ulimits = [\"nofile=1024:1024\", \"nproc=1024:1024\"]\n"
                                          "netns = \"host\"\n");
        for (const char *init : {"catatonit", "docker-init", "tini"}) {
            const QString path = program(QLatin1String(init), m_what.environment);
            if (!path.isEmpty()) {
                settings += QStringLiteral("init_path = %1\n").arg(tomlString(path));
                break;
            }
        }
        // No static_dir: the program that cleans up after a container receives all of these as options except that one.
        settings += QStringLiteral("[engine]\n"
                                   "runtime = %1\n"
                                   "cgroup_manager = \"cgroupfs\"\n"
                                   "events_logger = \"file\"\n"
                                   "tmp_dir = %2\n"
                                   "volume_path = %3\n"
                                   "[engine.runtimes]\n"
                                   "%4 = [%5]\n")
                        .arg(tomlString(runtime), tomlString(places.engineRuntime() + QStringLiteral("/libpod")),
                             tomlString(places.containers() + QStringLiteral("/volumes")), runtime, tomlString(runtimePath));
        // vfs works on every file system; the image is one small file.
        const QString storage = QStringLiteral("[storage]\ndriver = \"vfs\"\ngraphroot = %1\nrunroot = %2\n")
                                    .arg(tomlString(places.containers() + QStringLiteral("/podman")),
                                         tomlString(places.engineRuntime() + QStringLiteral("/run")));
        return keep(placeDirectory(places.engineRuntime())) && keep(placeFile(places.containersConf(), settings.toUtf8(), 0600))
               && keep(placeFile(places.storageConf(), storage.toUtf8(), 0600));
    }

    // Builds the image if missing and runs one training step with the options used for runs.
    bool works(EngineKind kind, const QMap<QString, QString> &own)
    {
        const QMap<QString, QString> environment = joined(m_what.environment, own);
        if (!answers(kind, environment))
            return false;
        const bool isImported = !hasImage(kind, environment, m_what.image, m_stop);
        if (isImported) {
            m_what.report(SandboxText::tr("Building the demo image with %1…").arg(engineName(kind)));
            if (!importImage(kind, environment))
                return false;
        }
        m_what.report(SandboxText::tr("Trying %1 with the demo image…").arg(engineName(kind)));
        const QString trial = m_what.places.run() + QStringLiteral("/trial");
        QDir(trial).removeRecursively();
        if (!keep(placeDirectory(trial)))
            return false;
        const bool isFine = succeeds(kind, environment,
                                     {QStringLiteral("run"), QStringLiteral("--rm"), QStringLiteral("--user"), QStringLiteral("0:0"),
                                      QStringLiteral("--network"), QStringLiteral("host"), QStringLiteral("--ipc"), QStringLiteral("host"),
                                      QStringLiteral("--mount"), QStringLiteral("type=bind,source=%1,target=/checkpoints").arg(trial),
                                      QStringLiteral("--entrypoint"), QStringLiteral("/yard-demotrainer"), m_what.image,
                                      QStringLiteral("--steps"), QStringLiteral("1"), QStringLiteral("--checkpoint-dir"),
                                      QStringLiteral("/checkpoints")})
                            // A daemon on another computer would run it but not see our files.
                            && QFileInfo::exists(trial + QStringLiteral("/step-000001.safetensors"));
        QDir(trial).removeRecursively();
        if (!isFine) {
            if (isImported)
                (void)runLocal({program(engineName(kind), environment),
                                {QStringLiteral("image"), QStringLiteral("rm"), m_what.image},
                                environment,
                                {},
                                20s},
                               m_stop);
            return false;
        }
        m_engine = {kind, {}, own, {}};
        return true;
    }

    bool answers(EngineKind kind, const QMap<QString, QString> &environment)
    {
        return succeeds(kind, environment, {QStringLiteral("info")});
    }

    bool importImage(EngineKind kind, const QMap<QString, QString> &environment)
    {
        const QString file = m_what.places.run() + QStringLiteral("/image.tar");
        if (!keep(placeFile(file, imageArchive(m_what.program), 0600)))
            return false;
        const bool isDone = succeeds(kind, environment,
                                     {QStringLiteral("import"), QStringLiteral("--change"),
                                      QStringLiteral("ENTRYPOINT [\"/yard-demotrainer\"]"), QStringLiteral("-"), m_what.image},
                                     file);
        QFile::remove(file);
        return isDone;
    }

    bool succeeds(EngineKind kind, const QMap<QString, QString> &environment, const QStringList &arguments, const QString &input = {})
    {
        const QString path = program(engineName(kind), environment);
        const auto answer = runLocal({path, arguments, environment, input, 60s}, m_stop);
        if (answer && answer->exitCode == 0)
            return true;
        m_reason = engineName(kind) + QStringLiteral(": ") + (answer ? answer->lastLine() : answer.error().what);
        return false;
    }

    // A failure of the sandbox's own files does not depend on the engine.
    bool keep(const Result<void> &result)
    {
        if (!result)
            m_failure = result.error();
        return result.has_value();
    }

    QString note() const
    {
        if (m_what.wanted == EngineKind::Process)
            return {};
        if (m_reason.isEmpty()) {
            return SandboxText::tr("There is no container engine on this computer, so runs start as plain processes. For "
                                   "containers install one with: %1")
                .arg(installCommand(Installable::Podman));
        }
        return SandboxText::tr("No container engine can start a container here (%1), so runs start as plain processes. "
                               "When containers work on this computer, start the sandbox again.")
            .arg(m_reason);
    }

    const EngineSearch &m_what;
    const std::stop_token &m_stop;
    ContainerEngine m_engine;
    QString m_reason;
    std::optional<Error> m_failure;
};

}  // namespace

Result<ContainerEngine> findContainerEngine(const EngineSearch &search, const std::stop_token &stop) { return Search(search, stop).run(); }

bool hasImage(EngineKind kind, const QMap<QString, QString> &environment, const QString &image, const std::stop_token &stop)
{
    const QString path = program(engineName(kind), environment);
    const auto answer = runLocal(
        {path,
         {QStringLiteral("image"), QStringLiteral("inspect"), QStringLiteral("--format"), QStringLiteral("{{.Id}}"), image},
         environment,
         {},
         20s},
        stop);
    return answer && answer->exitCode == 0;
}

}  // namespace trainyard
