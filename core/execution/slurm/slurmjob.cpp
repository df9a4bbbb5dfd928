// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/execution/slurm/slurmjob.h"

#include <algorithm>
#include <cmath>

namespace trainyard {

namespace {

constexpr int kEndMargin = 30;  // seconds to kill what is left and to record the end, after the grace period
constexpr qint64 kMiB = 1024 * 1024;

bool chooses(const SlurmOptions &slurm, const QStringList &names)
{
    return std::any_of(slurm.options.begin(), slurm.options.end(),
                       [&](const QString &option) { return names.contains(slurmOptionName(option)); });
}

// Slurm's names of GPUs are a site's own; most are the model's first word: "a100" of A100-80GB.
QString gpuType(const QString &model)
{
    QString type = model.section(u'-', 0, 0).toLower();
    type.removeIf([](QChar c) { return !(c >= u'a' && c <= u'z') && !(c >= u'0' && c <= u'9') && c != u'_'; });
    return type.isEmpty() || type == QLatin1String("gpu") ? QString() : type + u':';
}

// What the job asks for. A person's own option is written instead of one of these, not beside it.
QStringList askedFor(const Task &task)
{
    const SlurmOptions &slurm = task.slurm;
    QStringList lines;
    const auto add = [&](const char *option, const QString &value, const QStringList &instead = {}) {
        const QString name = QStringLiteral("--") + QLatin1String(option);
        if (!value.isEmpty() && !chooses(slurm, QStringList{name} + instead))
            lines << name + u'=' + value;
    };
    const auto number = [](qint64 value) { return value > 0 ? QString::number(value) : QString(); };
    add("partition", slurm.partition);
    add("account", slurm.account);
    add("qos", slurm.qos);
    if (task.accelerators)
        add("gres", QStringLiteral("gpu:%1%2").arg(gpuType(task.accelerators->model), number(task.accelerators->count)),
            {QStringLiteral("--gpus"), QStringLiteral("--gpus-per-node"), QStringLiteral("--gpus-per-task")});
    add("cpus-per-task", number(slurm.cpus), {QStringLiteral("--cpus-per-gpu")});
    const QString memory = number((slurm.memory + kMiB - 1) / kMiB);
    add("mem", memory.isEmpty() ? QString() : memory + u'M', {QStringLiteral("--mem-per-cpu"), QStringLiteral("--mem-per-gpu")});
    const double hours = std::clamp(task.limits.hours.value_or(0), 0.0, 1e6);
    add("time", number(qint64(std::ceil(hours * 60))));
    return lines;
}

// How long before its time limit the job is told to end. Not so early that a short job never runs.
qint64 endNotice(const Task &task)
{
    const qint64 notice = std::max(0, task.graceSeconds) + kEndMargin;
    const double hours = task.limits.hours.value_or(0);
    return hours > 0 ? std::clamp<qint64>(notice, 1, std::max<qint64>(1, qint64(hours * 1800))) : notice;
}

const char kBody[] = R"sh(
if [ ! -e ./supervise.sh ]; then
    echo "$PWD on $(uname -n) is not the folder of the run. The home must be on a disk that the nodes share." >&2
    exit 1
fi
exec sh ./supervise.sh job
)sh";

}  // namespace

Result<QByteArray> slurmJobScript(const LaunchInput &input)
{
    const Task &task = input.task;
    TRY_DO(checkSlurmOptions(task.slurm));
    const QString id = input.runId.text();
    QStringList lines{QStringLiteral("--job-name=ty-") + id,
                      QStringLiteral("--comment=trainyard:") + id,
                      QStringLiteral("--nodes=1"),
                      QStringLiteral("--output=slurm.out"),
                      QStringLiteral("--open-mode=append"),
                      QStringLiteral("--no-requeue"),
                      QStringLiteral("--signal=B:TERM@%1").arg(endNotice(task))};
    lines << askedFor(task) << task.slurm.options;
    QString text = QStringLiteral("#!/bin/sh\n");
    for (const QString &line : std::as_const(lines))
        text += QStringLiteral("#SBATCH ") + line + u'\n';
    text += QStringLiteral("TRAINYARD_JOB=%1\nexport TRAINYARD_JOB").arg(id);
    return text.toUtf8() + kBody;
}

}  // namespace trainyard
