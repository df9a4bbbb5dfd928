// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/execution/launchplan/internal/visiblegpus.h"

#include <QRegularExpression>

namespace trainyard {

namespace {

// As CUDA reads it: everything from the first invalid word on is ignored.
QStringList namedGpus(const QString &text)
{
    static const QRegularExpression kName(QStringLiteral("\\A(?:[0-9]{1,3}(?::[0-9]{1,3})?|(?:GPU|MIG|SIM)-[A-Za-z0-9/-]{1,90})\\z"));
    QStringList names;
    const QStringList words = text.split(u',');
    for (const QString &word : words) {
        if (!kName.match(word.trimmed()).hasMatch())
            break;
        names << word.trimmed();
    }
    return names;
}

}  // namespace

int gpuCount(const Task &task) { return !task.gpus.isEmpty() ? int(task.gpus.size()) : task.accelerators ? task.accelerators->count : 0; }

std::optional<QStringList> containerGpus(const Task &task)
{
    if (!task.gpus.isEmpty())
        return task.gpus;
    const auto found = task.envs.constFind(QStringLiteral("NVIDIA_VISIBLE_DEVICES"));
    if (found == task.envs.constEnd() || *found == QLatin1String("all"))
        return std::nullopt;
    const QStringList names = namedGpus(*found);
    const bool wantsNone = found->isEmpty() || *found == QLatin1String("none") || *found == QLatin1String("void");
    return names.isEmpty() && !wantsNone ? std::nullopt : std::optional(names);
}

std::optional<QStringList> visibleGpus(const Task &task, EngineKind engine)
{
    if (!task.gpus.isEmpty())
        return task.gpus;
    const auto devices = engine == EngineKind::Process ? std::nullopt : containerGpus(task);
    const auto found = task.envs.constFind(QStringLiteral("CUDA_VISIBLE_DEVICES"));
    if (found == task.envs.constEnd())
        return devices;
    QStringList names = namedGpus(*found);
    if (!devices)
        return names;
    // A container numbers its own devices from 0.
    for (QString &name : names) {
        bool isNumber = false;
        const int at = name.toInt(&isNumber);
        if (isNumber)
            name = devices->value(at);
    }
    names.removeAll(QString());
    return names;
}

}  // namespace trainyard
