// SPDX-License-Identifier: GPL-3.0-or-later
// When something is worth an alert: thresholds to open and to clear, and how long each has to hold. Pure values; docs/alerts.md explains
// the choice of thresholds.
#pragma once

#include "core/model/alertoverride.h"

#include <QMap>

#include <chrono>

namespace trainyard {

enum class AlertComparison : quint8 { AtLeast, Below };
enum class AlertScope : quint8 { Run, Machine, Gpu };
enum class AlertSeverity : quint8 { Info, Warning, Critical };
QString alertSeverityName(AlertSeverity severity);  // "info", "warning", "critical"
std::optional<AlertSeverity> alertSeverityFromName(const QString &name);

struct AlertRule {
    AlertKind kind = AlertKind::GpuIdle;
    bool isOn = true;
    AlertComparison comparison = AlertComparison::AtLeast;
    AlertScope scope = AlertScope::Run;
    AlertSeverity severity = AlertSeverity::Warning;
    double threshold = 1;  // opens at this value, in alertUnit(); 1 if there is nothing to choose
    double clear = 1;      // clears on the other side: below this for AtLeast, at or above it for Below
    std::chrono::seconds openAfter{0}, clearAfter{0};

    bool isBeyond(double value) const { return comparison == AlertComparison::AtLeast ? value >= threshold : value < threshold; }
    bool isBack(double value) const { return comparison == AlertComparison::AtLeast ? value < clear : value >= clear; }
    bool operator==(const AlertRule &) const = default;
};

class AlertRules {
public:
    AlertRules();  // all kinds with their defaults
    const AlertRule &of(AlertKind kind) const { return m_rules[int(kind)]; }
    // Applies switch, threshold (within alertBounds()) and time; the clearing threshold keeps its distance.
    void apply(const AlertOverride &changed);
    AlertRules with(const AlertOverrides &overrides) const;
    // The differences from AlertRules(), as overrides.
    QList<AlertOverride> changes() const;

    bool operator==(const AlertRules &) const = default;

private:
    QList<AlertRule> m_rules;  // by kind
};

}  // namespace trainyard
