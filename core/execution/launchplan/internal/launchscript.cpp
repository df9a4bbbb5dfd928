// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/execution/launchplan/internal/launchscript.h"

#include "core/base/shellquote.h"
#include "core/execution/launchplan/containername.h"
#include "core/execution/launchplan/eventplaces.h"
#include "core/execution/launchplan/internal/envfile.h"
#include "core/execution/launchplan/internal/storefiles.h"
#include "core/execution/launchplan/internal/visiblegpus.h"
#include "core/execution/launchplan/leasefile.h"
#include "core/model/gitsource.h"
#include "core/model/taskvariables.h"

namespace trainyard {

namespace {

// "$dir", "$checkpoints" and the others in launch.sh; their values in the preview.
struct Places {
    QString directory, checkpoints, entrypoint, user, sameUser;
    bool isShell;  // launch.sh
};

// The container gets the GPUs that the task names, or else all of the machine's.
QStringList gpuOptions(const LaunchInput &input)
{
    const auto named = containerGpus(input.task);
    if (!input.useGpus || (named && named->isEmpty()))
        return {};
    if (input.engine == EngineKind::Docker) {
        // Docker parses the value as CSV, so the comma between two devices needs quotes.
        return {QStringLiteral("--gpus ")
                + (named ? shellQuoted(QStringLiteral("\"device=%1\"").arg(named->join(u','))) : QStringLiteral("all"))};
    }
    QStringList options;
    const QStringList names = named.value_or(QStringList{QStringLiteral("all")});
    for (const QString &name : names)
        options << QStringLiteral("--device ") + shellQuoted(QStringLiteral("nvidia.com/gpu=") + name);
    return options;
}

// A bridge is what makes it possible to publish single ports.
NetworkKind networkOf(const Task &task) { return task.network.value_or(task.ports.isEmpty() ? NetworkKind::Host : NetworkKind::Bridge); }

QStringList networkOptions(const Task &task)
{
    QStringList options{QStringLiteral("--network ") + networkName(networkOf(task))};
    for (const QString &port : task.ports) {
        if (const auto published = publishedPort(port); published && networkOf(task) == NetworkKind::Bridge)
            options << QStringLiteral("--publish ") + shellQuoted(*published);
    }
    return options;
}

// The options of `docker run` or `podman run`, each as complete shell text.
QStringList options(const LaunchInput &input, bool hasCheckpoints, const Places &places)
{
    const auto mount = [](const QString &source, const QString &target) {
        return QStringLiteral("--mount \"type=bind,source=%1,target=\"%2").arg(source, shellQuoted(target));
    };
    QStringList list{QStringLiteral("--detach"), QStringLiteral("--name ") + containerName(input.runId),
                     QStringLiteral("--label trainyard.run=") + input.runId.text(),
                     QStringLiteral("--user ")
                         + (input.task.user == UserKind::Host  ? places.user
                            : input.task.user == UserKind::Ids ? shellQuoted(input.task.userIds)
                                                               : QStringLiteral("0:0"))};
    if (input.task.user != UserKind::Root) {
        if (input.engine == EngineKind::Podman)
            list << places.sameUser;
        list << QStringLiteral("--env HOME=/trainyard/home");
    }
    list << networkOptions(input.task)
         << (input.task.sharedMemory ? QStringLiteral("--shm-size %1").arg(*input.task.sharedMemory) : QStringLiteral("--ipc host"))
         << gpuOptions(input);
    // The NVIDIA container hook reads these before anything of ours runs. All other variables come from env.sh, so that no value is
    // visible in the engine's records.
    for (auto it = input.task.envs.begin(); it != input.task.envs.end(); ++it) {
        if (it.key().startsWith(QLatin1String("NVIDIA_")))
            list << QStringLiteral("--env ") + shellQuoted(it.key() + u'=' + *it);
    }
    list << mount(places.directory, QStringLiteral("/trainyard"));
    if (hasCheckpoints)
        list << mount(places.checkpoints, input.task.checkpoints->dir);
    int number = 0;  // as written to the run directory, in the order of their targets
    for (auto it = input.task.fileMounts.begin(); it != input.task.fileMounts.end(); ++it, ++number) {
        if (homeTarget(it.key()).isEmpty())
            list << mount(places.directory + QStringLiteral("/mounts/%1").arg(number), it.key());
    }
    for (qsizetype i = 0; i < input.stores.size(); ++i) {
        const MountedStore &store = input.stores[i];
        if (homeTarget(store.target).isEmpty())
            list << mount(places.directory + QStringLiteral("/stores/%1").arg(i), store.target)
                        + (store.mount.isWritable ? QString() : QStringLiteral(",readonly"));
    }
    for (auto it = input.task.mounts.begin(); it != input.task.mounts.end(); ++it) {
        list << QStringLiteral("--mount type=bind,source=%1,target=%2%3")
                    .arg(places.isShell ? shellPath(it->source) : shellQuoted(it->source), shellQuoted(it.key()),
                         it->isReadOnly ? QStringLiteral(",readonly") : QString());
    }
    for (const EventPlace &place :
         eventPlaces(input.task, input.engine, places.directory, hasCheckpoints ? places.checkpoints : QString())) {
        if (place.isBound)
            list << mount(place.onMachine, place.inRun);
    }
    if (!input.task.workdir.isEmpty())
        list << QStringLiteral("--workdir /trainyard/workdir");
    list << QStringLiteral("--entrypoint ") + places.entrypoint;
    return list;
}

// What a task asks for and this engine does without.
QStringList surroundingNotes(const LaunchInput &input)
{
    QStringList notes;
    const bool isProcess = input.engine == EngineKind::Process;
    if (isProcess && input.task.sharedMemory)
        notes << QStringLiteral("shm: a process has the shared memory of the machine, whatever its size.");
    if (!input.task.ports.isEmpty() && (isProcess || networkOf(input.task) == NetworkKind::Host))
        notes << QStringLiteral("ports: the run opens them on the machine itself; nothing is published.");
    return notes;
}

const char kContainerHead[] = R"sh(case $dir$checkpoints in
    *[,\"]*)
        echo "Containers cannot use a home directory with a comma or a double quote in its path: $dir" >&2
        exit 1
        ;;
esac
)sh";

// Without root rights, the engine's root is the person already, and podman can give them their own number instead.
const char kHostUserOfDocker[] = R"sh(mkdir -p -- "$dir/home" || exit 1
user=$(id -u):$(id -g)
case $(docker info --format '{{.SecurityOptions}}' 2>/dev/null) in *rootless*) user=0:0 ;; esac
)sh";

const char kHostUserOfPodman[] = R"sh(mkdir -p -- "$dir/home" || exit 1
user=$(id -u):$(id -g)
if [ "$(id -u)" -eq 0 ]; then same=; else same='--userns keep-id'; fi
)sh";

// What the run reads and writes belongs to the person who logs in. Root can give it to another user.
const char kNumberedUser[] = R"sh(mkdir -p -- "$dir/home" || exit 1
if [ "$(id -u)" -eq 0 ]; then
    # Not what is mounted: a bucket would be walked through, and could refuse.
    (cd "$dir" && find . -path ./stores -prune -o -exec chown -h -- "$user" {} +) || exit 1
    if [ -n "$checkpoints" ]; then chown -Rh -- "$user" "$checkpoints" || exit 1; fi
)sh";

const char kNumberedUserOfDocker[] = R"sh(elif [ "$(id -u)" -ne "${user%%:*}" ]; then
    echo "User $user could not read and write the files of this run, which belong to user $(id -u): in the task, write user: host or user: root." >&2
    exit 1
fi
case $(docker info --format '{{.SecurityOptions}}' 2>/dev/null) in
    *rootless*)
        echo "With Docker in rootless mode, only root of the container may write the files of this run: in the task, write user: host or user: root." >&2
        exit 1
        ;;
esac
)sh";

const char kNumberedUserOfPodman[] = R"sh(    same=
else
    same="--userns keep-id:uid=${user%%:*},gid=${user#*:}"
fi
)sh";

const char kNumberedUserOfProcess[] = R"sh(if [ "$(id -u):$(id -g)" != "$user" ]; then
    echo "Without a container, this run is user $(id -u):$(id -g) and cannot be $user: remove user from the task, or give the task an image." >&2
    exit 1
fi
)sh";

const char kContainerTail[] = R"sh(
run /bin/sh /trainyard/starter.sh /trainyard && exit
code=$?
# 127: the image has no shell. Then a static program of our own does the same.
if [ $code -ne 127 ] || [ ! -x "$dir/starter" ] || [ "$(uname -m)" != x86_64 ]; then exit $code; fi
)sh";

const char kProcess[] = R"sh(cd "$HOME" || cd / || exit 1
if command -v setsid >/dev/null 2>&1; then
    setsid sh "$dir/starter.sh" "$dir" </dev/null >/dev/null 2>&1 &
elif [ -x "$dir/starter" ] && [ ! -e "$dir/links" ] && [ "$(uname -m)" = x86_64 ]; then
    "$dir/starter" "$dir" </dev/null >/dev/null 2>&1 &
else
    echo "This machine has no setsid (package util-linux), which starting a process needs." >&2
    exit 1
fi

# The starter names itself in `begun`.
handle=
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30; do
    { read -r handle <"$dir/begun"; } 2>/dev/null
    if [ -n "$handle" ]; then
        echo "$handle"
        exit 0
    fi
    sleep 0.1 2>/dev/null || sleep 1
done
tail -n 5 "$dir/log" >&2
echo "The run did not begin: $dir/starter.sh could not write into its directory." >&2
exit 1
)sh";

}  // namespace

QList<HomeLink> homeLinks(const LaunchInput &input)
{
    QList<HomeLink> links;
    const bool isContainer = input.engine != EngineKind::Process;
    int number = 0;
    for (auto it = input.task.fileMounts.begin(); it != input.task.fileMounts.end(); ++it, ++number) {
        if (const QString place = homeTarget(it.key()); isContainer && !place.isEmpty())
            links << HomeLink{place, QStringLiteral("mounts/%1").arg(number)};
    }
    for (qsizetype i = 0; i < input.stores.size(); ++i) {
        if (const QString place = homeTarget(input.stores[i].target); isContainer && !place.isEmpty())
            links << HomeLink{place, QStringLiteral("stores/%1").arg(i)};
    }
    // SkyPilot's name for the working directory.
    static const QString kSkyWorkdir = QStringLiteral("sky_workdir");
    if (input.task.setup.contains(kSkyWorkdir) || input.task.run.contains(kSkyWorkdir))
        links << HomeLink{kSkyWorkdir, QStringLiteral("workdir")};
    return links;
}

QByteArray launchScript(const LaunchInput &input, const QString &checkpointDir)
{
    const bool isProcess = input.engine == EngineKind::Process;
    QString text = QStringLiteral("#!/bin/sh\n"
                                  "# Starts the run %1 and prints what identifies it. Made by Trainyard; this is "
                                  "exactly what is started.\n"
                                  "dir=$(CDPATH='' cd -- \"$(dirname -- \"$0\")\" && pwd -P) || exit 1\n")
                       .arg(input.runId.text());
    if (!checkpointDir.isEmpty()) {
        text += QStringLiteral("checkpoints=%1\n"
                               "mkdir -p -- \"$checkpoints\" || exit 1\n")
                    .arg(shellPath(checkpointDir));
    } else if (!isProcess) {
        text += QStringLiteral("checkpoints=\n");
    }
    const bool isNumbered = input.task.user == UserKind::Ids;
    if (isNumbered)
        text += QStringLiteral("user=%1\n").arg(shellQuoted(input.task.userIds));
    if (isProcess)
        return text.toUtf8() + (isNumbered ? kNumberedUserOfProcess : "") + kProcess;

    const QString engine = engineName(input.engine);
    const Places places{QStringLiteral("$dir"),      QStringLiteral("$checkpoints"), QStringLiteral("\"$entrypoint\""),
                        QStringLiteral("\"$user\""), QStringLiteral("$same"),        true};
    text += QString::fromLatin1(kContainerHead);
    for (const EventPlace &place : eventPlaces(input.task, input.engine, places.directory, checkpointDir)) {
        if (place.isBound)
            text += QStringLiteral("mkdir -p -- \"%1\" || exit 1\n").arg(place.onMachine);
    }
    if (input.task.user == UserKind::Host)
        text += QString::fromLatin1(input.engine == EngineKind::Podman ? kHostUserOfPodman : kHostUserOfDocker);
    if (isNumbered)
        text += QString::fromLatin1(kNumberedUser)
                + QString::fromLatin1(input.engine == EngineKind::Podman ? kNumberedUserOfPodman : kNumberedUserOfDocker);
    for (const FolderMount &mount : input.task.mounts) {
        text += QStringLiteral("if [ ! -e %1 ]; then\n"
                               "    printf 'The task mounts %s, but it is not there, or you may not see it.\\n' %1 >&2\n"
                               "    exit 1\n"
                               "fi\n")
                    .arg(shellPath(mount.source));
    }
    text += QStringLiteral("if ! command -v %1 >/dev/null 2>&1; then\n"
                           "    echo \"%1 is not installed on this machine, or not in the PATH of its SSH sessions.\" >&2\n"
                           "    exit 1\n"
                           "fi\n"
                           "\n"
                           "# run ENTRYPOINT ARGUMENT…\n"
                           "run() {\n"
                           "    entrypoint=$1\n"
                           "    shift\n"
                           "    # Where SELinux rules, the container must be allowed to write into the home.\n"
                           "    if [ -e /sys/fs/selinux/enforce ]; then label='--security-opt label=disable'; else label=; fi\n"
                           "    # shellcheck disable=SC2086\n"
                           "    %1 run $label \\\n")
                .arg(engine);
    for (const QString &option : options(input, !checkpointDir.isEmpty(), places))
        text += QStringLiteral("        ") + option + QStringLiteral(" \\\n");
    text += QStringLiteral("        ") + shellQuoted(input.task.image) + QStringLiteral(" \"$@\"\n}\n");
    text += QString::fromLatin1(kContainerTail);
    text += QStringLiteral("%1 rm %2 >/dev/null 2>&1\n").arg(engine, containerName(input.runId));
    if (!homeLinks(input).isEmpty()) {
        text += QStringLiteral(
            "echo \"The image has no shell, so nothing can be placed below its home: use paths from / in file_mounts.\" >&2\n"
            "exit 1\n");
    } else {
        text += QStringLiteral("run /trainyard/starter /trainyard\n");
    }
    return text.toUtf8();
}

QString launchPreview(const LaunchInput &input, const QString &checkpointDir, const QString &runText)
{
    const QString directory = QStringLiteral("~/.trainyard/runs/") + input.runId.text();
    QStringList lines;
    const QStringList mounting = shownStoreCommands(input, directory);
    if (!mounting.isEmpty())
        lines << QStringLiteral("# mounted before the run, and unmounted when it ends:") << mounting << QString();
    if (input.engine == EngineKind::Process) {
        lines << QStringLiteral("setsid sh %1/starter.sh \\").arg(directory) << QStringLiteral("    %1").arg(directory);
    } else {
        lines << engineName(input.engine) + QStringLiteral(" run \\");
        const QString &ids = input.task.userIds;
        const Places placesShown{directory,
                                 checkpointDir,
                                 QStringLiteral("/bin/sh"),
                                 QStringLiteral("\"$(id -u):$(id -g)\""),
                                 ids.isEmpty()
                                     ? QStringLiteral("--userns keep-id")
                                     : QStringLiteral("--userns keep-id:uid=%1,gid=%2").arg(ids.section(u':', 0, 0), ids.section(u':', 1)),
                                 false};
        // Only the variables of launch.sh need the quotes around a mount.
        for (QString option : options(input, !checkpointDir.isEmpty(), placesShown)) {
            option.replace(QStringLiteral("--mount \"type"), QStringLiteral("--mount type"))
                .replace(QStringLiteral(",target=\""), QStringLiteral(",target="));
            lines << QStringLiteral("    ") + option + QStringLiteral(" \\");
        }
        lines << QStringLiteral("    ") + shellQuoted(input.task.image) + QStringLiteral(" /trainyard/starter.sh /trainyard");
    }
    QStringList names = input.task.envs.keys();
    if (input.engine == EngineKind::Process && !input.task.gpus.isEmpty())
        names << QStringLiteral("CUDA_VISIBLE_DEVICES=") + input.task.gpus.join(u',');
    for (auto it = input.task.secrets.begin(); it != input.task.secrets.end(); ++it) {
        names.removeAll(it.key());
        names << it.key() + QStringLiteral(" (secret)");
    }
    lines << QString();
    for (const QString &note : surroundingNotes(input))
        lines << QStringLiteral("# ") + note;
    if (!names.isEmpty())
        lines << QStringLiteral("# env.sh: ") + names.join(QStringLiteral(", "));
    const auto section = [&lines](const QString &name, const QString &text) {
        lines << QStringLiteral("# %1:").arg(name);
        lines << (text.endsWith(u'\n') ? text.chopped(1) : text).split(u'\n');
    };
    if (gitSource(input.task.workdir))
        lines << QStringLiteral("# workdir: fetched here and copied from ") + input.task.workdir;
    const QList<HomeLink> links = homeLinks(input);
    for (const HomeLink &link : links) {
        lines << QStringLiteral("# ~/%1 -> %2/%3")
                     .arg(link.belowHome, input.engine == EngineKind::Process ? directory : QStringLiteral("/trainyard"), link.belowRun);
    }
    if (!input.task.setup.isEmpty())
        section(QStringLiteral("setup.sh"), input.task.setup);
    section(QStringLiteral("run.sh"), runText);
    QStringList ends = leaseLines(input.task.limits);
    if (!ends.isEmpty()) {
        lines << QStringLiteral("# guard.sh saves and stops the run by itself:");
        for (const QString &end : ends)
            lines << QStringLiteral("#   ") + end;
    }
    if (!input.task.limits.shutdown.isEmpty())
        section(QStringLiteral("shutdown.sh, when the machine ended the run by itself"), input.task.limits.shutdown);
    return lines.join(u'\n') + u'\n';
}

}  // namespace trainyard
