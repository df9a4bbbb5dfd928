// SPDX-License-Identifier: GPL-3.0-or-later
// What a run can be watched for, and what a task file requests for it (section `alerts`). Names are stable: they are used in task files,
// settings, the database and JSON. Pure values; docs/alerts.md explains each kind.
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

#include <chrono>
#include <optional>

namespace trainyard {

enum class AlertKind : quint8 {
    GpuIdle,         // "gpu_utilization": below
    GpuBusy,         // "gpu_utilization_high": at least
    GpuTemperature,  // "gpu_temperature": at least
    GpuMemory,       // "gpu_memory": at least
    GpuLost,         // "gpu_lost"
    DiskFull,        // "disk_full": forecast within
    CheckpointRoom,  // "checkpoint_room": forecast within
    NoProgress,      // "no_progress": for at least
    Hung,            // "hung": according to the status lamp
    NoData,          // "no_data": for at least
    Budget,          // "budget"
    RunFailed,       // "run_failed"
    RunFinished,     // "run_finished"
    Capacity,        // "capacity": a machine that was watched for
    SpotPrice,       // "spot_price": of a rented machine, has risen
};
inline constexpr int kAlertKinds = int(AlertKind::SpotPrice) + 1;
inline constexpr int kRunAlertKinds = int(AlertKind::RunFinished) + 1;  // the first ones: a task file may set these

enum class AlertUnit : quint8 { None, Percent, Celsius, Seconds };

QString alertKindName(AlertKind kind);
std::optional<AlertKind> alertKindFromName(const QString &name);
AlertUnit alertUnit(AlertKind kind);
// The allowed thresholds, in the kind's unit.
struct AlertBounds {
    double least = 0, most = 0;
};
AlertBounds alertBounds(AlertKind kind);
// Whether the condition has to last for a while before it counts; for the other kinds the threshold is a time, or they are single events.
bool alertLasts(AlertKind kind);
inline constexpr std::chrono::seconds kMaxAlertTime{7 * 86400};

enum class AlertChannel : quint8 { Desktop, Command, Webhook };
QString alertWayName(AlertChannel way);  // "desktop", "command", "webhook"
std::optional<AlertChannel> alertWayFromName(const QString &name);

struct AlertOverride {
    AlertKind kind = AlertKind::GpuIdle;
    bool isOn = true;
    std::optional<double> threshold;            // in alertUnit(); nullopt = as in the settings
    std::optional<std::chrono::seconds> after;  // how long it has to last before it counts

    bool operator==(const AlertOverride &) const = default;
};

struct AlertOverrides {
    QList<AlertOverride> rules;               // each kind at most once; the others are as in the settings
    std::optional<QList<AlertChannel>> ways;  // nullopt = as in the settings

    bool isEmpty() const { return rules.isEmpty() && !ways; }
    bool operator==(const AlertOverrides &) const = default;
};

}  // namespace trainyard
