#include "core/store/records.h"

#include <array>
#include <utility>

namespace trainyard {

namespace {

constexpr std::array<std::pair<RunState, const char *>, 7> kRunStates{{
    {RunState::Preparing, "preparing"},
    {RunState::Running, "running"},
    {RunState::Stopping, "stopping"},
    {RunState::Finished, "finished"},
    {RunState::Failed, "failed"},
    {RunState::Stopped, "stopped"},
    {RunState::Unknown, "unknown"},
}};

}  // namespace

QString runStateName(RunState state)
{
    for (const auto &[value, name] : kRunStates) {
        if (value == state)
            return QString::fromLatin1(name);
    }
    return QStringLiteral("unknown");
}

std::optional<RunState> runStateFromName(const QString &name)
{
    for (const auto &[value, known] : kRunStates) {
        if (name == QLatin1String(known))
            return value;
    }
    return std::nullopt;
}

}  // namespace trainyard
