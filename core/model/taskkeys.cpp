// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/taskkeys.h"

#include "core/base/duration.h"
#include "core/base/secretname.h"

namespace trainyard {

namespace {

const QString kHidden = QStringLiteral("…");

}  // namespace

QList<TaskKey> taskKeys(const Task &task)
{
    QList<TaskKey> keys;
    const auto add = [&keys](const char *key, const QString &value) {
        if (!value.isEmpty())
            keys << TaskKey{QLatin1String(key), value};
    };
    const auto addAll = [&keys](const char *section, const QMap<QString, QString> &entries) {
        for (auto entry = entries.begin(); entry != entries.end(); ++entry)
            keys << TaskKey{QLatin1String(section) + u'.' + entry.key(), *entry};
    };
    add("name", task.name);
    add("project", task.project);
    if (task.accelerators)
        add("resources.accelerators", task.accelerators->model + u':' + QString::number(task.accelerators->count));
    for (const Accelerators &other : task.otherAccelerators)
        add("resources.any_of", other.count > 0 ? other.model + u':' + QString::number(other.count) : QStringLiteral("-"));
    add("resources.image_id", task.image);
    if (task.sharedMemory)
        add("resources.shm", memorySizeText(*task.sharedMemory));
    add("resources.ports", task.ports.join(QStringLiteral(", ")));
    if (task.engine != EngineKind::Auto)
        add("engine", engineName(task.engine));
    add("slurm.partition", task.slurm.partition);
    add("slurm.account", task.slurm.account);
    add("slurm.qos", task.slurm.qos);
    if (task.slurm.cpus > 0)
        add("slurm.cpus", QString::number(task.slurm.cpus));
    if (task.slurm.memory > 0)
        add("slurm.memory", memorySizeText(task.slurm.memory));
    add("slurm.options", task.slurm.options.join(QStringLiteral(", ")));
    if (task.launcher != LauncherKind::None)
        add("launcher", launcherName(task.launcher));
    if (task.user == UserKind::Host)
        add("user", QStringLiteral("host"));
    else if (task.user == UserKind::Ids)
        add("user", task.userIds);
    if (task.network)
        add("network", networkName(*task.network));
    add("gpus", task.gpus.join(QStringLiteral(", ")));
    add("workdir", task.workdir);
    addAll("file_mounts", task.fileMounts);
    for (auto mount = task.storeMounts.begin(); mount != task.storeMounts.end(); ++mount)
        keys << TaskKey{QStringLiteral("file_mounts.") + mount.key(),
                        mount->source + (mount->isCached ? QStringLiteral(" (MOUNT_CACHED") : QStringLiteral(" (MOUNT"))
                            + (mount->isWritable ? QStringLiteral(")") : QStringLiteral(", read-only)"))};
    for (auto mount = task.volumes.begin(); mount != task.volumes.end(); ++mount)
        keys << TaskKey{QStringLiteral("volumes.") + mount.key(),
                        mount->isReadOnly ? mount->source + QStringLiteral(" (read-only)") : mount->source};
    for (auto mount = task.mounts.begin(); mount != task.mounts.end(); ++mount)
        keys << TaskKey{QStringLiteral("mounts.") + mount.key(),
                        mount->isReadOnly ? mount->source + QStringLiteral(" (read-only)") : mount->source};
    addAll("envs", task.envs);
    for (const QString &name : task.envsToTake)
        keys << TaskKey{QStringLiteral("envs.") + name, kHidden};
    for (auto secret = task.secrets.begin(); secret != task.secrets.end(); ++secret)
        keys << TaskKey{QStringLiteral("secrets.") + secret.key(),
                        task.keyringSecrets.contains(secret.key()) ? QStringLiteral("keyring: ") + task.keyringSecrets.value(secret.key())
                                                                   : kHidden};
    if (task.checkpoints) {
        add("checkpoints.dir", task.checkpoints->dir);
        add("checkpoints.pattern", task.checkpoints->pattern);
        add("checkpoints.resume", task.checkpoints->resume);
        if (task.checkpoints->keep > 0)
            add("checkpoints.keep", QString::number(task.checkpoints->keep));
        if (task.checkpoints->keepBest > 0)
            add("checkpoints.keep.best", QString::number(task.checkpoints->keepBest));
        add("checkpoints.keep.by", task.checkpoints->keepBy);
        if (task.checkpoints->isHigherBetter)
            add("checkpoints.keep.better", QStringLiteral("higher"));
        if (task.checkpoints->keepEvery > 0)
            add("checkpoints.keep.every", QString::number(task.checkpoints->keepEvery));
        if (task.checkpoints->manifests != ManifestPolicy::Auto)
            add("checkpoints.manifests",
                task.checkpoints->manifests == ManifestPolicy::Off ? QStringLiteral("off") : QStringLiteral("all"));
        add("checkpoints.signal", task.checkpoints->signal);
    }
    add("tensorboard", task.tensorboard.join(QStringLiteral(", ")));
    const RunLimits &limits = task.limits;
    const Task defaults;
    if (limits.hours)
        add("limits.hours", QString::number(*limits.hours));
    if (task.graceSeconds != defaults.graceSeconds)
        add("limits.grace", QString::number(task.graceSeconds));
    if (limits.lease)
        add("limits.lease", durationText(*limits.lease));
    if (limits.budget)
        add("limits.budget", limits.budget->text());
    if (limits.price)
        add("limits.price", limits.price->text());
    if (limits.idle)
        add("limits.idle", durationText(limits.idle->after) + QStringLiteral(" < %1 %").arg(limits.idle->belowPercent));
    if (limits.save != defaults.limits.save)
        add("limits.save", durationText(limits.save));
    if (!limits.heedsSpotNotice)
        add("limits.spot", QStringLiteral("off"));
    add("limits.shutdown", limits.shutdown);
    add("setup", task.setup);
    add("run", task.run);
    return keys;
}

Task withoutSecretValues(Task task)
{
    for (auto env = task.envs.begin(); env != task.envs.end(); ++env) {
        if (isSecretName(env.key()))
            *env = kHidden;
    }
    return task;
}

}  // namespace trainyard
