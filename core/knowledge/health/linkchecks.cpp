// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/health/internal/checklist.h"

#include "core/knowledge/health/plaintext.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::LinkChecks)
};

const char *const kWidth = "PCI/GPU Link Info/Link Width/";
const char *const kGeneration = "PCI/GPU Link Info/PCIe Generation/";
constexpr int kBusyPercent = 20;  // above it the link has left its idle speed

// Busy enough for an idle link to wake up; nullopt if not reported.
std::optional<bool> isBusy(const SmiCard &card)
{
    auto load = card.row ? card.row->utilization : std::nullopt;
    if (!load && card.tree)
        load = card.tree->number(latin("Utilization/GPU"));
    return load ? std::optional(*load >= kBusyPercent) : std::nullopt;
}

void checkPcie(Checklist &list)
{
    QList<GpuVerdict> widths, generations;
    for (const SmiCard &card : list.smi.cards) {
        const SmiTree tree = card.tree.value_or(SmiTree());
        GpuVerdict width, generation;
        const auto lanes = tree.number(latin(kWidth) + latin("Current")), mostLanes = tree.number(latin(kWidth) + latin("Max"));
        if (!lanes || !mostLanes) {
            width.what = Words::tr("the width of its PCIe link is not provided.");
        } else {
            width.numbers = {{latin("lanes"), QString::number(*lanes)}, {latin("lanes_max"), QString::number(*mostLanes)}};
            width.state = *lanes >= *mostLanes ? HealthState::Ok : HealthState::Warning;
            width.what = *lanes >= *mostLanes ? Words::tr("PCIe with all %1 lanes.").arg(*lanes)
                                              : Words::tr("PCIe with %1 of %2 lanes.").arg(*lanes).arg(*mostLanes);
            if (*lanes < *mostLanes)
                width.remedy = Words::tr(
                    "Some providers configure it this way (T4 and A10G at AWS); elsewhere it is a bad slot or riser. Measure the copy "
                    "rate.");
        }
        const auto now = tree.number(latin(kGeneration) + latin("Current")), most = tree.number(latin(kGeneration) + latin("Max"));
        if (!now || !most) {
            generation.what = Words::tr("the generation of its PCIe link is not provided.");
        } else {
            generation.numbers = {{latin("generation"), QString::number(*now)}, {latin("generation_max"), QString::number(*most)}};
            const auto busy = isBusy(card);
            if (*now >= *most) {
                generation.state = HealthState::Ok;
                generation.what = Words::tr("PCIe at generation %1, its maximum.").arg(*now);
            } else if (busy && *busy) {
                generation.state = HealthState::Warning;
                generation.what = Words::tr("PCIe at generation %1 of %2, though it is busy.").arg(*now).arg(*most);
                generation.remedy = Words::tr("Check the slot's settings and PCIe errors in the kernel log.");
                generation.command = latin("sudo dmesg | grep -i -E 'aer|pcie' | tail");
            } else {
                generation.what = Words::tr("PCIe at generation %1 of %2; this is normal when idle, and only a test under load shows more.")
                                      .arg(*now)
                                      .arg(*most);
            }
        }
        widths << width;
        generations << generation;
    }
    const QString why = Words::tr("Data and gradients cross this link; half the lanes are half the rate.");
    list.addForGpus("pcie-width", HealthSection::Links, widths, why, {latin("SMI-CAPTURES")});
    list.addForGpus("pcie-generation", HealthSection::Links, generations, why, {latin("SMI-CAPTURES")});
}

struct NvLinks {
    int active = 0, inactive = 0;
    bool hasDead = false;  // up, with no rate
};

// `nvidia-smi nvlink -s` by GPU.
QHash<int, NvLinks> nvLinks(const QString &text)
{
    static const QRegularExpression head(QStringLiteral("^GPU ([0-9]{1,3}):"));
    static const QRegularExpression link(QStringLiteral("^\\s+Link ([0-9]{1,3}): +(.*)$"));
    QHash<int, NvLinks> found;
    int gpu = -1;
    const QStringList lines = text.split(u'\n');
    for (const QString &line : lines) {
        if (const auto match = head.match(line); match.hasMatch()) {
            gpu = match.captured(1).toInt();
            continue;
        }
        const auto match = link.match(line);
        if (gpu < 0 || !match.hasMatch())
            continue;
        NvLinks &links = found[gpu];
        const auto rate = leadingNumber(match.captured(2));
        if (rate && *rate > 0)
            ++links.active;
        else
            ++links.inactive;
        links.hasDead = links.hasDead || (rate && *rate <= 0);
    }
    return found;
}

void checkNvLink(Checklist &list)
{
    const CheckPart part = list.answer.part(latin("smi-nvlink"));
    const QString why = Words::tr("Gradients between GPUs use NVLink; one missing link slows down the whole ring.");
    const QHash<int, NvLinks> links = nvLinks(part.text);
    const bool isAny = std::any_of(links.begin(), links.end(), [](const NvLinks &one) { return one.active > 0; });
    if (part.status != 0 || part.isShortened) {
        if (list.smi.cards.size() > 1)
            list.add("nvlink", HealthSection::Links, HealthState::Unknown, list.whyNot(part, latin("nvidia-smi nvlink -s")), why);
        return;
    }
    if (!isAny && !std::any_of(links.begin(), links.end(), [](const NvLinks &one) { return one.hasDead; })) {
        // A single GPU has no other to be linked with.
        if (list.smi.cards.size() > 1)
            list.add("nvlink", HealthSection::Links, HealthState::Ok,
                     Words::tr("No NVLink is in use; the GPUs reach each other over PCIe."), why);
        return;
    }
    // The number of links of a model differs by board, so GPUs of one model are compared with each other.
    QHash<QString, int> most;
    for (const SmiCard &card : list.smi.cards) {
        if (card.index && links.contains(*card.index))
            most[card.name] = qMax(most.value(card.name), links[*card.index].active);
    }
    QList<GpuVerdict> verdicts;
    for (const SmiCard &card : list.smi.cards) {
        GpuVerdict verdict;
        if (!card.index || !links.contains(*card.index)) {
            verdict.what = Words::tr("its NVLinks are not provided.");
            verdicts << verdict;
            continue;
        }
        const NvLinks own = links[*card.index];
        verdict.numbers = {{latin("active"), QString::number(own.active)}, {latin("inactive"), QString::number(own.inactive)}};
        if (own.active == 0 && !own.hasDead) {
            verdict.state = HealthState::Warning;
            verdict.what =
                Words::tr("no NVLink is up, while other GPUs of this model have %1; this is normal without a bridge between the cards.")
                    .arg(most.value(card.name));
            verdicts << verdict;
            continue;
        }
        const bool isShort = own.active < most.value(card.name) || own.hasDead;
        verdict.state = isShort ? HealthState::Bad : HealthState::Ok;
        verdict.what = isShort ? Words::tr("%1 NVLinks are up, while other GPUs of this model have %2.")
                                     .arg(own.active)
                                     .arg(qMax(most.value(card.name), own.active + 1))
                               : Words::tr("%1 NVLinks are up.").arg(own.active);
        if (own.hasDead)
            verdict.what = Words::tr("an NVLink is up without a data rate; %1 work normally.").arg(own.active);
        if (isShort) {
            verdict.remedy = Words::tr("Check the errors of the links; drain and reset. If it persists, return the machine.");
            verdict.command = latin("nvidia-smi nvlink -e");
        }
        verdicts << verdict;
    }
    list.addForGpus("nvlink", HealthSection::Links, verdicts, why, {latin("MLENG"), latin("XID-CATALOG")});
}

void checkTopology(Checklist &list)
{
    const CheckPart part = list.answer.part(latin("smi-topology"));
    const QString why = Words::tr("The distance between two GPUs decides how fast they can train together.");
    if (part.status != 0) {
        list.add("topology", HealthSection::Links, HealthState::Unknown, list.whyNot(part, latin("nvidia-smi topo -m")), why);
        return;
    }
    list.report.topology = part.isShortened ? std::nullopt : parseTopology(part.text);
    if (!list.report.topology) {
        HealthFinding &finding = list.add("topology", HealthSection::Links, HealthState::Unknown,
                                          Words::tr("The GPU topology has an unknown format."), why);
        finding.detail = shortened(part.text, 12);
        return;
    }
    const GpuTopology &topology = *list.report.topology;
    TopologyLink worst = TopologyLink::Self;
    bool isUnknown = false;
    for (qsizetype row = 0; row < topology.nodes.size(); ++row) {
        for (qsizetype column = 0; column < row; ++column) {
            if (!topology.nodes[row].isGpu || !topology.nodes[column].isGpu)
                continue;
            const TopologyLink link = topology.cells[row][column].link;
            isUnknown = isUnknown || link == TopologyLink::Unknown;
            worst = qMax(worst, link);
        }
    }
    if (topology.gpuCount() < 2) {
        list.add("topology", HealthSection::Links, HealthState::Ok, Words::tr("Only one GPU, so there are no connections."), why);
        return;
    }
    HealthFinding &finding = list.add("topology", HealthSection::Links, isUnknown ? HealthState::Unknown : HealthState::Ok,
                                      Words::tr("The two most distant GPUs are connected by: %1.").arg(topologyLinkMeaning(worst)), why);
    finding.detail = shortened(part.text, 80);
}

}  // namespace

void checkLinks(Checklist &list)
{
    if (!list.hasHardwareFor(HealthSection::Links))
        return;
    checkPcie(list);
    checkNvLink(list);
    checkTopology(list);
}

}  // namespace trainyard
