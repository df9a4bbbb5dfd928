// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/alertoverride.h"

#include <array>

namespace trainyard {

namespace {

struct Kind {
    const char *name;
    AlertUnit unit;
    AlertBounds bounds;
    bool lasts;
};

constexpr double kDay = 86400;
// In the order of AlertKind. Every GPU model throttles below 110 °C.
constexpr std::array<Kind, kAlertKinds> kKinds{{
    {"gpu_utilization", AlertUnit::Percent, {1, 100}, true},
    {"gpu_utilization_high", AlertUnit::Percent, {1, 100}, true},
    {"gpu_temperature", AlertUnit::Celsius, {30, 110}, true},
    {"gpu_memory", AlertUnit::Percent, {1, 100}, true},
    {"gpu_lost", AlertUnit::None, {}, true},
    {"disk_full", AlertUnit::Seconds, {600, 7 * kDay}, false},
    {"checkpoint_room", AlertUnit::Seconds, {600, 7 * kDay}, false},
    {"no_progress", AlertUnit::Seconds, {60, 7 * kDay}, false},
    {"hung", AlertUnit::None, {}, false},
    {"no_data", AlertUnit::Seconds, {60, 7 * kDay}, false},
    {"budget", AlertUnit::None, {}, false},
    {"run_failed", AlertUnit::None, {}, false},
    {"run_finished", AlertUnit::None, {}, false},
    {"capacity", AlertUnit::None, {}, false},
    {"spot_price", AlertUnit::None, {}, false},
}};
constexpr std::array<const char *, 3> kWays{"desktop", "command", "webhook"};

}  // namespace

QString alertKindName(AlertKind kind) { return QLatin1String(kKinds[size_t(kind)].name); }

std::optional<AlertKind> alertKindFromName(const QString &name)
{
    for (size_t i = 0; i < kKinds.size(); ++i) {
        if (name == QLatin1String(kKinds[i].name))
            return AlertKind(i);
    }
    return std::nullopt;
}

AlertUnit alertUnit(AlertKind kind) { return kKinds[size_t(kind)].unit; }
AlertBounds alertBounds(AlertKind kind) { return kKinds[size_t(kind)].bounds; }
bool alertLasts(AlertKind kind) { return kKinds[size_t(kind)].lasts; }

QString alertWayName(AlertChannel way) { return QLatin1String(kWays[size_t(way)]); }

std::optional<AlertChannel> alertWayFromName(const QString &name)
{
    for (size_t i = 0; i < kWays.size(); ++i) {
        if (name == QLatin1String(kWays[i]))
            return AlertChannel(i);
    }
    return std::nullopt;
}

}  // namespace trainyard
