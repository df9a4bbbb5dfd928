// SPDX-License-Identifier: GPL-3.0-or-later
// What a person types to find runs, read into conditions (docs/user-guide.md, "Find runs"). Positions and lengths count UTF-16 code units
// of the text. Pure, any thread.
#pragma once

#include "core/base/money.h"
#include "core/model/run.h"

#include <QDateTime>
#include <QList>
#include <QString>

#include <optional>

namespace trainyard {

enum class RunField {
    Word,  // a word without a name: looked for in name, id, note, tags, machines and project
    State,
    Machine,
    Project,
    Name,
    Note,
    Tag,
    Id,
    Loss,
    Lowest,
    Progress,
    Remaining,
    Duration,
    Cost,
    Started,
    Exit,
    Active,
    Simulated,
    Pinned,
    Archived,
    Attempt,
};

enum class FilterSign { Has, Equal, Below, AtMost, Above, AtLeast };  // : = < <= > >=

struct RunCondition {
    RunField field = RunField::Word;
    FilterSign sign = FilterSign::Has;
    bool isExcluded = false;                // with a minus sign: keeps the runs that do not match the rest of it
    qsizetype position = 0, length = 0;     // with its minus sign
    QString text = {};                      // of texts
    RunState state = RunState::Unknown;     // of State
    bool isWanted = true;                   // of Active, Simulated, Pinned and Archived
    double from = 0, to = 0;                // of numbers: what was typed means from ≤ x < to; both NaN: a loss that is no finite number
    std::optional<Currency> currency = {};  // of Cost; nullopt: any
};

struct FilterProblem {
    qsizetype position = 0, length = 0;
    QString what;  // one translated sentence
};

struct RunFilter {
    QList<RunCondition> conditions;
    QList<FilterProblem> problems;  // these parts of the text are ignored

    bool asksFor(RunField field) const;
    bool needsGlance() const;  // what the run's log says
};

// Never fails as a whole, and reads a bounded number of conditions. `now`, in local time, gives "today" its meaning: read the text again
// when the day changes.
RunFilter parseRunFilter(const QString &text, const QDateTime &now);

// The text without the condition, which was read from it.
QString withoutCondition(const QString &text, const RunCondition &condition);

}  // namespace trainyard
