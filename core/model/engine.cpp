// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/task.h"

#include <array>
#include <utility>

namespace trainyard {

namespace {

constexpr std::array<std::pair<EngineKind, const char *>, 5> kEngines{{
    {EngineKind::Auto, "auto"},
    {EngineKind::Docker, "docker"},
    {EngineKind::Podman, "podman"},
    {EngineKind::Process, "process"},
    {EngineKind::Slurm, "slurm"},
}};

}  // namespace

QString engineName(EngineKind engine)
{
    for (const auto &[value, name] : kEngines) {
        if (value == engine)
            return QString::fromLatin1(name);
    }
    return QStringLiteral("auto");
}

std::optional<EngineKind> engineFromName(const QString &name)
{
    for (const auto &[value, known] : kEngines) {
        if (name == QLatin1String(known))
            return value;
    }
    return std::nullopt;
}

}  // namespace trainyard
