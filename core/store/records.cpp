#include "core/store/records.h"

#include <QCoreApplication>

#include <algorithm>
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

Result<void> checkMachineName(const QString &name)
{
    const bool hasControl = std::any_of(name.begin(), name.end(),
                                        [](QChar c) { return c.category() == QChar::Other_Control; });
    const auto length = name.toUcs4().size();
    if (length >= 1 && length <= 64 && !hasControl && name.trimmed() == name)
        return {};
    return Error{ErrorCode::InvalidInput,
                 QCoreApplication::translate("trainyard::Store",
                     "A machine's name has 1 to 64 characters, no control characters and no blank at its ends: choose "
                     "another name."),
                 {}};
}

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
