// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/runfilter/filtercompletion.h"

#include "core/observe/runfilter/internal/filtertoken.h"
#include "core/observe/runfilter/internal/runfields.h"

#include <algorithm>

namespace trainyard {

namespace {

constexpr qsizetype kMaxOffered = 50;  // more is no help
constexpr qsizetype kMaxTyped = 2000;  // behind that, text was pasted

QString quotedIfNeeded(const QString &value)
{
    const bool isPlain = std::none_of(value.begin(), value.end(), [](QChar c) { return c.isSpace(); });
    return isPlain ? value : u'"' + value + u'"';
}

QStringList valuesOf(RunField field, const FilterNames &known)
{
    switch (field) {
    case RunField::State: return runStateWords();
    case RunField::Machine: return known.machines;
    case RunField::Project: return known.projects;
    case RunField::Tag: return known.tags;
    case RunField::Started: return {QStringLiteral("today"), QStringLiteral("yesterday"), QStringLiteral("7d")};
    case RunField::Active:
    case RunField::Simulated:
    case RunField::Pinned:
    case RunField::Archived: return {QStringLiteral("yes"), QStringLiteral("no")};
    default: return {};
    }
}

QStringList namesLike(const QString &typed)
{
    QStringList words;
    for (const QString &name : runFieldNames()) {
        const FieldKind kind = kindOf(*runFieldNamed(name));
        if (name.startsWith(typed, Qt::CaseInsensitive))
            words << name + (isCompared(kind) && kind != FieldKind::Moment ? u'<' : u':');
    }
    for (const QString &state : runStateWords()) {
        if (state.startsWith(typed, Qt::CaseInsensitive))
            words << QStringLiteral("state:") + state;
    }
    return words;
}

QStringList valuesLike(const QString &typed, const QStringList &known)
{
    QStringList words;
    for (const QString &value : known) {
        const bool isComplete = value.compare(typed, Qt::CaseInsensitive) == 0;
        // A value with a quotation mark cannot be written.
        if (value.contains(typed, Qt::CaseInsensitive) && !isComplete && !value.contains(u'"') && words.size() < kMaxOffered)
            words << quotedIfNeeded(value);
    }
    return words;
}

}  // namespace

FilterCompletions completeRunFilter(const QString &text, qsizetype cursor, const FilterNames &known)
{
    if (cursor > kMaxTyped)
        return {};
    FilterToken token = nextToken(text, 0);
    while (token.length > 0 && token.end() < cursor)
        token = nextToken(text, token.end());
    if (token.length == 0 || token.valueAt > cursor || token.position >= cursor)
        return {};
    // What is right of the cursor is replaced as well, but only what is left of it was meant so far.
    const FilterToken typed = nextToken(QStringView(text).left(cursor), token.position);
    FilterCompletions found{token.valueAt, token.end() - token.valueAt, {}};
    const auto field = runFieldNamed(token.name);
    if (token.name.isEmpty() && !token.isQuoted && !typed.value.isEmpty())
        found.words = namesLike(typed.value);
    else if (field && (token.sign == FilterSign::Has || token.sign == FilterSign::Equal))
        found.words = valuesLike(typed.value, valuesOf(*field, known));
    return found;
}

}  // namespace trainyard
