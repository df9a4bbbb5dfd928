// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/records.h"

#include "core/base/seentext.h"

#include <QCoreApplication>

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
    const auto refused = [](const char *sentence) {
        return Error{ErrorCode::InvalidInput, QCoreApplication::translate("trainyard::StateDatabase", sentence), {}};
    };
    const auto length = name.toUcs4().size();
    if (length < 1 || length > 64 || hasUnseen(name) || name.trimmed() != name) {
        return refused(
            QT_TRANSLATE_NOOP("trainyard::StateDatabase",
                              "A machine's name has 1 to 64 visible characters and no space at either end: choose another name."));
    }
    if (name.startsWith(u'-')) {
        return refused(QT_TRANSLATE_NOOP(
            "trainyard::StateDatabase",
            "A machine's name cannot begin with a dash, because commands would take it for an option: choose another name."));
    }
    return {};
}

Result<void> checkRunEdit(const RunEdit &edit)
{
    const auto refused = [](const QString &sentence) { return Error{ErrorCode::InvalidInput, sentence, {}}; };
    const auto isControl = [](QChar c) { return c.category() == QChar::Other_Control; };
    if (edit.name
        && (edit.name->isEmpty() || edit.name->toUcs4().size() > 200 || edit.name->trimmed() != *edit.name
            || std::any_of(edit.name->begin(), edit.name->end(), isControl))) {
        return refused(QCoreApplication::translate(
            "trainyard::StateDatabase",
            "A run's name has 1 to 200 characters, no control characters and no blank at its ends: choose another name."));
    }
    if (edit.note && edit.note->toUcs4().size() > 2000)
        return refused(QCoreApplication::translate("trainyard::StateDatabase", "Notes have at most 2000 characters: shorten them."));
    return {};
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
