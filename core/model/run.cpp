// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/run.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringView>

#include <algorithm>
#include <array>
#include <utility>

namespace trainyard {

namespace {

constexpr std::array<std::pair<RunState, const char *>, 8> kRunStates{{
    {RunState::Preparing, "preparing"},
    {RunState::Waiting, "waiting"},
    {RunState::Running, "running"},
    {RunState::Stopping, "stopping"},
    {RunState::Finished, "finished"},
    {RunState::Failed, "failed"},
    {RunState::Stopped, "stopped"},
    {RunState::Unknown, "unknown"},
}};

}  // namespace

QString pipelineStepText(const PipelineStep &step)
{
    const QString place = QCoreApplication::translate("trainyard::Run", "%1 of %2").arg(step.number).arg(step.count);
    return step.name.isEmpty()
               ? QCoreApplication::translate("trainyard::Run", "%1 of a pipeline").arg(place)
               : QCoreApplication::translate("trainyard::Run", "%1 of pipeline %2", "a step's place, and a name").arg(place, step.name);
}

Result<void> checkRunEdit(const RunEdit &edit)
{
    const auto refused = [](const QString &sentence) { return Error{ErrorCode::InvalidInput, sentence, {}}; };
    const auto isControl = [](QChar c) { return c.category() == QChar::Other_Control; };
    if (edit.name
        && (edit.name->isEmpty() || edit.name->toUcs4().size() > 200 || edit.name->trimmed() != *edit.name
            || std::any_of(edit.name->begin(), edit.name->end(), isControl))) {
        return refused(QCoreApplication::translate(
            "trainyard::Run",
            "A run's name has 1 to 200 characters, no control characters and no space at either end: choose another name."));
    }
    if (edit.note && edit.note->toUcs4().size() > 2000)
        return refused(QCoreApplication::translate("trainyard::Run", "Notes have at most 2000 characters: shorten them."));
    const auto isNoPart = [isControl](QChar c) { return c.isSpace() || isControl(c) || QStringView(u",，\"“”").contains(c); };
    for (const QString &tag : edit.tags.value_or(QStringList())) {
        if (tag.isEmpty() || tag.toUcs4().size() > 40 || std::any_of(tag.begin(), tag.end(), isNoPart)) {
            return refused(QCoreApplication::translate(
                "trainyard::Run", "A tag has 1 to 40 characters without spaces, commas or quotation marks: choose another one."));
        }
    }
    if (edit.tags && edit.tags->size() > 20)
        return refused(QCoreApplication::translate("trainyard::Run", "A run has at most 20 tags: remove some."));
    return {};
}

QStringList inTagOrder(QStringList tags)
{
    tags.sort(Qt::CaseInsensitive);
    const auto isSame = [](const QString &a, const QString &b) { return a.compare(b, Qt::CaseInsensitive) == 0; };
    tags.erase(std::unique(tags.begin(), tags.end(), isSame), tags.end());
    return tags;
}

QStringList tagsFrom(const QString &typed)
{
    static const QRegularExpression kBetween(QStringLiteral("[\\s,，]+"));
    return inTagOrder(typed.split(kBetween, Qt::SkipEmptyParts));
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
