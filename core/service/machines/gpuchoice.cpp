// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/machines/gpuchoice.h"

#include <QCoreApplication>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::GpuChoice)
};

constexpr qsizetype kNamed = 3;  // holders in one sentence

QString comma() { return Words::tr(", ", "in a list"); }

QString nameOf(const GpuHolder &holder) { return holder.user.isEmpty() ? Words::tr("unknown user") : holder.user; }

QString timeText(std::chrono::seconds time)
{
    const auto minutes = time.count() / 60;
    if (minutes < 1)
        return Words::tr("less than a minute");
    if (minutes < 60)
        return Words::tr("%1 min").arg(minutes);
    if (minutes < 48 * 60)
        return Words::tr("%1 h %2 min").arg(minutes / 60).arg(minutes % 60);
    return Words::tr("%n day(s)", nullptr, int(minutes / 1440));
}

QList<GpuHolder> holdersOf(const MachineFacts &facts, const QStringList &uuids)
{
    QList<GpuHolder> holders;
    for (const GpuHolder &holder : facts.holders) {
        if (!holder.device.isEmpty() && uuids.contains(holder.device))
            holders << holder;
    }
    return holders;
}

const GpuDevice *find(const QList<GpuDevice> &devices, const QString &named)
{
    const auto found = std::find_if(devices.begin(), devices.end(), [&](const GpuDevice &device) {
        return device.number == named || (!device.uuid.isEmpty() && device.uuid.compare(named, Qt::CaseInsensitive) == 0);
    });
    return found == devices.end() ? nullptr : &*found;
}

QString numbersText(const QList<GpuDevice> &devices)
{
    QStringList numbers;
    for (const GpuDevice &device : devices)
        numbers << device.number;
    return numbers.join(comma());
}

}  // namespace

QList<GpuDevice> gpuDevices(const MachineFacts &facts)
{
    QList<GpuDevice> devices;
    for (const MachineFacts::Gpu &gpu : facts.gpus) {
        bool isDivided = false;
        for (const MigDevice &part : facts.migDevices) {
            if (part.gpu != gpu.index)
                continue;
            isDivided = true;
            // Where the driver names only the whole GPU, the process may be on any of its parts.
            devices << GpuDevice{QStringLiteral("%1:%2").arg(part.gpu).arg(part.number),
                                 part.uuid,
                                 QStringLiteral("MIG ") + part.name,
                                 std::nullopt,
                                 gpu.health == SmiValue::Told,
                                 holdersOf(facts, {part.uuid, gpu.uuid})};
        }
        if (!isDivided) {
            devices << GpuDevice{QString::number(gpu.index),  gpu.uuid, gpu.name, gpu.memoryMiB, gpu.health == SmiValue::Told,
                                 holdersOf(facts, {gpu.uuid})};
        }
    }
    return devices;
}

Result<QStringList> chosenGpus(const Task &task, const MachineFacts &facts)
{
    const QList<GpuDevice> devices = gpuDevices(facts);
    QStringList uuids;
    for (const QString &named : task.gpus) {
        const GpuDevice *const device = find(devices, named);
        if (!device && devices.isEmpty())
            return Error{ErrorCode::Unsupported,
                         Words::tr("The task chooses GPU %1, but no GPU of %2 can be read: choose another machine, or remove 'gpus'.")
                             .arg(named, facts.hostName),
                         facts.gpuProblem};
        if (!device)
            return Error{ErrorCode::Unsupported,
                         Words::tr("The task chooses GPU %1, but %2 has only these: %3. Correct 'gpus'.")
                             .arg(named, facts.hostName, numbersText(devices)),
                         {}};
        if (!device->isUsable || device->uuid.isEmpty())
            return Error{
                ErrorCode::Unsupported,
                Words::tr("The task chooses GPU %1 of %2, which does not work: choose another one in 'gpus'.").arg(named, facts.hostName),
                {}};
        if (uuids.contains(device->uuid))
            return Error{
                ErrorCode::Unsupported,
                Words::tr("The task chooses GPU %1 of %2 twice: remove one of them from 'gpus'.").arg(device->number, facts.hostName),
                {}};
        uuids << device->uuid;
    }
    return uuids;
}

QString sharedGpusText(const Task &task, const MachineFacts &facts)
{
    const QList<GpuDevice> devices = gpuDevices(facts);
    QStringList held;
    for (const QString &named : task.gpus) {
        const GpuDevice *const device = find(devices, named);
        if (device && !device->holders.isEmpty())
            held << Words::tr("GPU %1 (%2)").arg(device->number, holderNames(device->holders));
    }
    return held.isEmpty()
               ? QString()
               : Words::tr("GPUs chosen for this run are in use: %1. It will share their memory and time.").arg(held.join(comma()));
}

QString holderNames(const QList<GpuHolder> &holders)
{
    QStringList names;
    for (const GpuHolder &holder : holders) {
        if (const QString name = nameOf(holder); !names.contains(name))
            names << name;
    }
    const auto others = int(names.size() - kNamed);
    const QString some = names.mid(0, kNamed).join(comma());
    return others > 0 ? Words::tr("%1 and %n more", nullptr, others).arg(some) : some;
}

QString holdersText(const QList<GpuHolder> &holders)
{
    QStringList lines;
    for (const GpuHolder &holder : holders.mid(0, 8)) {
        QStringList facts{nameOf(holder)};
        if (!holder.command.isEmpty())
            facts << holder.command;
        if (holder.running)
            facts << Words::tr("running for %1").arg(timeText(*holder.running));
        if (holder.memoryMiB)
            facts << Words::tr("%1 MiB").arg(*holder.memoryMiB);
        if (holder.pid > 0)
            facts << Words::tr("PID %1").arg(holder.pid);
        lines << facts.join(comma());
    }
    return lines.join(u'\n');
}

QString ownersText(const MachineFacts &facts)
{
    const QList<GpuDevice> devices = gpuDevices(facts);
    if (devices.isEmpty())
        return {};
    if (!facts.areHoldersKnown)
        return Words::tr("who uses the GPUs is unknown");
    QStringList names;
    QList<int> counts;
    int freeOnes = 0;
    for (const GpuDevice &device : devices) {
        if (device.holders.isEmpty()) {
            freeOnes += device.isUsable;
            continue;
        }
        const QString name = holderNames(device.holders);
        qsizetype at = names.indexOf(name);
        if (at < 0) {
            at = names.size();
            names << name;
            counts << 0;
        }
        ++counts[at];
    }
    QStringList parts;
    for (qsizetype i = 0; i < names.size(); ++i)
        parts << QStringLiteral("%1 %2").arg(names[i]).arg(counts[i]);
    parts << Words::tr("free %1").arg(freeOnes);
    return parts.join(comma());
}

}  // namespace trainyard
