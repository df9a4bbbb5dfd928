// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/runfilter/runfilter.h"

#include "core/base/nearestword.h"
#include "core/observe/runfilter/internal/filtervalues.h"

#include <QCoreApplication>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::RunFilter)
};

// More than anyone types. A pasted file would otherwise be compared with every run, word by word.
constexpr qsizetype kMaxConditions = 50;

QString unknownName(const QString &name)
{
    const QString nearest = nearestWord(name, runFieldNames());
    return nearest.isEmpty() ? Words::tr("Unknown name: %1. To find this text, put it in quotation marks.").arg(shownPart(name))
                             : Words::tr("Unknown name: %1. Did you mean %2?").arg(shownPart(name), nearest);
}

// "loss < 2" would be three words, none of which is meant.
bool beginsWithSign(QStringView written) { return QStringView(u":=<>：＝＜＞").contains(written.front()); }

Result<RunCondition> conditionOf(const FilterToken &token, QStringView written, const QDateTime &now)
{
    const auto refused = [](const QString &sentence) { return Error{ErrorCode::InvalidInput, sentence, {}}; };
    RunCondition condition;
    condition.sign = token.sign;
    condition.isExcluded = token.isExcluded;
    condition.position = token.position;
    condition.length = token.length;
    if (token.isOpen)
        return refused(Words::tr("The quotation mark is not closed."));
    if (token.name.isEmpty() && beginsWithSign(written.sliced(token.isExcluded && written.size() > 1 ? 1 : 0)))
        return refused(Words::tr("Write a name directly before the sign, as in loss<2."));
    if (!token.name.isEmpty()) {
        const auto field = runFieldNamed(token.name);
        if (!field)
            return refused(unknownName(token.name));
        condition.field = *field;
    }
    if (token.value.isEmpty())
        return refused(Words::tr("A value is missing after “%1”.").arg(shownPart(written.toString())));
    TRY_DO(readFilterValue(token, now, condition));
    return condition;
}

}  // namespace

bool RunFilter::asksFor(RunField field) const
{
    return std::any_of(conditions.begin(), conditions.end(), [field](const RunCondition &condition) { return condition.field == field; });
}

bool RunFilter::needsGlance() const
{
    return asksFor(RunField::Loss) || asksFor(RunField::Lowest) || asksFor(RunField::Progress) || asksFor(RunField::Remaining);
}

RunFilter parseRunFilter(const QString &text, const QDateTime &now)
{
    RunFilter filter;
    for (FilterToken token = nextToken(text, 0); token.length > 0; token = nextToken(text, token.end())) {
        if (filter.conditions.size() + filter.problems.size() == kMaxConditions) {
            filter.problems << FilterProblem{token.position, text.size() - token.position,
                                             Words::tr("A filter has at most %1 conditions.").arg(kMaxConditions)};
            break;
        }
        const auto condition = conditionOf(token, QStringView(text).sliced(token.position, token.length), now);
        if (condition)
            filter.conditions << *condition;
        else
            filter.problems << FilterProblem{token.position, token.length, condition.error().what};
    }
    return filter;
}

QString withoutCondition(const QString &text, const RunCondition &condition)
{
    const QString before = text.left(condition.position).trimmed(), behind = text.mid(condition.position + condition.length).trimmed();
    return before.isEmpty() || behind.isEmpty() ? before + behind : before + u' ' + behind;
}

}  // namespace trainyard
