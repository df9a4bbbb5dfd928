// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/launch/tasksummary.h"

#include "core/base/format.h"
#include "core/model/cluster.h"
#include "core/observe/alert/alert.h"

#include <QCoreApplication>
#include <QLocale>

namespace trainyard {
namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::TaskSummary)
};

constexpr qsizetype kNamed = 4;    // of a list, before the others are counted
constexpr qsizetype kShown = 100;  // characters of a command

QString listed(const QStringList &names)
{
    const QString some = names.mid(0, kNamed).join(Words::tr(", ", "in a list"));
    const auto others = int(names.size() - kNamed);
    return others > 0 ? Words::tr("%1 and %n more", nullptr, others).arg(some) : some;
}

QString sentences(const QStringList &said)
{
    QString text = said.first();
    for (const QString &next : said.mid(1))
        text = Words::tr("%1 %2", "two sentences").arg(text, next);
    return text;
}

QString facts(QStringList said)
{
    said.first() = said.first().left(1).toUpper() + said.first().mid(1);
    return said.join(Words::tr(", ", "between facts"));
}

// "20 min", "12 h": the largest unit of which it is a whole number.
QString plainTime(std::chrono::seconds time)
{
    const auto count = time.count();
    return count % 3600 == 0 && count > 0 ? Words::tr("%1 h").arg(count / 3600)
           : count % 60 == 0 && count > 0 ? Words::tr("%1 min").arg(count / 60)
                                          : Words::tr("%1 s").arg(count);
}

QString plainNumber(double value) { return QLocale().toString(value, 'g', QLocale::FloatingPointShortest); }

QString gpus(const Accelerators &wanted)
{
    return wanted.count > 0 ? Words::tr("%1 × %2").arg(wanted.count).arg(wanted.model) : Words::tr("no GPUs");
}

QString alertValue(const AlertOverride &changed)
{
    if (!changed.isOn)
        return Words::tr("off");
    QStringList parts;
    if (changed.threshold) {
        switch (alertUnit(changed.kind)) {
        case AlertUnit::Percent: parts << formatPercent(*changed.threshold); break;
        case AlertUnit::Celsius: parts << Words::tr("%1 °C").arg(plainNumber(*changed.threshold)); break;
        case AlertUnit::Seconds: parts << plainTime(std::chrono::seconds(qint64(*changed.threshold))); break;
        case AlertUnit::None: break;
        }
    }
    if (changed.after)
        parts << Words::tr("for %1").arg(plainTime(*changed.after));
    return parts.isEmpty() ? Words::tr("on") : parts.join(u' ');
}

QStringList sourcesOf(const QMap<QString, FolderMount> &mounts)
{
    QStringList sources;
    for (const FolderMount &mount : mounts)
        sources << mount.source;
    return sources;
}

}  // namespace

QString setupSummary(const Task &task)
{
    QStringList lines = task.setup.split(u'\n', Qt::SkipEmptyParts);
    lines.removeIf([](const QString &line) { return line.trimmed().isEmpty(); });
    QStringList said;
    if (task.launcher != LauncherKind::None)
        said << Words::tr("Started by %1.").arg(launcherName(task.launcher));
    if (lines.isEmpty()) {
        said.prepend(Words::tr("Nothing runs before the command."));
        return sentences(said);
    }
    QString first = lines.first().simplified();
    if (first.size() > kShown)
        first = first.left(kShown) + u'…';
    const auto others = int(lines.size() - 1);
    said << (others > 0 ? Words::tr("First %1 and %n more line(s).", nullptr, others).arg(first) : Words::tr("First %1").arg(first));
    return sentences(said);
}

QString alternativesText(const Task &task)
{
    QStringList parts;
    for (const Accelerators &other : task.otherAccelerators)
        parts << Words::tr("or %1").arg(gpus(other));
    return parts.join(Words::tr(", ", "between facts"));
}

QString resourcesSummary(const Task &task)
{
    if (!task.accelerators && task.gpus.isEmpty() && task.project.isEmpty())
        return Words::tr("Any GPUs will do, and the cost counts towards no project.");
    QStringList said;
    if (!task.accelerators && task.gpus.isEmpty()) {
        said << Words::tr("Any GPUs will do.");
    } else if (task.accelerators) {
        const QString others = alternativesText(task);
        const QString wanted = gpus(*task.accelerators);
        said << Words::tr("Needs %1.").arg(others.isEmpty() ? wanted : Words::tr("%1, %2", "GPUs, or others").arg(wanted, others));
    }
    if (!task.gpus.isEmpty())
        said << Words::tr("Given GPU %1.").arg(listed(task.gpus));
    if (!task.project.isEmpty())
        said << Words::tr("The cost counts towards %1.").arg(task.project);
    return sentences(said);
}

QString filesSummary(const Task &task)
{
    QStringList said;
    if (!task.workdir.isEmpty())
        said << Words::tr("Copies %1 and starts in it.").arg(task.workdir);
    if (!task.fileMounts.isEmpty())
        said << Words::tr("Copies to %1.").arg(listed(task.fileMounts.keys()));
    if (!task.storeMounts.isEmpty()) {
        QStringList sources;
        for (const StoreMount &store : task.storeMounts)
            sources << store.source;
        said << Words::tr("Mounts %1 while it runs.").arg(listed(sources));
    }
    if (!task.volumes.isEmpty())
        said << Words::tr("Mounts the volume %1.").arg(listed(sourcesOf(task.volumes)));
    if (!task.mounts.isEmpty())
        said << Words::tr("Mounts %1 of the machine.").arg(listed(sourcesOf(task.mounts)));
    if (!task.tensorboard.isEmpty())
        said << Words::tr("Reads event files in %1.").arg(listed(task.tensorboard));
    return said.isEmpty() ? Words::tr("Nothing is copied to the machine.") : sentences(said);
}

QString containerSummary(const Task &task)
{
    QStringList said;
    if (task.sharedMemory)
        said << Words::tr("%1 of shared memory").arg(memorySizeText(*task.sharedMemory));
    const NetworkKind network = task.network.value_or(task.ports.isEmpty() ? NetworkKind::Host : NetworkKind::Bridge);
    if (network != NetworkKind::Host)
        said << (network == NetworkKind::None ? Words::tr("no network") : Words::tr("a network of its own"));
    if (!task.ports.isEmpty() && network == NetworkKind::Bridge)
        said << Words::tr("publishes %1").arg(listed(task.ports));
    if (task.user == UserKind::Host)
        said << Words::tr("runs as your user");
    else if (task.user == UserKind::Ids)
        said << Words::tr("runs as user %1").arg(task.userIds);
    if (!said.isEmpty())
        return facts(said);
    return task.image.isEmpty() ? Words::tr("Without an image, there is no container.")
                                : Words::tr("Runs as root with the machine's network and shared memory.");
}

QString clusterSummary(const Task &task)
{
    const SlurmOptions &slurm = task.slurm;
    QStringList said;
    if (!slurm.partition.isEmpty())
        said << Words::tr("partition %1").arg(slurm.partition);
    if (!slurm.account.isEmpty())
        said << Words::tr("charged to %1").arg(slurm.account);
    if (!slurm.qos.isEmpty())
        said << Words::tr("quality of service %1").arg(slurm.qos);
    if (slurm.cpus > 0)
        said << Words::tr("%n processor(s)", nullptr, slurm.cpus);
    if (slurm.memory > 0)
        said << Words::tr("%1 of memory").arg(memorySizeText(slurm.memory));
    said << slurm.options.mid(0, kNamed);
    if (said.isEmpty())
        return Words::tr("As the cluster gives without being asked.");
    return isForCluster(task) ? facts(said) : Words::tr("%1. Only for a job of Slurm.").arg(facts(said));
}

QString environmentSummary(const Task &task)
{
    QStringList said;
    if (!task.envs.isEmpty())
        said << Words::tr("Sets %1.").arg(listed(task.envs.keys()));
    if (!task.envsToTake.isEmpty())
        said << Words::tr("Takes %1 from this computer.").arg(listed(task.envsToTake));
    if (!task.secrets.isEmpty())
        said << Words::tr("Secret: %1.").arg(listed(task.secrets.keys()));
    return said.isEmpty() ? Words::tr("No variables and no secrets.") : sentences(said);
}

QString checkpointSummary(const Task &task)
{
    if (!task.checkpoints)
        return Words::tr("No checkpoints: there is no directory for them.");
    const CheckpointPlan &plan = *task.checkpoints;
    QStringList kept, said;
    if (plan.keep > 0)
        kept << Words::tr("the newest %1").arg(plan.keep);
    if (plan.keepBest > 0) {
        const QString by = plan.keepBy.isEmpty() ? Words::tr("loss", "what checkpoints are ranked by") : plan.keepBy;
        kept << (plan.isHigherBetter ? Words::tr("the %1 with the highest %2") : Words::tr("the %1 with the lowest %2"))
                    .arg(plan.keepBest)
                    .arg(by);
    }
    if (plan.keepEvery > 0)
        kept << Words::tr("every %1 steps").arg(plan.keepEvery);
    said << (kept.isEmpty() ? Words::tr("All checkpoints are kept.") : Words::tr("Kept: %1.").arg(kept.join(Words::tr(", ", "in a list"))));
    if (!plan.pattern.isEmpty())
        said << Words::tr("Named %1.").arg(plan.pattern);
    if (!plan.signal.isEmpty())
        said << Words::tr("%1 makes the run save.").arg(plan.signal);
    if (plan.manifests != ManifestPolicy::Auto)
        said << (plan.manifests == ManifestPolicy::Off ? Words::tr("No hashes are written.") : Words::tr("Hashes are written for all."));
    return sentences(said);
}

QString limitsSummary(const Task &task)
{
    const RunLimits &limits = task.limits;
    const Task usual;
    QStringList said;
    if (limits.hours)
        said << Words::tr("at most %1 h").arg(plainNumber(*limits.hours));
    if (limits.budget)
        said << Words::tr("budget %1").arg(formatMoney(*limits.budget));
    if (limits.price)
        said << Words::tr("at %1 per hour").arg(formatMoney(*limits.price));
    if (limits.idle) {
        said << (limits.idle->belowPercent == IdleLimit().belowPercent
                     ? Words::tr("stops after %1 idle").arg(plainTime(limits.idle->after))
                     : Words::tr("stops after %1 below %2").arg(plainTime(limits.idle->after), formatPercent(limits.idle->belowPercent)));
    }
    if (limits.lease)
        said << Words::tr("stops %1 after the last renewal").arg(plainTime(*limits.lease));
    const bool isLimited = limits.hours || limits.budget || limits.idle || limits.lease;
    if (limits.save != usual.limits.save)
        said << Words::tr("%1 to save").arg(plainTime(limits.save));
    if (task.graceSeconds != usual.graceSeconds)
        said << Words::tr("%1 to end").arg(plainTime(std::chrono::seconds(task.graceSeconds)));
    if (!limits.heedsSpotNotice)
        said << Words::tr("spot notices are ignored");
    if (!limits.shutdown.isEmpty())
        said << Words::tr("then the machine runs: %1").arg(limits.shutdown.simplified());
    if (said.isEmpty())
        return Words::tr("No limits: the run ends when its command ends.");
    if (!isLimited)
        said.prepend(Words::tr("no limits"));
    return facts(said);
}

QStringList alertTexts(const Task &task)
{
    QStringList lines;
    //: an alert, what is changed about it
    const auto line = [](const QString &name, const QString &value) { return Words::tr("%1: %2").arg(name, value); };
    for (const AlertOverride &changed : task.alerts.rules)
        lines << line(alertKindTitle(changed.kind), alertValue(changed));
    if (const auto &ways = task.alerts.ways) {
        QStringList names;
        for (const AlertChannel way : *ways)
            names << (way == AlertChannel::Desktop   ? Words::tr("desktop", "a way to be told")
                      : way == AlertChannel::Command ? Words::tr("command", "a way to be told")
                                                     : Words::tr("webhook", "a way to be told"));
        lines << line(Words::tr("Notifications"),
                      names.isEmpty() ? Words::tr("nothing", "no way to be told") : names.join(Words::tr(", ", "in a list")));
    }
    return lines;
}

QString alertsSummary(const Task &task)
{
    const QStringList lines = alertTexts(task);
    return lines.isEmpty() ? Words::tr("As in the settings.") : Words::tr("For this run: %1.").arg(listed(lines));
}

}  // namespace trainyard
