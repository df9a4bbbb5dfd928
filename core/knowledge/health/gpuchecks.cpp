// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/health/internal/checklist.h"

#include "core/knowledge/health/plaintext.h"

#include <QCoreApplication>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::GpuChecks)
};

QString resetCommand(const SmiCard &card)
{
    return card.index ? QStringLiteral("sudo nvidia-smi --gpu-reset -i %1").arg(*card.index)
                      : QStringLiteral("sudo nvidia-smi --gpu-reset");
}

// The verdict for a value that is not reported; `what`: the value's name for a person.
GpuVerdict notTold(const SmiCard &card, const char *path, const QString &what)
{
    GpuVerdict verdict;
    const SmiValue state = card.tree ? card.tree->state(latin(path)) : SmiValue::Absent;
    switch (state) {
    case SmiValue::NotSupported: verdict.what = Words::tr("not provided: this GPU or driver does not support it (N/A)."); break;
    case SmiValue::NoPermission: verdict.what = Words::tr("not provided: this user has no permission."); break;
    case SmiValue::Lost: verdict.what = Words::tr("not provided: the GPU is lost."); break;
    case SmiValue::NeedsReset: verdict.what = Words::tr("not provided: the GPU must be reset first."); break;
    case SmiValue::Failed: verdict.what = Words::tr("not provided: nvidia-smi failed to read it."); break;
    case SmiValue::Told:
    case SmiValue::Absent: verdict.what = Words::tr("not provided by this driver."); break;
    }
    verdict.what = Words::tr("%1: %2", "a value: why it is not told").arg(what, verdict.what);
    if (card.tree)
        verdict.detail = card.tree->text(latin(path));
    return verdict;
}

template <typename Rule>
QList<GpuVerdict> each(const Checklist &list, Rule rule)
{
    QList<GpuVerdict> verdicts;
    for (const SmiCard &card : list.smi.cards)
        verdicts << rule(card, card.tree.value_or(SmiTree()));
    return verdicts;
}

void checkCount(Checklist &list)
{
    const qsizetype seen = list.smi.cards.size();
    qsizetype expected = 0;
    // Each GPU has its own device file; nvidiactl and nvidia-uvm belong to no single GPU.
    for (const QString &file : list.driver.all("device") + list.driver.all("closed"))
        expected += file.size() > 11 && file.at(11).isDigit() ? 1 : 0;
    if (!list.isContainer())
        expected = qMax(expected, qMax(list.driver.all("pci").size(), list.driver.all("gpu").size()));
    const QString why = Words::tr("You pay for a missing GPU that does no work; a job for all GPUs does not start.");
    if (seen == 0) {
        for (const SmiProblem &problem : smiProblems(list.answer.part(latin("smi-csv")))) {
            if (problem.trouble == SmiTrouble::NoDevices) {
                HealthFinding &finding = list.add("gpus", HealthSection::Gpus, HealthState::Bad,
                                                  Words::tr("The driver is installed, but it found no GPU."), why);
                finding.detail = problem.said;
                finding.remedy = Words::tr("Check the kernel log; in a container, start it with --gpus all.");
                finding.command = latin("sudo dmesg | grep -i -E 'nvrm|xid' | tail");
            }
        }
        return;
    }
    QHash<QString, int> models;
    for (const SmiCard &card : list.smi.cards)
        ++models[card.name.isEmpty() ? Words::tr("unknown name") : card.name];
    QStringList names;
    for (auto it = models.cbegin(); it != models.cend(); ++it)
        names << QStringLiteral("%1 × %2").arg(it.value()).arg(it.key());
    names.sort();
    const QString all = names.join(QStringLiteral(", "));
    const bool isShort = !list.smi.hasSimulated() && expected > seen, isOpen = isCut(list.answer.part(latin("smi-csv")));
    HealthFinding &finding = list.add("gpus", HealthSection::Gpus,
                                      isShort  ? HealthState::Bad
                                      : isOpen ? HealthState::Unknown
                                               : HealthState::Ok,
                                      isOpen && !isShort
                                          ? Words::tr("%1; the output of nvidia-smi was truncated, there may be more.").arg(all)
                                      : isShort ? Words::tr("%1 respond, but there are %2.").arg(all, QString::number(expected))
                                                : all,
                                      why);
    finding.isSimulated = list.smi.hasSimulated();
    finding.numbers.insert(latin("answering"), QString::number(seen));
    if (expected > 0)
        finding.numbers.insert(latin("expected"), QString::number(expected));
    if (isShort) {
        finding.remedy = Words::tr("Restart the machine; if one is still missing, return the machine.");
        finding.command = latin("sudo reboot");
    }
}

void checkLost(Checklist &list)
{
    const QString why = Words::tr("Nothing that runs on it can be saved, and programs that wait for it wait forever.");
    const QString remedy = Words::tr("Restart the machine; if it happens again, return the machine.");
    QStringList said;
    const QStringList parts = list.answer.names();
    for (const QString &name : parts) {
        if (!name.startsWith(QLatin1String("smi-")))
            continue;
        for (const SmiProblem &problem : smiProblems(list.answer.part(name))) {
            const bool isOfGpu = problem.trouble == SmiTrouble::Lost || problem.trouble == SmiTrouble::NeedsReset
                                 || (problem.trouble == SmiTrouble::Other && !problem.busId.isEmpty());
            const QString who = sameBusId(problem.busId);
            if (!isOfGpu || said.contains(who))
                continue;
            said << who;
            HealthFinding &finding = list.add("gpu-lost", HealthSection::Gpus, HealthState::Bad,
                                              problem.trouble == SmiTrouble::NeedsReset
                                                  ? Words::tr("The GPU at %1 must be reset before it works again.").arg(problem.busId)
                                              : problem.trouble == SmiTrouble::Lost
                                                  ? Words::tr("The GPU at %1 is lost: it no longer answers on the bus.").arg(problem.busId)
                                                  : Words::tr("The GPU at %1 cannot be reached.").arg(problem.busId),
                                              why);
            finding.detail = problem.said;
            finding.remedy = remedy;
            finding.command = latin("sudo reboot");
            const bool isListed = std::any_of(list.report.gpus.begin(), list.report.gpus.end(),
                                              [&who](const HealthGpu &gpu) { return sameBusId(gpu.busId) == who; });
            if (isListed)
                continue;
            HealthGpu gone;
            gone.busId = problem.busId;
            gone.isLost = problem.trouble != SmiTrouble::NeedsReset;
            list.report.gpus << gone;
        }
    }
    for (const SmiCard &card : list.smi.cards) {
        if ((!card.isLost() && !card.needsReset()) || said.contains(sameBusId(card.busId)))
            continue;
        HealthFinding &finding = list.add("gpu-lost", HealthSection::Gpus, HealthState::Bad,
                                          card.isLost() ? Words::tr("%1 is lost: it no longer answers on the bus.").arg(list.gpuName(card))
                                                        : Words::tr("%1 must be reset before it works again.").arg(list.gpuName(card)),
                                          why);
        finding.gpu = card.index;
        finding.remedy = remedy;
        finding.command = card.isLost() ? latin("sudo reboot") : resetCommand(card);
    }
    for (const SmiCard &card : list.smi.cards) {
        if (!card.isFailing() || card.isLost() || card.needsReset() || said.contains(sameBusId(card.busId)))
            continue;
        HealthFinding &finding = list.add("gpu-errors", HealthSection::Gpus, HealthState::Bad,
                                          Words::tr("%1 cannot be read: its values contain only errors.").arg(list.gpuName(card)), why);
        finding.gpu = card.index;
        finding.remedy = remedy;
        finding.command = latin("sudo reboot");
    }
}

QList<MigInstance> migInstances(const Checklist &list, const SmiCard &card)
{
    const QMap<qint64, QString> devices = list.smi.migDevices(card);
    const auto told = [&](const char *path) {
        return card.tree ? card.tree->numbers(QStringLiteral("MIG Device/") + QLatin1String(path)) : QList<std::optional<qint64>>();
    };
    const auto indexes = told("Index");
    // Drivers up to 470 used another heading. If a GPU lacks the section, the other sections cannot be matched to their GPUs.
    const auto memory = [&](const char *what) {
        const auto now = told(qPrintable(QStringLiteral("Shared FB Memory Usage/") + QLatin1String(what)));
        return now.isEmpty() ? told(qPrintable(QStringLiteral("FB Memory Usage/") + QLatin1String(what))) : now;
    };
    const QList<QPair<std::optional<qint64> MigInstance::*, QList<std::optional<qint64>>>> columns{
        {&MigInstance::gpuInstance, told("GPU Instance ID")},
        {&MigInstance::computeInstance, told("Compute Instance ID")},
        {&MigInstance::memoryMiB, memory("Total")},
        {&MigInstance::memoryUsedMiB, memory("Used")}};
    QList<MigInstance> instances;
    for (auto it = devices.cbegin(); it != devices.cend(); ++it) {
        MigInstance instance;
        instance.name = it.value();
        const qsizetype at = indexes.indexOf(std::optional(it.key()));
        for (const auto &[member, values] : columns) {
            if (at >= 0 && values.size() == indexes.size())
                instance.*member = values[at];
        }
        instances << instance;
    }
    return instances;
}

// "3g.40gb (26 of 40448 MiB used)"
QString textOf(const MigInstance &instance)
{
    return instance.memoryMiB && instance.memoryUsedMiB
               ? Words::tr("%1 (%2 of %3 MiB used)")
                     .arg(instance.name, QString::number(*instance.memoryUsedMiB), QString::number(*instance.memoryMiB))
               : instance.name;
}

void checkMig(Checklist &list)
{
    bool isAny = false;
    const QList<GpuVerdict> verdicts = each(list, [&](const SmiCard &card, const SmiTree &tree) {
        const QString now = tree.text(latin("MIG Mode/Current")), then = tree.text(latin("MIG Mode/Pending"));
        if (smiValue(now) != SmiValue::Told)
            return notTold(card, "MIG Mode/Current", latin("MIG"));
        isAny = true;
        GpuVerdict verdict;
        const QList<MigInstance> instances = migInstances(list, card);
        if (smiValue(then) == SmiValue::Told && then != now) {
            verdict.state = HealthState::Warning;
            verdict.what = Words::tr("MIG is %1 and will be %2 after a reset.").arg(now, then);
            verdict.command = resetCommand(card);
        } else if (now != QLatin1String("Enabled")) {
            verdict.state = HealthState::Ok;
            verdict.what = Words::tr("MIG is off; a program has the whole GPU.");
        } else if (!list.answer.has(latin("smi-list")) || list.answer.part(latin("smi-list")).status != 0) {
            verdict.what = Words::tr("MIG is on; its instances could not be listed.");
        } else if (instances.isEmpty()) {
            verdict.state = HealthState::Bad;
            verdict.what = Words::tr("MIG is on, but there is no instance: no program can use this GPU.");
            verdict.remedy = Words::tr("Make instances, or turn MIG off.");
            verdict.command = card.index ? QStringLiteral("sudo nvidia-smi -i %1 -mig 0").arg(*card.index)
                                         : latin("sudo nvidia-smi -mig 0");
        } else {
            verdict.state = HealthState::Ok;
            QStringList texts;
            for (const MigInstance &instance : instances)
                texts << textOf(instance);
            verdict.what = Words::tr("MIG is on with %1 instances: %2.").arg(instances.size()).arg(texts.join(latin(", ")));
        }
        return verdict;
    });
    // Cards that do not support it need no line each time.
    if (isAny)
        list.addForGpus("mig", HealthSection::Gpus, verdicts,
                        Words::tr("With MIG on, programs see instances, not the GPU, and NCCL does not join them."));
}

void checkPersistence(Checklist &list)
{
    list.addForGpus(
        "persistence", HealthSection::Gpus,
        each(list,
             [&](const SmiCard &card, const SmiTree &tree) {
                 const QString mode = tree.text(latin("Persistence Mode"));
                 if (smiValue(mode) != SmiValue::Told)
                     return notTold(card, "Persistence Mode", Words::tr("persistence mode"));
                 GpuVerdict verdict;
                 const bool isOn = mode == QLatin1String("Enabled");
                 verdict.state = isOn ? HealthState::Ok : HealthState::Warning;
                 verdict.what = isOn ? Words::tr("persistence mode is on.") : Words::tr("persistence mode is off.");
                 if (!isOn)
                     verdict.command = latin("sudo nvidia-smi -pm 1");
                 return verdict;
             }),
        Words::tr("Without it the driver unloads a GPU that is not in use: each start takes seconds longer, and settings are lost."));
}

void checkRecovery(Checklist &list)
{
    list.addForGpus("recovery", HealthSection::Gpus,
                    each(list,
                         [&](const SmiCard &card, const SmiTree &tree) {
                             const QString action = tree.text(latin("GPU Recovery Action"));
                             const QString required = tree.text(latin("GPU Reset Status/Reset Required")),
                                           drain = tree.text(latin("GPU Reset Status/Drain and Reset Recommended"));
                             GpuVerdict verdict;
                             if (smiValue(action) == SmiValue::Told) {
                                 const bool isNone = action == QLatin1String("None");
                                 verdict.state = isNone ? HealthState::Ok : HealthState::Bad;
                                 verdict.what = isNone ? Words::tr("the driver recommends no recovery action.")
                                                       : Words::tr("the driver recommends: %1.").arg(action.left(60));
                                 if (!isNone)
                                     verdict.command = action == QLatin1String("Reboot") ? latin("sudo reboot") : resetCommand(card);
                                 return verdict;
                             }
                             if (smiValue(required) == SmiValue::Told) {
                                 const bool isNeeded = required == QLatin1String("Yes") || drain == QLatin1String("Yes");
                                 verdict.state = isNeeded ? HealthState::Bad : HealthState::Ok;
                                 verdict.what = isNeeded ? Words::tr("the driver reports that it must be reset.")
                                                         : Words::tr("the driver recommends no recovery action.");
                                 if (isNeeded)
                                     verdict.command = resetCommand(card);
                                 return verdict;
                             }
                             return notTold(card, "GPU Recovery Action", Words::tr("recovery action recommended by the driver"));
                         }),
                    Words::tr("After some errors a GPU continues only after a reset."), {latin("NVML-HDR"), latin("SMI-CAPTURES")});
}

void checkFabric(Checklist &list)
{
    bool isAny = false;
    const QList<GpuVerdict> verdicts = each(list, [&](const SmiCard &card, const SmiTree &tree) {
        const QString state = tree.text(latin("Fabric/State")), status = tree.text(latin("Fabric/Status"));
        if (smiValue(state) != SmiValue::Told)
            return notTold(card, "Fabric/State", Words::tr("NVLink fabric"));
        isAny = true;
        GpuVerdict verdict;
        const bool isGood = state == QLatin1String("Completed")
                            && (status == QLatin1String("Success") || smiValue(status) != SmiValue::Told);
        verdict.state = isGood ? HealthState::Ok : HealthState::Bad;
        verdict.what = isGood ? Words::tr("it has joined the NVSwitch fabric.")
                              : Words::tr("it has not joined the NVSwitch fabric: %1, %2.").arg(state.left(40), status.left(40));
        if (!isGood) {
            verdict.remedy = Words::tr("Start the fabric manager in the version of the driver.");
            verdict.command = latin("sudo systemctl restart nvidia-fabricmanager; systemctl status nvidia-fabricmanager");
        }
        return verdict;
    });
    if (isAny)
        list.addForGpus("fabric", HealthSection::Gpus, verdicts,
                        Words::tr("On machines with NVSwitch CUDA does not start before it (error 802)."));
}

// The sum of the values under `heading` with one of `names`; nullopt if there are none.
std::optional<qint64> sumOf(const SmiTree &tree, const QString &heading, const QStringList &names)
{
    std::optional<qint64> sum;
    for (const QString &name : names) {
        if (const auto number = tree.number(heading + name); number && *number >= 0)
            sum = sum.value_or(0) + qMin(*number, qint64(1) << 48);
    }
    return sum;
}

// R450 and later distinguish kinds of memory, or single and double bits for older GPUs.
std::optional<qint64> uncorrectable(const SmiTree &tree, const char *when)
{
    const QString heading = QStringLiteral("ECC Errors/%1/").arg(QLatin1String(when));
    const auto modern = sumOf(tree, heading,
                              {latin("SRAM Uncorrectable"), latin("SRAM Uncorrectable Parity"), latin("SRAM Uncorrectable SEC-DED"),
                               latin("DRAM Uncorrectable")});
    return modern ? modern : tree.number(heading + latin("Double Bit/Total"));
}

void checkEcc(Checklist &list)
{
    const QStringList sources{latin("SMI-CAPTURES")};
    const QString why = Words::tr("An error that ECC cannot correct ends the program; without ECC, errors corrupt the model unnoticed.");
    list.addForGpus("ecc-mode", HealthSection::GpuMemory,
                    each(list,
                         [&](const SmiCard &card, const SmiTree &tree) {
                             const QString now = tree.text(latin("ECC Mode/Current")), then = tree.text(latin("ECC Mode/Pending"));
                             if (smiValue(now) != SmiValue::Told)
                                 return notTold(card, "ECC Mode/Current", latin("ECC"));
                             GpuVerdict verdict;
                             const bool isOn = now == QLatin1String("Enabled"), changes = smiValue(then) == SmiValue::Told && then != now;
                             verdict.state = isOn && !changes ? HealthState::Ok : HealthState::Warning;
                             verdict.what = changes ? Words::tr("ECC is %1 and will be %2 after a reset.").arg(now, then)
                                            : isOn  ? Words::tr("ECC is on.")
                                                    : Words::tr("ECC is off: memory errors are not detected.");
                             if (changes)
                                 verdict.command = resetCommand(card);
                             else if (!isOn)
                                 verdict.command = card.index ? QStringLiteral("sudo nvidia-smi -i %1 -e 1").arg(*card.index)
                                                              : latin("sudo nvidia-smi -e 1");
                             return verdict;
                         }),
                    why, sources);
    list.addForGpus(
        "ecc", HealthSection::GpuMemory,
        each(list,
             [&](const SmiCard &card, const SmiTree &tree) {
                 const auto now = uncorrectable(tree, "Volatile"), ever = uncorrectable(tree, "Aggregate");
                 if (!now && !ever)
                     return notTold(card, "ECC Errors/Volatile/DRAM Uncorrectable", Words::tr("ECC errors"));
                 GpuVerdict verdict;
                 if (now)
                     verdict.numbers.insert(latin("uncorrectable_since_reset"), QString::number(*now));
                 if (ever)
                     verdict.numbers.insert(latin("uncorrectable_ever"), QString::number(*ever));
                 if (tree.text(latin("ECC Errors/Aggregate/SRAM Threshold Exceeded")) == QLatin1String("Yes")
                     || tree.text(latin("ECC Errors/Unrepairable Memory")) == QLatin1String("Yes")) {
                     verdict.state = HealthState::Bad;
                     verdict.what = Words::tr("its memory can no longer be repaired.");
                     verdict.remedy = Words::tr("Return the machine.");
                 } else if (now.value_or(0) > 0) {
                     verdict.state = HealthState::Bad;
                     verdict.what = Words::tr("%1 uncorrectable memory errors since the last reset.").arg(*now);
                     verdict.remedy = Words::tr("Stop what runs on it and reset it; if the errors return, return the machine.");
                     verdict.command = resetCommand(card);
                 } else if (ever.value_or(0) > 0) {
                     verdict.state = HealthState::Warning;
                     verdict.what = Words::tr("%1 uncorrectable memory errors in its lifetime, none since the last reset.").arg(*ever);
                 } else if (!now) {
                     verdict.what = Words::tr("no errors in its lifetime; the count since the last reset is not provided.");
                 } else {
                     verdict.state = HealthState::Ok;
                     verdict.what = ever ? Words::tr("no uncorrectable memory errors.")
                                         : Words::tr("no uncorrectable memory error since the last reset; earlier ones are not provided.");
                 }
                 return verdict;
             }),
        why, sources);
}

constexpr qint64 kManyRemaps = 512;  // Azure's node checks reject a GPU above it
constexpr qint64 kManyRetired = 62;  // and at this many retired pages; the table has 64

void checkRepairs(Checklist &list)
{
    const QString why = Words::tr("Bad rows and pages are replaced at a reset; when there are no spares left, the GPU must be replaced.");
    bool hasRows = false, hasPages = false;
    const QList<GpuVerdict> rows = each(list, [&](const SmiCard &card, const SmiTree &tree) {
        const QString failure = tree.text(latin("Remapped Rows/Remapping Failure Occurred")),
                      pending = tree.text(latin("Remapped Rows/Pending"));
        const auto bad = tree.number(latin("Remapped Rows/Uncorrectable Error")),
                   corrected = tree.number(latin("Remapped Rows/Correctable Error"));
        GpuVerdict verdict;
        if (bad)
            verdict.numbers.insert(latin("uncorrectable"), QString::number(*bad));
        if (corrected)
            verdict.numbers.insert(latin("correctable"), QString::number(*corrected));
        if (smiValue(failure) != SmiValue::Told)
            return notTold(card, tree.hasAnyUnder(latin("Remapped Rows/")) ? "Remapped Rows/Remapping Failure Occurred" : "Remapped Rows",
                           Words::tr("remapped rows"));
        hasRows = true;
        if (failure != QLatin1String("No")) {
            verdict.state = HealthState::Bad;
            verdict.what = Words::tr("replacing a bad memory row failed.");
            verdict.remedy = Words::tr("Return the machine.");
        } else if (bad.value_or(0) > kManyRemaps) {
            verdict.state = HealthState::Bad;
            verdict.what = Words::tr("%1 memory rows were replaced after errors (more than %2).").arg(*bad).arg(kManyRemaps);
            verdict.remedy = Words::tr("Return the machine.");
        } else if (pending != QLatin1String("No")) {
            verdict.state = smiValue(pending) == SmiValue::Told ? HealthState::Warning : HealthState::Unknown;
            verdict.what = smiValue(pending) == SmiValue::Told
                               ? Words::tr("a bad memory row waits for a reset to be replaced.")
                               : Words::tr("whether a bad memory row is waiting to be replaced is not provided.");
            verdict.remedy = Words::tr("Reset it between two jobs.");
            verdict.command = resetCommand(card);
        } else {
            verdict.state = HealthState::Ok;
            verdict.what = bad && corrected ? Words::tr("%1 memory rows replaced, none waiting.").arg(*bad + *corrected)
                                            : Words::tr("no memory row waits to be replaced.");
        }
        return verdict;
    });
    const QList<GpuVerdict> pages = each(list, [&](const SmiCard &card, const SmiTree &tree) {
        QString pending = tree.text(latin("Retired Pages/Pending Page Blacklist"));
        if (pending.isEmpty())
            pending = tree.text(latin("Retired Pages/Pending"));
        const auto single = tree.number(latin("Retired Pages/Single Bit ECC")), both = tree.number(latin("Retired Pages/Double Bit ECC"));
        if (!single || !both)
            return notTold(card, "Retired Pages/Double Bit ECC", Words::tr("retired pages"));
        hasPages = true;
        GpuVerdict verdict;
        const qint64 count = qMin(*single, qint64(100000)) + qMin(*both, qint64(100000));
        verdict.numbers.insert(latin("retired"), QString::number(count));
        const bool isPending = pending == QLatin1String("Yes");
        verdict.state = count >= kManyRetired                 ? HealthState::Bad
                        : isPending                           ? HealthState::Warning
                        : smiValue(pending) == SmiValue::Told ? HealthState::Ok
                                                              : HealthState::Unknown;
        verdict.what = count >= kManyRetired
                           ? Words::tr("%1 memory pages are retired (%2 or more: the table is full).").arg(count).arg(kManyRetired)
                       : isPending ? Words::tr("%1 memory pages are retired, and more wait for a reset.").arg(count)
                                   : Words::tr("%1 memory pages are retired.").arg(count);
        if (verdict.state == HealthState::Bad)
            verdict.remedy = Words::tr("Return the machine.");
        else if (isPending)
            verdict.command = resetCommand(card);
        return verdict;
    });
    // A GPU has one or the other: rows since Ampere, pages before.
    if (hasRows || !hasPages)
        list.addForGpus("row-remap", HealthSection::GpuMemory, rows, why, {latin("AZNHC"), latin("SMI-CAPTURES")});
    if (hasPages)
        list.addForGpus("retired-pages", HealthSection::GpuMemory, pages, why, {latin("AZNHC"), latin("PAGE-RETIRE")});
}

}  // namespace

void checkGpus(Checklist &list)
{
    for (const SmiCard &card : list.smi.cards) {
        HealthGpu gpu;
        gpu.index = card.index;
        gpu.name = card.name;
        gpu.uuid = card.uuid;
        gpu.busId = card.busId;
        gpu.isLost = card.isLost();
        if (card.row) {
            gpu.memoryMiB = card.row->memoryMiB;
            gpu.memoryUsedMiB = card.row->memoryUsedMiB;
        } else if (card.tree) {
            gpu.memoryMiB = card.tree->number(latin("FB Memory Usage/Total"));
            gpu.memoryUsedMiB = card.tree->number(latin("FB Memory Usage/Used"));
        }
        if (const QString mig = card.tree ? card.tree->text(latin("MIG Mode/Current")) : QString(); smiValue(mig) == SmiValue::Told)
            gpu.isMigOn = mig == QLatin1String("Enabled");
        gpu.migInstances = migInstances(list, card);
        list.report.gpus << gpu;
    }
    checkCount(list);
    checkLost(list);
    if (list.smi.cards.isEmpty() || list.smi.hasSimulated())
        return;
    checkMig(list);
    checkPersistence(list);
    checkRecovery(list);
    checkFabric(list);
}

void checkGpuMemory(Checklist &list)
{
    if (!list.hasHardwareFor(HealthSection::GpuMemory))
        return;
    checkEcc(list);
    checkRepairs(list);
}

}  // namespace trainyard
