// SPDX-License-Identifier: GPL-3.0-or-later
// When something is worth an alert: thresholds with a second one for the way back, and how long either has to hold. Pure
// values; why the thresholds are what they are: docs/alerts.md.
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
    double threshold = 1;  // opens at it, in alertUnit(); 1 where there is nothing to choose
    double clear = 1;      // clears on its other side: below it for AtLeast, at least it for Below
    std::chrono::seconds openAfter{0}, clearAfter{0};

    bool isBeyond(double value) const { return comparison == AlertComparison::AtLeast ? value >= threshold : value < threshold; }
    bool isBack(double value) const { return comparison == AlertComparison::AtLeast ? value < clear : value >= clear; }
    bool operator==(const AlertRule &) const = default;
};

class AlertRules {
public:
    AlertRules();  // all kinds as they come
    const AlertRule &of(AlertKind kind) const { return m_rules[int(kind)]; }
    // Takes over switch, threshold (within alertBounds()) and time; the way back keeps its distance.
    void apply(const AlertOverride &changed);
    AlertRules with(const AlertOverrides &overrides) const;
    // What differs from AlertRules(), as overrides.
    QList<AlertOverride> changes() const;

    bool operator==(const AlertRules &) const = default;

private:
    QList<AlertRule> m_rules;  // by kind
};

}  // namespace trainyard
