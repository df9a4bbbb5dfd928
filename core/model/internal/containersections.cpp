// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/internal/tasksections.h"

#include <QCoreApplication>

#include <functional>
#include <utility>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Task)
};

constexpr qsizetype kMaxPorts = 64;  // of a run; each takes a process of some engines

void readSource(const YAML::Node &node, FolderMount &mount, IssueList &issues)
{
    const auto text = scalarText(node, QStringLiteral("source"), issues);
    if (!text)
        return;
    if (!isMountSource(*text)) {
        issues.error(node.Mark(), Words::tr("'%1' cannot be mounted: name a folder of the machine by its absolute path or one in the home, "
                                            "like /srv/data or ~/data, without '..', commas and double quotes.")
                                      .arg(shown(*text)));
        return;
    }
    mount.source = *text;
}

// What lies at the target of a mount or in it, and cannot: empty if nothing does.
QString clashOf(const QString &target, const FolderMount &mount, const Task &task)
{
    for (auto other = task.mounts.begin(); other != task.mounts.end(); ++other) {
        if (pathBelow(other.key(), target) == QString())
            return Words::tr("'%1' is mounted twice: remove one of the two.").arg(shown(target));
    }
    for (auto other = task.volumes.begin(); other != task.volumes.end(); ++other) {
        if (pathBelow(other.key(), target) == QString())
            return Words::tr("'%1' is mounted twice: remove one of the two.").arg(shown(target));
    }
    for (auto store = task.storeMounts.begin(); store != task.storeMounts.end(); ++store) {
        if (pathBelow(target, store.key()))
            return Words::tr("'file_mounts' mounts an object store at '%1', where 'mounts' or 'volumes' mount as well: choose another path "
                             "for one of the two.")
                .arg(shown(store.key()));
    }
    for (auto file = task.fileMounts.begin(); file != task.fileMounts.end(); ++file) {
        const auto inside = pathBelow(target, file.key());
        if (inside && (inside->isEmpty() || mount.isReadOnly))
            return Words::tr("'file_mounts' copies to '%1', which is mounted from the machine: choose another path for one of the two.")
                .arg(shown(file.key()));
    }
    if (task.checkpoints && pathBelow(target, task.checkpoints->dir))
        return Words::tr(
                   "The checkpoints are in '%1', which is mounted from the machine: Trainyard keeps them in a folder of their own, so "
                   "choose another 'dir'.")
            .arg(shown(task.checkpoints->dir));
    return {};
}

// The machine's side of "127.0.0.1:8000-8010:80-90".
struct MachinePorts {
    QString address;
    int first = 0, last = 0;
};

MachinePorts machinePorts(const QString &published)
{
    const QStringList parts = published.split(u':');
    return {parts[0], parts[1].section(u'-', 0, 0).toInt(), parts[1].section(u'-', -1).toInt()};
}

}  // namespace

QString overlappingPort(const QStringList &ports, const QString &port)
{
    const QString nothing = QStringLiteral("::");
    const MachinePorts own = machinePorts(publishedPort(port).value_or(nothing));
    const QString everywhere = QStringLiteral("0.0.0.0");
    for (const QString &one : ports) {
        const MachinePorts other = machinePorts(publishedPort(one).value_or(nothing));
        const bool isSameAddress = own.address == other.address || own.address == everywhere || other.address == everywhere;
        if (isSameAddress && own.first <= other.last && other.first <= own.last)
            return one;
    }
    return {};
}

namespace {

// The entries of `mounts` and `volumes`, which differ in what stands for the folder. `key` names it in a map.
void readFolderMounts(const YAML::Node &node, const QString &section, const QString &sourceKey,
                      const std::function<void(const YAML::Node &node, FolderMount &mount)> &readIt, const QString &missing, Task &task,
                      QMap<QString, FolderMount> &mounts, IssueList &issues)
{
    readEntries(node, section, issues, [&](const QString &target, const YAML::Node &key, const YAML::Node &value) {
        if (!isMountTarget(target)) {
            issues.error(key.Mark(), Words::tr("'%1' is not a path to mount at: it must be absolute, like /data, without '..', commas and "
                                               "double quotes, and not below /trainyard.")
                                         .arg(shown(target)));
            return;
        }
        FolderMount mount;
        const qsizetype before = issues.errors().size();
        if (value.IsMap()) {
            readMap(value, target,
                    {
                        {sourceKey, [&](const auto &, const auto &source) { readIt(source, mount); }},
                        {QStringLiteral("read_only"),
                         [&](const auto &, const auto &isReadOnly) {
                             mount.isReadOnly = scalarBool(isReadOnly, QStringLiteral("read_only"), issues).value_or(false);
                         }},
                    },
                    issues);
            if (mount.source.isEmpty() && issues.errors().size() == before)
                issues.error(value.Mark(), missing.arg(shown(target)));
        } else {
            readIt(value, mount);
        }
        if (issues.errors().size() != before)
            return;
        if (const QString clash = clashOf(target, mount, task); !clash.isEmpty())
            issues.error(key.Mark(), clash);
        else
            mounts.insert(target, mount);
    });
}

}  // namespace

void readMounts(const YAML::Node &node, Task &task, IssueList &issues)
{
    readFolderMounts(
        node, QStringLiteral("mounts"), QStringLiteral("source"),
        [&issues](const YAML::Node &source, FolderMount &mount) { readSource(source, mount, issues); },
        Words::tr("'%1' needs 'source': the folder on the machine."), task, task.mounts, issues);
}

void readVolumes(const YAML::Node &node, Task &task, IssueList &issues)
{
    const auto readVolume = [&issues](const YAML::Node &name, FolderMount &mount) {
        const auto text = scalarText(name, QStringLiteral("name"), issues);
        if (text && (isVolumeName(*text) || isMountSource(*text)))
            mount.source = *text;
        else if (text)
            issues.error(name.Mark(),
                         Words::tr("'%1' is not a volume: write its name, its device like /dev/sdb1, or its folder on the machine.")
                             .arg(shown(*text)));
    };
    readFolderMounts(node, QStringLiteral("volumes"), QStringLiteral("name"), readVolume,
                     Words::tr("'%1' needs 'name': a volume that the machine has."), task, task.volumes, issues);
}

void readSharedMemory(const YAML::Node &node, Task &task, IssueList &issues)
{
    if (node.IsNull())
        return;
    const auto text = scalarText(node, QStringLiteral("shm"), issues);
    if (!text || *text == QLatin1String("host"))
        return;
    task.sharedMemory = parseMemorySize(*text);
    if (!task.sharedMemory)
        issues.error(node.Mark(), Words::tr("'shm' is a size from 1MB to 64TB with its unit, like 16GB, or host: the machine's own."));
}

void readNetwork(const YAML::Node &node, Task &task, IssueList &issues)
{
    if (node.IsNull())
        return;
    const auto text = scalarText(node, QStringLiteral("network"), issues);
    if (!text)
        return;
    task.network = networkFromName(*text);
    if (!task.network)
        issues.error(node.Mark(), Words::tr("'%1' is not a valid network: use host, bridge or none.").arg(shown(*text)));
}

void readUser(const YAML::Node &node, Task &task, IssueList &issues)
{
    if (node.IsNull())
        return;
    const auto text = scalarText(node, QStringLiteral("user"), issues);
    if (!text || *text == QLatin1String("root"))
        return;
    if (*text == QLatin1String("host")) {
        task.user = UserKind::Host;
    } else if (const auto ids = userIdsOf(*text)) {
        // Zeros are root's.
        task.user = *ids == QLatin1String("0:0") ? UserKind::Root : UserKind::Ids;
        task.userIds = task.user == UserKind::Ids ? *ids : QString();
    } else {
        issues.error(node.Mark(),
                     Words::tr("'user' is root, host for your own user on the machine, or the numbers of a user and a group, such as "
                               "1000:1000."));
    }
}

void readLauncher(const YAML::Node &node, Task &task, IssueList &issues)
{
    if (node.IsNull())
        return;
    const auto text = scalarText(node, QStringLiteral("launcher"), issues);
    if (!text)
        return;
    const auto launcher = launcherFromName(*text);
    if (launcher)
        task.launcher = *launcher;
    else if (*text == QLatin1String("mpirun") || *text == QLatin1String("horovodrun"))
        issues.error(node.Mark(),
                     Words::tr("The launcher %1 is not supported yet: write the %1 line in 'run', and 'launcher: none'.").arg(*text));
    else
        issues.error(node.Mark(),
                     Words::tr("'%1' is not a valid launcher: use none, torchrun, accelerate or deepspeed.").arg(shown(*text)));
}

void checkLauncher(const YAML::Mark &launcher, const Task &task, IssueList &issues)
{
    if (!task.run.trimmed().isEmpty() && !launchedText(task.run, task.launcher, std::nullopt))
        issues.error(launcher, Words::tr("'launcher' needs exactly one line in 'run' that starts Python, like 'python train.py': write the "
                                         "%1 line there, and 'launcher: none'.")
                                   .arg(launcherName(task.launcher)));
}

void readPorts(const YAML::Node &node, Task &task, IssueList &issues)
{
    if (node.IsNull())
        return;
    const auto add = [&](const YAML::Node &port) {
        const auto text = scalarText(port, QStringLiteral("ports"), issues);
        if (!text)
            return;
        if (!publishedPort(*text))
            issues.error(
                port.Mark(),
                Words::tr("'%1' is not a port: write 8888, 8000-8010, 8080:80 (machine, run) or 0.0.0.0:8080:80.").arg(shown(*text)));
        else if (const QString other = overlappingPort(task.ports, *text); !other.isEmpty())
            issues.error(port.Mark(), other == *text
                                          ? Words::tr("'%1' is already in 'ports': remove one of the two.").arg(shown(*text))
                                          : Words::tr("'%1' and '%2' publish the same port of the machine: remove it from one of the two.")
                                                .arg(shown(other), shown(*text)));
        else
            task.ports << *text;
    };
    if (node.IsSequence()) {
        for (const YAML::Node &port : node)
            add(port);
    } else {
        add(node);
    }
    if (task.ports.size() > kMaxPorts)
        issues.error(node.Mark(),
                     Words::tr("'ports' takes at most %1 entries: write neighbours as a range, like 8000-8010.").arg(kMaxPorts));
}

void checkPorts(const YAML::Mark &network, const Task &task, IssueList &issues)
{
    if (task.ports.isEmpty())
        return;
    if (task.network == NetworkKind::None)
        issues.error(network, Words::tr("'ports' needs a network: set 'network: bridge', or leave 'network' out."));
    else if (task.network == NetworkKind::Host)
        issues.warning(network, Words::tr("'ports' has no effect with 'network: host': there, programs open the machine's own ports."));
}

}  // namespace trainyard
