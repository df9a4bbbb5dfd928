// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/runfilter/internal/runfields.h"

#include <algorithm>
#include <array>

namespace trainyard {

namespace {

struct FieldRow {
    RunField field;
    const char *name;
    FieldKind kind;
};
constexpr std::array<FieldRow, 20> kFields{{
    {RunField::State, "state", FieldKind::State},
    {RunField::Machine, "machine", FieldKind::Text},
    {RunField::Project, "project", FieldKind::Text},
    {RunField::Name, "name", FieldKind::Text},
    {RunField::Note, "note", FieldKind::Text},
    {RunField::Tag, "tag", FieldKind::Text},
    {RunField::Id, "id", FieldKind::Text},
    {RunField::Loss, "loss", FieldKind::Number},
    {RunField::Lowest, "lowest", FieldKind::Number},
    {RunField::Progress, "progress", FieldKind::Percent},
    {RunField::Remaining, "remaining", FieldKind::Length},
    {RunField::Duration, "duration", FieldKind::Length},
    {RunField::Cost, "cost", FieldKind::Amount},
    {RunField::Started, "started", FieldKind::Moment},
    {RunField::Exit, "exit", FieldKind::Number},
    {RunField::Active, "active", FieldKind::YesNo},
    {RunField::Simulated, "simulated", FieldKind::YesNo},
    {RunField::Pinned, "pinned", FieldKind::YesNo},
    {RunField::Archived, "archived", FieldKind::YesNo},
    {RunField::Attempt, "attempt", FieldKind::Number},
}};

}  // namespace

QStringList runFieldNames()
{
    QStringList names;
    for (const FieldRow &row : kFields)
        names << QLatin1String(row.name);
    return names;
}

std::optional<RunField> runFieldNamed(const QString &name)
{
    for (const FieldRow &row : kFields) {
        if (name.compare(QLatin1String(row.name), Qt::CaseInsensitive) == 0)
            return row.field;
    }
    return std::nullopt;
}

FieldKind kindOf(RunField field)
{
    const auto found = std::find_if(kFields.begin(), kFields.end(), [field](const FieldRow &row) { return row.field == field; });
    return found == kFields.end() ? FieldKind::Text : found->kind;
}

bool isCompared(FieldKind kind) { return kind != FieldKind::Text && kind != FieldKind::State && kind != FieldKind::YesNo; }

QStringList runStateWords()
{
    QStringList words;
    for (int state = int(RunState::Preparing); state <= int(RunState::Unknown); ++state)
        words << runStateName(RunState(state));
    return words;
}

}  // namespace trainyard
