// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/health/internal/checklist.h"

#include "core/knowledge/health/internal/kernellog.h"
#include "core/knowledge/health/plaintext.h"

#include <QCoreApplication>
#include <QMap>

#include <tuple>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::KernelLogChecks)
};

HealthState stateOf(const XidFact &fact)
{
    switch (fact.severity) {
    case XidSeverity::Critical: return HealthState::Bad;
    case XidSeverity::Error: return fact.isAlert ? HealthState::Bad : HealthState::Warning;
    case XidSeverity::Warning: return HealthState::Warning;
    case XidSeverity::Info: return HealthState::Ok;
    case XidSeverity::Unknown: return HealthState::Unknown;
    }
    Q_UNREACHABLE();
}

QString commandFor(const QString &action, std::optional<int> gpu)
{
    if (action == QLatin1String("RESET_GPU"))
        return gpu ? QStringLiteral("sudo nvidia-smi --gpu-reset -i %1").arg(*gpu) : QStringLiteral("sudo nvidia-smi --gpu-reset");
    if (action == QLatin1String("RESTART_BM") || action == QLatin1String("RESTART_VM"))
        return QStringLiteral("sudo reboot");
    if (action == QLatin1String("WORKFLOW_NVLINK_ERR") || action == QLatin1String("WORKFLOW_NVLINK5_ERR"))
        return QStringLiteral("nvidia-smi nvlink -e");
    return {};
}

std::optional<int> gpuAt(const Checklist &list, const QString &busId)
{
    // The log omits the function: "0000:3b:00".
    const QString place = sameBusId(busId);
    for (const SmiCard &card : list.smi.cards) {
        if (!card.busId.isEmpty() && sameBusId(card.busId).startsWith(place) && place.size() >= 10)
            return card.index;
    }
    return {};
}

struct Group {
    int count = 0;
    std::optional<double> last;
    QString line;
};

template <typename Event>
void count(Group &group, const Event &event)
{
    ++group.count;
    group.last = event.seconds;
    group.line = event.line;
}

QString sinceLast(const Checklist &list, const Group &group)
{
    const auto uptime = wholeNumber(list.host.value("uptime"));
    if (!uptime || !group.last || double(*uptime) < *group.last)
        return {};
    return u' ' + Words::tr("The last was %1 hours ago.").arg((double(*uptime) - *group.last) / 3600, 0, 'f', 1);
}

void tellSxids(Checklist &list, const KernelLog &log)
{
    QMap<std::tuple<bool, int, int>, Group> groups;
    for (const SxidEvent &event : log.sxids)
        count(groups[{!event.isFatal, event.nvswitch, event.sxid}], event);
    for (auto it = groups.cbegin(); it != groups.cend(); ++it) {
        const auto &[isHarmless, nvswitch, sxid] = it.key();
        const QString what = (isHarmless ? Words::tr("SXid %1 on NVSwitch %2, %3 times; not fatal.")
                                         : Words::tr("SXid %1 on NVSwitch %2, %3 times; fatal."))
                                 .arg(QString::number(sxid), QString::number(nvswitch), QString::number(it->count));
        HealthFinding &finding = list.add(
            "sxid", HealthSection::KernelLog, isHarmless ? HealthState::Ok : HealthState::Bad, what + sinceLast(list, *it),
            Words::tr("With SXid, the driver reports in the kernel log that a switch between GPUs failed. After a fatal one, programs that "
                      "use its links hang or end."));
        if (!isHarmless) {
            finding.remedy = Words::tr(
                "Restart the machine, which resets GPUs and switches together. If it happens again, return the machine or have it "
                "repaired.");
            finding.command = QStringLiteral("sudo reboot");
        }
        finding.detail = it->line;
        finding.numbers = {{QStringLiteral("sxid"), QString::number(sxid)},
                           {QStringLiteral("switch"), QString::number(nvswitch)},
                           {QStringLiteral("count"), QString::number(it->count)}};
        finding.sources = {QStringLiteral("FM-GUIDE")};
    }
}

void tellXids(Checklist &list, const KernelLog &log)
{
    QMap<QPair<int, QString>, Group> groups;
    for (const XidEvent &event : log.xids)
        count(groups[{event.xid, event.busId}], event);
    const auto uptime = wholeNumber(list.host.value("uptime"));
    for (auto it = groups.cbegin(); it != groups.cend(); ++it) {
        const auto &[xid, busId] = it.key();
        const Group &group = it.value();
        const bool isKnown = list.facts.xids.contains(xid);
        const XidFact fact = list.facts.xids.value(xid);
        const auto gpu = gpuAt(list, busId);
        const QString who = gpu ? Words::tr("GPU %1").arg(*gpu) : busId;
        QString what =
            fact.meaning.isEmpty()
                ? Words::tr("Xid %1 on %2, %3 times; its meaning is unknown.").arg(QString::number(xid), who).arg(group.count)
                : Words::tr("Xid %1 on %2, %3 times: %4.").arg(QString::number(xid), who, QString::number(group.count), fact.meaning);
        what += sinceLast(list, group);
        HealthState state = isKnown ? stateOf(fact) : HealthState::Unknown;
        if (list.isContainer() && !gpu && !list.smi.cards.isEmpty() && state == HealthState::Bad) {
            state = HealthState::Warning;
            what += u' ' + Words::tr("This GPU does not belong to this container.");
        }
        HealthFinding &finding = list.add("xid", HealthSection::KernelLog, state, what,
                                          Words::tr("With Xid, the driver reports in the kernel log that a GPU or the work on it failed."));
        finding.gpu = gpu;
        finding.remedy = fact.advice;
        finding.command = commandFor(fact.action, gpu);
        finding.detail = group.line;
        finding.numbers = {{QStringLiteral("xid"), QString::number(xid)}, {QStringLiteral("count"), QString::number(group.count)}};
        finding.sources = fact.sources;
    }
    if (groups.isEmpty() && log.left == 0) {
        QString what = Words::tr("No Xid in the kernel log.");
        // The log is a ring buffer: entries older than its first line are lost.
        if (uptime && log.firstSeconds && *log.firstSeconds > 60)
            what = Words::tr("No Xid in the kernel log of the last %1 hours; earlier entries are gone.")
                       .arg((double(*uptime) - *log.firstSeconds) / 3600, 0, 'f', 1);
        list.add("xid", HealthSection::KernelLog, HealthState::Ok, what,
                 Words::tr("With Xid, the driver reports in the kernel log that a GPU or the work on it failed."));
    }
    if (log.left > 0) {
        list.add("xid-more", HealthSection::KernelLog, HealthState::Unknown,
                 Words::tr("%1 older lines about the driver or memory were not read, because there were too many.").arg(log.left))
            .command = QStringLiteral("sudo dmesg | grep -i -E 'nvrm|xid'");
    }
}

}  // namespace

void checkKernelLog(Checklist &list)
{
    const CheckPart part = list.answer.part(QStringLiteral("kernel-log"));
    if (!list.answer.has(QStringLiteral("kernel-log")) || part.status == CheckPart::kTimedOut) {
        list.add("xid", HealthSection::KernelLog, HealthState::Unknown, list.whyNot(part, QStringLiteral("dmesg")),
                 Words::tr("With Xid, the driver reports in the kernel log that a GPU or the work on it failed."))
            .command = QStringLiteral("sudo dmesg | grep -i -E 'nvrm|xid'");
        return;
    }
    const KernelLog log = parseKernelLog(part.text);
    if (!log.isReadable || part.status != 0) {
        const QString why = log.problem.isEmpty() ? QString() : u' ' + Words::tr("The machine reports: %1").arg(log.problem);
        HealthFinding &finding = list.add(
            "xid", HealthSection::KernelLog, HealthState::Unknown,
            Words::tr("This user cannot read the kernel log, so it is unknown whether it contains GPU errors.") + why,
            Words::tr("With Xid, the driver reports in the kernel log that a GPU or the work on it failed."));
        finding.command = QStringLiteral("sudo dmesg | grep -i -E 'nvrm|xid'");
        return;
    }
    if (list.smi.hasSimulated()) {
        list.add("simulated", HealthSection::KernelLog, HealthState::Unknown, Words::tr("The GPUs are simulated; there is no driver log."))
            .isSimulated = true;
    } else {
        tellXids(list, log);
        tellSxids(list, log);
    }
    if (!log.killed.isEmpty()) {
        HealthFinding &finding = list.add(
            "oom", HealthSection::Host, HealthState::Warning,
            Words::tr("The kernel killed %1 processes since the machine started, because memory ran out.").arg(log.killed.size()),
            Words::tr("A training process that disappears without a message was usually killed this way."));
        finding.detail = log.killed.last();
        finding.remedy = Words::tr("Use fewer data loader workers or a machine with more memory.");
    }
}

}  // namespace trainyard
