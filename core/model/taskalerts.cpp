// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/duration.h"
#include "core/model/internal/tasksections.h"

#include <QCoreApplication>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Task)
};

using std::chrono::seconds;
constexpr seconds kNoTime{0};

QString limitText(AlertKind kind, double value)
{
    return alertUnit(kind) == AlertUnit::Seconds ? durationText(seconds(qint64(value))) : QString::number(value);
}

// "on" or "off"; nullopt for anything else.
std::optional<bool> readSwitch(const YAML::Node &node)
{
    const QString text = node.IsScalar() ? rawText(node) : QString();
    if (text == QLatin1String("on") || text == QLatin1String("true"))
        return true;
    return text == QLatin1String("off") || text == QLatin1String("false") ? std::optional(false) : std::nullopt;
}

void readThreshold(const YAML::Node &node, AlertOverride &changed, IssueList &issues)
{
    const AlertBounds bounds = alertBounds(changed.kind);
    const QString name = alertKindName(changed.kind);
    const bool isTime = alertUnit(changed.kind) == AlertUnit::Seconds;
    std::optional<double> value;
    if (isTime) {
        if (const auto time = node.IsScalar() ? parseDuration(rawText(node)) : std::nullopt)
            value = double(time->count());
    } else {
        bool isNumber = false;
        const double number = node.IsScalar() ? rawText(node).toDouble(&isNumber) : 0;
        if (isNumber)
            value = number;
    }
    if (value && *value >= bounds.least && *value <= bounds.most) {
        changed.threshold = value;
        return;
    }
    issues.error(node.Mark(), (isTime ? Words::tr("'%1' must be a time with its unit from %2 to %3, or off.")
                                      : Words::tr("'%1' must be a number from %2 to %3, or off."))
                                  .arg(name, limitText(changed.kind, bounds.least), limitText(changed.kind, bounds.most)));
}

void readRule(AlertKind kind, const YAML::Node &node, Task &task, IssueList &issues)
{
    AlertOverride changed;
    changed.kind = kind;
    const bool hasThreshold = alertUnit(kind) != AlertUnit::None;
    if (const auto isOn = readSwitch(node)) {
        changed.isOn = *isOn;
    } else if (node.IsMap() && (hasThreshold || alertLasts(kind))) {
        QList<KeyHandler> handlers;
        if (hasThreshold) {
            handlers << KeyHandler{QStringLiteral("at"), [&](const auto &, const auto &value) { readThreshold(value, changed, issues); }};
        }
        if (alertLasts(kind)) {
            handlers << KeyHandler{QStringLiteral("for"), [&](const auto &, const auto &value) {
                                       const auto time = value.IsScalar() ? parseDuration(rawText(value)) : std::nullopt;
                                       if (time && *time >= kNoTime && *time <= kMaxAlertTime)
                                           changed.after = time;
                                       else
                                           issues.error(value.Mark(),
                                                        Words::tr("'for' must be a time with its unit from %1 to %2, like 90m or 12h.")
                                                            .arg(durationText(kNoTime), durationText(kMaxAlertTime)));
                                   }};
        }
        readMap(node, alertKindName(kind), handlers, issues);
    } else if (hasThreshold) {
        readThreshold(node, changed, issues);
    } else {
        issues.error(node.Mark(), Words::tr("'%1' must be on or off.").arg(alertKindName(kind)));
    }
    task.alerts.rules << changed;
}

void readWays(const YAML::Node &node, Task &task, IssueList &issues)
{
    QList<AlertChannel> ways;
    const auto isOn = readSwitch(node);
    const auto add = [&](const YAML::Node &value) {
        const auto way = value.IsScalar() ? alertWayFromName(rawText(value)) : std::nullopt;
        if (way && !ways.contains(*way))
            ways << *way;
        else if (!way)
            issues.error(value.Mark(), Words::tr("'notify' is a list of desktop, command and webhook, or off."));
    };
    if (node.IsSequence()) {
        for (const YAML::Node &value : node)
            add(value);
    } else if (!isOn || *isOn) {
        add(node);
    }
    task.alerts.ways = ways;
}

}  // namespace

void readAlerts(const YAML::Node &node, Task &task, IssueList &issues)
{
    QList<KeyHandler> handlers;
    for (int i = 0; i < kRunAlertKinds; ++i) {
        handlers << KeyHandler{alertKindName(AlertKind(i)), [&task, &issues, i](const YAML::Node &, const YAML::Node &value) {
                                   readRule(AlertKind(i), value, task, issues);
                               }};
    }
    handlers << KeyHandler{QStringLiteral("notify"), [&](const auto &, const auto &value) { readWays(value, task, issues); }};
    readMap(node, QStringLiteral("alerts"), handlers, issues);
}

}  // namespace trainyard
