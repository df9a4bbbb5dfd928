// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/health/internal/checklist.h"

#include "core/knowledge/health/plaintext.h"

#include <QCoreApplication>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::ClockChecks)
};

constexpr quint64 kSwPowerCap = 0x4, kHwSlowdown = 0x8, kSyncBoost = 0x10, kSwThermal = 0x20, kHwThermal = 0x40, kPowerBrake = 0x80;

// "Active" under either name of the heading.
std::optional<bool> isActive(const SmiTree &tree, const char *name)
{
    for (const char *heading : {"Clocks Event Reasons/", "Clocks Throttle Reasons/"}) {
        const QString value = tree.text(latin(heading) + latin(name));
        if (value == QLatin1String("Active"))
            return true;
        if (value == QLatin1String("Not Active"))
            return false;
    }
    return {};
}

// The mask, queried directly or derived from the long text; nullopt if neither has it.
std::optional<quint64> reasonsOf(const Checklist &list, const SmiCard &card)
{
    if (card.index && list.smi.reasons.contains(*card.index))
        return list.smi.reasons.value(*card.index);
    if (!card.tree)
        return {};
    const struct {
        const char *name;
        quint64 bit;
    } names[] = {{"Idle", 0x1},
                 {"Applications Clocks Setting", 0x2},
                 {"SW Power Cap", kSwPowerCap},
                 {"HW Slowdown", kHwSlowdown},
                 {"Sync Boost", kSyncBoost},
                 {"SW Thermal Slowdown", kSwThermal},
                 {"HW Slowdown/HW Thermal Slowdown", kHwThermal},
                 {"HW Slowdown/HW Power Brake Slowdown", kPowerBrake},
                 {"Display Clock Setting", 0x100}};
    std::optional<quint64> mask;
    for (const auto &[name, bit] : names) {
        if (const auto active = isActive(*card.tree, name))
            mask = mask.value_or(0) | (*active ? bit : 0);
    }
    return mask;
}

GpuVerdict judgeReasons(const Checklist &list, const SmiCard &card)
{
    GpuVerdict verdict;
    const auto mask = reasonsOf(list, card);
    if (!mask) {
        verdict.what = Words::tr("the reason for reduced clocks is not provided.");
        return verdict;
    }
    verdict.numbers.insert(latin("mask"), QStringLiteral("0x%1").arg(*mask, 0, 16));
    quint64 named = 0;
    QStringList why;
    for (const ClockReasonFact &reason : list.facts.clockReasons) {
        named |= reason.bit;
        if (*mask & reason.bit)
            why << reason.meaning;
    }
    const quint64 hard = kHwSlowdown | kHwThermal | kPowerBrake;
    const QString all = why.join(QStringLiteral("; "));
    if (*mask & hard) {
        verdict.state = HealthState::Bad;
        verdict.what = Words::tr("the hardware holds its clocks down: %1.").arg(all);
        verdict.remedy = Words::tr("Its cooling or power supply is insufficient. If the machine is rented, return it.");
        verdict.command = latin("nvidia-smi -q -d PERFORMANCE,TEMPERATURE,POWER");
    } else if (*mask & (kSwThermal | kSyncBoost)) {
        verdict.state = HealthState::Warning;
        verdict.what = Words::tr("its clocks are held down: %1.").arg(all);
        verdict.command = latin("nvidia-smi -q -d PERFORMANCE,TEMPERATURE,POWER");
    } else if (*mask & ~named) {
        verdict.what = Words::tr("its clocks are held down for an unknown reason (0x%1).").arg(*mask, 0, 16);
    } else {
        verdict.state = HealthState::Ok;
        verdict.what = *mask == 0 ? Words::tr("its clocks are not held down.")
                                  : Words::tr("its clocks are held down only for a usual reason: %1.").arg(all);
    }
    return verdict;
}

// Since the driver was loaded; reported by drivers from R565 on.
GpuVerdict judgeCounters(const SmiTree &tree)
{
    GpuVerdict verdict;
    const QString heading = latin("Clocks Event Reasons Counters/");
    const auto thermal = tree.number(heading + latin("HW Thermal Slowdown")), brake = tree.number(heading + latin("HW Power Braking")),
               soft = tree.number(heading + latin("SW Thermal Slowdown"));
    if (!thermal || !brake || !soft) {
        verdict.what = Words::tr("throttling times are not provided by this driver.");
        return verdict;
    }
    const auto seconds = [](qint64 microseconds) { return QString::number(double(microseconds) / 1e6, 'f', 1); };
    verdict.numbers = {
        {latin("hw_thermal_s"), seconds(*thermal)}, {latin("power_brake_s"), seconds(*brake)}, {latin("sw_thermal_s"), seconds(*soft)}};
    const bool wasHard = *thermal >= 1000000 || *brake >= 1000000, wasSoft = *soft >= 60000000;
    verdict.state = wasHard || wasSoft ? HealthState::Warning : HealthState::Ok;
    if (wasHard || wasSoft) {
        verdict.what =
            Words::tr("since the driver was loaded it was throttled by heat for %1 s, by its power supply for %2 s, by software for %3 s.")
                .arg(seconds(*thermal), seconds(*brake), seconds(*soft));
        verdict.remedy = Words::tr("Measure it under load before you keep it.");
        verdict.command = latin("yard probe run");
    } else {
        verdict.what = Words::tr("it was not throttled since the driver was loaded.");
    }
    return verdict;
}

GpuVerdict judgeTemperature(const SmiCard &card, const SmiTree &tree)
{
    GpuVerdict verdict;
    const QString heading = latin("Temperature/");
    auto now = tree.number(heading + latin("GPU Current Temp"));
    if (!now && card.row)
        now = card.row->temperature;
    if (!now) {
        verdict.what = Words::tr("its temperature is not provided.");
        return verdict;
    }
    verdict.numbers.insert(latin("celsius"), QString::number(*now));
    // Newer drivers report the distance to the limit, older ones the limits.
    auto distance = tree.number(heading + latin("GPU Current T.Limit Temp"));
    if (!distance)
        distance = tree.number(heading + latin("GPU T.Limit Temp"));
    const auto slowdown = tree.number(heading + latin("GPU Slowdown Temp"));
    if (!distance && slowdown)
        distance = *slowdown - *now;
    if (!distance) {
        verdict.state = *now < 85 ? HealthState::Ok : HealthState::Warning;
        verdict.what = Words::tr("%1 °C; its limit is not provided.").arg(*now);
        return verdict;
    }
    verdict.numbers.insert(latin("to_limit"), QString::number(*distance));
    verdict.state = *distance <= 0 ? HealthState::Bad : *distance <= 5 ? HealthState::Warning : HealthState::Ok;
    verdict.what = Words::tr("%1 °C, %2 °C below where it slows down.").arg(*now).arg(*distance);
    if (*distance <= 5)
        verdict.remedy = Words::tr("Its cooling is insufficient. If the machine is rented, return it.");
    return verdict;
}

}  // namespace

void checkClocks(Checklist &list)
{
    if (!list.hasHardwareFor(HealthSection::Clocks))
        return;
    QList<GpuVerdict> reasons, counters, temperatures;
    for (const SmiCard &card : list.smi.cards) {
        const SmiTree tree = card.tree.value_or(SmiTree());
        reasons << judgeReasons(list, card);
        counters << judgeCounters(tree);
        temperatures << judgeTemperature(card, tree);
    }
    const QString why = Words::tr("A GPU with reduced clocks trains slower than you pay for; one of eight slows down all eight.");
    list.addForGpus("clock-reasons", HealthSection::Clocks, reasons, why, {latin("NVML-HDR"), latin("SMI-CAPTURES")});
    list.addForGpus("throttled", HealthSection::Clocks, counters, why, {latin("SMI-CAPTURES")});
    list.addForGpus("temperature", HealthSection::Clocks, temperatures, why, {latin("SMI-CAPTURES")});
}

}  // namespace trainyard
