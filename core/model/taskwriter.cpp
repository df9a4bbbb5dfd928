// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/task.h"

#include "core/base/duration.h"
#include "core/model/internal/yamltext.h"

namespace trainyard {

namespace {

// Scripts stay readable as a literal block if the block preserves every character.
QByteArray script(const QString &text)
{
    if (!fitsLiteralBlock(text))
        return ' ' + doubleQuoted(text) + '\n';
    return (text.endsWith(u'\n') ? " |\n" : " |-\n") + literalLines(text, 2);
}

void writeSection(QByteArray &out, const char *name, const QMap<QString, QString> &entries)
{
    if (entries.isEmpty())
        return;
    out += QByteArray(name) + ":\n";
    for (auto entry = entries.begin(); entry != entries.end(); ++entry)
        out += "  " + inlineText(entry.key()) + ": " + inlineText(entry.value()) + '\n';
}

QByteArray quotedList(const QStringList &texts)
{
    QByteArrayList quoted;
    for (const QString &text : texts)
        quoted << doubleQuoted(text);
    return quoted.join(", ");
}

void writeMounts(QByteArray &out, const char *section, const char *sourceKey, const QMap<QString, FolderMount> &mounts)
{
    if (!mounts.isEmpty())
        out += QByteArray(section) + ":\n";
    for (auto mount = mounts.begin(); mount != mounts.end(); ++mount) {
        const QByteArray source = inlineText(mount->source);
        out += "  " + inlineText(mount.key()) + ": "
               + (mount->isReadOnly ? '{' + QByteArray(sourceKey) + ": " + source + ", read_only: true}" : source) + '\n';
    }
}

void writeFileMounts(QByteArray &out, const Task &task)
{
    if (!task.fileMounts.isEmpty())
        writeSection(out, "file_mounts", task.fileMounts);
    else if (!task.storeMounts.isEmpty())
        out += "file_mounts:\n";
    for (auto mount = task.storeMounts.begin(); mount != task.storeMounts.end(); ++mount) {
        out += "  " + inlineText(mount.key()) + ": {source: " + inlineText(mount->source)
               + (mount->isCached ? ", mode: MOUNT_CACHED" : ", mode: MOUNT") + ", read_only: " + (mount->isWritable ? "false}" : "true}")
               + '\n';
    }
}

void writeLimits(QByteArray &out, const Task &task)
{
    const RunLimits &limits = task.limits;
    const Task defaults;
    QByteArray lines;
    const auto add = [&lines](const char *key, const QByteArray &value) { lines += QByteArray("  ") + key + ": " + value + '\n'; };
    if (limits.hours)
        add("hours", QByteArray::number(*limits.hours, 'g', 17));
    if (task.graceSeconds != defaults.graceSeconds)
        add("grace", QByteArray::number(task.graceSeconds));
    if (limits.lease)
        add("lease", durationText(*limits.lease).toUtf8());
    if (limits.budget)
        add("budget", limits.budget->text().toUtf8());
    if (limits.price)
        add("price", limits.price->text().toUtf8());
    if (limits.idle) {
        add("idle",
            "{after: " + durationText(limits.idle->after).toUtf8() + ", below: " + QByteArray::number(limits.idle->belowPercent) + '}');
    }
    if (limits.save != defaults.limits.save)
        add("save", durationText(limits.save).toUtf8());
    if (!limits.heedsSpotNotice)
        add("spot", "off");
    if (!limits.shutdown.isEmpty())
        add("shutdown", inlineText(limits.shutdown));
    if (!lines.isEmpty())
        out += "limits:\n" + lines;
}

void writeSlurm(QByteArray &out, const SlurmOptions &slurm)
{
    if (slurm == SlurmOptions())
        return;
    out += "slurm:\n";
    const auto add = [&out](const char *key, const QByteArray &value) {
        if (!value.isEmpty())
            out += QByteArray("  ") + key + ": " + value + '\n';
    };
    const auto name = [](const QString &text) { return text.isEmpty() ? QByteArray() : inlineText(text); };
    add("partition", name(slurm.partition));
    add("account", name(slurm.account));
    add("qos", name(slurm.qos));
    add("cpus", slurm.cpus != 0 ? QByteArray::number(slurm.cpus) : QByteArray());
    add("memory", slurm.memory != 0 ? memorySizeText(slurm.memory).toUtf8() : QByteArray());
    add("options", slurm.options.isEmpty() ? QByteArray() : '[' + quotedList(slurm.options) + ']');
}

void writeAlerts(QByteArray &out, const AlertOverrides &overrides)
{
    if (overrides.isEmpty())
        return;
    out += "alerts:\n";
    for (const AlertOverride &changed : overrides.rules) {
        QByteArray value = changed.isOn ? "on" : "off";
        const bool isTime = alertUnit(changed.kind) == AlertUnit::Seconds;
        QByteArrayList parts;
        if (changed.threshold) {
            value = isTime ? durationText(std::chrono::seconds(qint64(*changed.threshold))).toUtf8()
                           : QByteArray::number(*changed.threshold, 'g', 17);
            parts << "at: " + value;
        }
        if (changed.after)
            value = '{' + (parts << "for: " + durationText(*changed.after).toUtf8()).join(", ") + '}';
        out += "  " + alertKindName(changed.kind).toUtf8() + ": " + value + '\n';
    }
    if (overrides.ways) {
        QByteArrayList names;
        for (const AlertChannel way : *overrides.ways)
            names << alertWayName(way).toUtf8();
        out += "  notify: [" + names.join(", ") + "]\n";
    }
}

void writeKeep(QByteArray &out, const CheckpointPlan &plan)
{
    const bool hasMore = plan.keepBest > 0 || plan.keepEvery > 0 || !plan.keepBy.isEmpty() || plan.isHigherBetter;
    if (!hasMore) {
        if (plan.keep > 0)
            out += "  keep: " + QByteArray::number(plan.keep) + '\n';
        return;
    }
    out += "  keep:\n";
    const auto add = [&](const char *key, int count) {
        if (count > 0)
            out += "    " + QByteArray(key) + ": " + QByteArray::number(count) + '\n';
    };
    add("last", plan.keep);
    add("best", plan.keepBest);
    add("every", plan.keepEvery);
    if (!plan.keepBy.isEmpty())
        out += "    by: " + inlineText(plan.keepBy) + '\n';
    if (!plan.keepBy.isEmpty() || plan.isHigherBetter)
        out += plan.isHigherBetter ? "    better: higher\n" : "    better: lower\n";
}

}  // namespace

QByteArray writeTask(const Task &task)
{
    QByteArray out;
    if (!task.name.isEmpty())
        out += "name: " + inlineText(task.name) + '\n';
    if (!task.project.isEmpty())
        out += "project: " + inlineText(task.project) + '\n';
    if (task.accelerators || !task.image.isEmpty() || task.sharedMemory || !task.ports.isEmpty()) {
        out += "resources:\n";
        const auto kind = [](const Accelerators &one) { return inlineText(one.model + u':' + QString::number(one.count)); };
        if (task.accelerators && task.otherAccelerators.isEmpty()) {
            out += "  accelerators: " + kind(*task.accelerators) + '\n';
        } else if (task.accelerators) {
            out += "  any_of:\n    - {accelerators: " + kind(*task.accelerators) + "}\n";
            for (const Accelerators &other : task.otherAccelerators)
                out += other.count != 0 ? "    - {accelerators: " + kind(other) + "}\n" : QByteArray("    - {}\n");
        }
        if (!task.image.isEmpty())
            out += "  image_id: " + inlineText(QStringLiteral("docker:") + task.image) + '\n';
        if (task.sharedMemory)
            out += "  shm: " + memorySizeText(*task.sharedMemory).toUtf8() + '\n';
        if (!task.ports.isEmpty())
            out += "  ports: [" + quotedList(task.ports) + "]\n";
    }
    if (task.engine != EngineKind::Auto)
        out += "engine: " + engineName(task.engine).toUtf8() + '\n';
    writeSlurm(out, task.slurm);
    if (task.launcher != LauncherKind::None)
        out += "launcher: " + launcherName(task.launcher).toUtf8() + '\n';
    if (task.user == UserKind::Host)
        out += "user: host\n";
    else if (task.user == UserKind::Ids)
        out += "user: " + doubleQuoted(task.userIds) + '\n';  // elsewhere, YAML takes 1000:10 for one number
    if (task.network)
        out += "network: " + networkName(*task.network).toUtf8() + '\n';
    if (!task.gpus.isEmpty()) {
        QByteArrayList names;
        for (const QString &gpu : task.gpus)
            names << (gpu.size() <= 3 ? gpu.toUtf8() : inlineText(gpu));
        out += "gpus: [" + names.join(", ") + "]\n";
    }
    if (!task.workdir.isEmpty())
        out += "workdir: " + inlineText(task.workdir) + '\n';
    writeFileMounts(out, task);
    writeMounts(out, "mounts", "source", task.mounts);
    writeMounts(out, "volumes", "name", task.volumes);
    writeSection(out, "envs", task.envs);
    if (task.envs.isEmpty() && !task.envsToTake.isEmpty())
        out += "envs:\n";
    for (const QString &name : task.envsToTake)
        out += "  " + inlineText(name) + ": null\n";
    if (!task.secrets.isEmpty()) {
        out += "secrets:\n";
        for (const QString &name : task.secrets.keys()) {
            const auto inKeyring = task.keyringSecrets.constFind(name);
            out += "  " + inlineText(name)
                   + (inKeyring == task.keyringSecrets.constEnd() ? ": null\n" : ": {keyring: " + inlineText(*inKeyring) + "}\n");
        }
    }
    if (task.checkpoints) {
        const CheckpointPlan &plan = *task.checkpoints;
        out += "checkpoints:\n  dir: " + inlineText(plan.dir) + '\n';
        if (!plan.pattern.isEmpty())
            out += "  pattern: " + inlineText(plan.pattern) + '\n';
        if (!plan.resume.isEmpty())
            out += "  resume: " + inlineText(plan.resume) + '\n';
        writeKeep(out, plan);
        if (plan.manifests != ManifestPolicy::Auto)
            out += plan.manifests == ManifestPolicy::Off ? "  manifests: off\n" : "  manifests: all\n";
        if (!plan.signal.isEmpty())
            out += "  signal: " + inlineText(plan.signal) + '\n';
    }
    if (!task.tensorboard.isEmpty()) {
        out += "tensorboard: [" + quotedList(task.tensorboard) + "]\n";
    }
    writeLimits(out, task);
    writeAlerts(out, task.alerts);
    if (!task.setup.isEmpty())
        out += "setup:" + script(task.setup);
    out += "run:" + script(task.run);
    return out;
}

}  // namespace trainyard
