// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/alert/alertrule.h"

#include <algorithm>
#include <array>

namespace trainyard {

namespace {

using namespace std::chrono_literals;
constexpr std::array<const char *, 3> kSeverities{"info", "warning", "critical"};

AlertRule standard(AlertKind kind)
{
    using C = AlertComparison;
    using S = AlertScope;
    using V = AlertSeverity;
    switch (kind) {
    case AlertKind::GpuIdle: return {kind, true, C::Below, S::Gpu, V::Warning, 30, 40, 10min, 2min};
    // Off: a busy GPU is the normal case.
    case AlertKind::GpuBusy: return {kind, false, C::AtLeast, S::Gpu, V::Info, 85, 75, 10min, 2min};
    case AlertKind::GpuTemperature: return {kind, true, C::AtLeast, S::Gpu, V::Warning, 85, 80, 2min, 2min};
    case AlertKind::GpuMemory: return {kind, true, C::AtLeast, S::Gpu, V::Warning, 95, 90, 5min, 2min};
    case AlertKind::GpuLost: return {kind, true, C::AtLeast, S::Gpu, V::Critical, 1, 1, 1min, 1min};
    case AlertKind::DiskFull: return {kind, true, C::Below, S::Run, V::Warning, 6 * 3600, 9 * 3600, 5min, 10min};
    // Checkpoints are hours apart: one value decides.
    case AlertKind::CheckpointRoom: return {kind, true, C::Below, S::Run, V::Warning, 6 * 3600, 9 * 3600, 0s, 0s};
    case AlertKind::NoProgress: return {kind, true, C::AtLeast, S::Run, V::Critical, 15 * 60, 60, 0s, 0s};
    // The status lamp has waited already; clearing is slow, so that a run that stalls repeatedly is one alert.
    case AlertKind::Hung: return {kind, true, C::AtLeast, S::Run, V::Critical, 1, 1, 0s, 1min};
    case AlertKind::NoData: return {kind, true, C::AtLeast, S::Run, V::Warning, 10 * 60, 60, 0s, 0s};
    case AlertKind::Budget: return {kind, true, C::AtLeast, S::Run, V::Warning, 1, 1, 0s, 0s};
    case AlertKind::RunFailed: return {kind, true, C::AtLeast, S::Run, V::Critical, 1, 1, 0s, 0s};
    case AlertKind::RunFinished: return {kind, true, C::AtLeast, S::Run, V::Info, 1, 1, 0s, 0s};
    case AlertKind::Capacity: return {kind, true, C::AtLeast, S::Run, V::Warning, 1, 1, 0s, 0s};
    case AlertKind::SpotPrice: break;
    }
    return {AlertKind::SpotPrice, true, C::AtLeast, S::Run, V::Warning, 1, 1, 0s, 0s};
}

// The distance of the clearing threshold: proportional for times, as many units as by default for the rest.
double clearOf(AlertKind kind, double threshold)
{
    const AlertRule rule = standard(kind);
    switch (alertUnit(kind)) {
    case AlertUnit::None: return rule.clear;
    case AlertUnit::Seconds: return rule.comparison == AlertComparison::Below ? threshold * 1.5 : std::min(rule.clear, threshold);
    case AlertUnit::Percent:
    case AlertUnit::Celsius: break;
    }
    const AlertBounds bounds = alertBounds(kind);
    // Beyond the reachable values it would stay open forever.
    return std::clamp(threshold + rule.clear - rule.threshold, std::min(1.0, bounds.least), bounds.most);
}

}  // namespace

QString alertSeverityName(AlertSeverity severity) { return QLatin1String(kSeverities[size_t(severity)]); }

std::optional<AlertSeverity> alertSeverityFromName(const QString &name)
{
    for (size_t i = 0; i < kSeverities.size(); ++i) {
        if (name == QLatin1String(kSeverities[i]))
            return AlertSeverity(i);
    }
    return std::nullopt;
}

AlertRules::AlertRules()
{
    for (int i = 0; i < kAlertKinds; ++i)
        m_rules << standard(AlertKind(i));
}

void AlertRules::apply(const AlertOverride &changed)
{
    AlertRule &rule = m_rules[int(changed.kind)];
    rule.isOn = changed.isOn;
    if (changed.threshold && alertUnit(changed.kind) != AlertUnit::None) {
        const AlertBounds bounds = alertBounds(changed.kind);
        rule.threshold = std::clamp(*changed.threshold, bounds.least, bounds.most);
        rule.clear = clearOf(changed.kind, rule.threshold);
    }
    if (changed.after && alertLasts(changed.kind))
        rule.openAfter = std::clamp(*changed.after, std::chrono::seconds(0), kMaxAlertTime);
}

AlertRules AlertRules::with(const AlertOverrides &overrides) const
{
    AlertRules rules = *this;
    for (const AlertOverride &changed : overrides.rules)
        rules.apply(changed);
    return rules;
}

QList<AlertOverride> AlertRules::changes() const
{
    QList<AlertOverride> overrides;
    for (const AlertRule &rule : m_rules) {
        const AlertRule usual = standard(rule.kind);
        if (rule == usual)
            continue;
        AlertOverride changed{rule.kind, rule.isOn, {}, {}};
        if (rule.threshold != usual.threshold)
            changed.threshold = rule.threshold;
        if (rule.openAfter != usual.openAfter)
            changed.after = rule.openAfter;
        overrides << changed;
    }
    return overrides;
}

}  // namespace trainyard
