// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/runfilter/internal/filtervalues.h"

#include "core/base/duration.h"
#include "core/base/nearestword.h"
#include "core/base/seentext.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <cmath>
#include <limits>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::RunFilter)
};

constexpr qsizetype kMaxShown = 40;   // of a value in a sentence
constexpr qsizetype kMaxNumber = 40;  // digits; no value of a run has more
const QString kToday = QStringLiteral("today"), kYesterday = QStringLiteral("yesterday");

Error refusal(const QString &sentence) { return {ErrorCode::InvalidInput, sentence, {}}; }

bool isAboutEquality(const RunCondition &condition) { return condition.sign == FilterSign::Has || condition.sign == FilterSign::Equal; }

// A single value; for equality, all values that would be written like it.
void setRange(RunCondition &condition, double value, double halfUnit)
{
    const bool isRounded = isAboutEquality(condition);
    condition.from = isRounded ? value - halfUnit : value;
    condition.to = isRounded ? value + halfUnit : std::nextafter(value, std::numeric_limits<double>::infinity());
}

Result<void> readNumber(const QString &text, RunCondition &condition)
{
    static const QRegularExpression kNumber(QStringLiteral("\\A-?(?:[0-9]+(?:\\.([0-9]*))?|\\.([0-9]+))(?:[eE]([+-]?[0-9]{1,2}))?\\z"));
    const auto number = kNumber.match(text.left(kMaxNumber + 1));
    if (text.size() > kMaxNumber || !number.hasMatch())
        return refusal(Words::tr("“%1” is not a number.").arg(shownPart(text)));
    const auto decimals = number.capturedLength(1) + number.capturedLength(2);
    setRange(condition, text.toDouble(), 0.5 * std::pow(10.0, number.captured(3).toDouble() - double(decimals)));
    return {};
}

// "nan": what training that diverged reports, which no comparison finds.
bool isNotANumber(const QString &text, const RunCondition &condition)
{
    return text.compare(QLatin1String("nan"), Qt::CaseInsensitive) == 0 && isAboutEquality(condition)
           && (condition.field == RunField::Loss || condition.field == RunField::Lowest);
}

Result<void> readLength(const QString &text, RunCondition &condition)
{
    const auto length = parseDuration(text);
    if (!length)
        return refusal(Words::tr("“%1” is not a length of time: write it like 2h, 30m or 1h30m.").arg(shownPart(text)));
    const auto ms = double(length->count()) * 1000;
    condition.from = ms;
    condition.to = std::nextafter(ms, std::numeric_limits<double>::infinity());
    if (isAboutEquality(condition)) {
        const QChar unit = text.back();
        condition.to = ms + (unit == u'd' ? 86'400'000.0 : unit == u'h' ? 3'600'000.0 : unit == u'm' ? 60'000.0 : 1000.0);
    }
    return {};
}

Result<void> readCost(const QString &text, RunCondition &condition)
{
    const auto refused = [&] { return refusal(Words::tr("“%1” is not an amount: write it like 12.50 or 12.50USD.").arg(shownPart(text))); };
    QString digits = text;
    if (text.size() > 3 && text.back().isLetter()) {
        condition.currency = currencyFromCode(text.last(3).toLatin1());
        digits = text.chopped(3);
        if (!condition.currency)
            return refused();
    }
    return readNumber(digits, condition) ? Result<void>() : refused();
}

void setDay(RunCondition &condition, const QDate &day)
{
    condition.from = double(day.startOfDay().toMSecsSinceEpoch());
    condition.to = double(day.addDays(1).startOfDay().toMSecsSinceEpoch());
}

Result<void> readMoment(const QString &text, const QDateTime &now, RunCondition &condition)
{
    const QDate today = now.date();
    if (const auto age = parseDuration(text)) {
        if (!isAboutEquality(condition))
            return refusal(Words::tr("Write started:%1 for the last %1, or -started:%1 for everything else.").arg(text));
        condition.from = double(now.toMSecsSinceEpoch() - age->count() * 1000);
        condition.to = std::numeric_limits<double>::infinity();
        return {};
    }
    const QString word = text.toLower();
    const QDate day = word == kToday       ? today
                      : word == kYesterday ? today.addDays(-1)
                      : text.size() == 10  ? QDate::fromString(text, Qt::ISODate)
                                           : QDate();
    if (!day.isValid())
        return refusal(Words::tr("“%1” is not a day: write it like 2026-11-01, today or yesterday, or 3d for the last three days.")
                           .arg(shownPart(text)));
    setDay(condition, day);
    return {};
}

Result<void> readState(const QString &text, RunCondition &condition)
{
    const QString word = text.toLower();
    const QStringList known = runStateWords();
    if (known.contains(word)) {
        condition.state = *runStateFromName(word);
        return {};
    }
    const QString nearest = nearestWord(word, known);
    return refusal(nearest.isEmpty()
                       ? Words::tr("There is no state “%1”. The states are: %2.").arg(shownPart(text), known.join(QStringLiteral(", ")))
                       : Words::tr("There is no state “%1”. Did you mean %2?").arg(shownPart(text), nearest));
}

Result<void> readYesNo(const FilterToken &token, RunCondition &condition)
{
    const QString word = token.value.toLower();
    condition.isWanted = word == QLatin1String("yes");
    if (!condition.isWanted && word != QLatin1String("no"))
        return refusal(Words::tr("Write %1:yes or %1:no.").arg(token.name.toLower()));
    return {};
}

}  // namespace

QString shownPart(const QString &text)
{
    const QString part = seenText(text.left(kMaxShown));
    return text.size() > kMaxShown ? part + u'…' : part;
}

Result<void> readFilterValue(const FilterToken &token, const QDateTime &now, RunCondition &condition)
{
    const FieldKind kind = kindOf(condition.field);
    if (!isCompared(kind) && !isAboutEquality(condition))
        return refusal(Words::tr("%1 has no order: write %1:VALUE.").arg(token.name.toLower()));
    switch (kind) {
    case FieldKind::Text: condition.text = token.value; return {};
    case FieldKind::State: return readState(token.value, condition);
    case FieldKind::YesNo: return readYesNo(token, condition);
    case FieldKind::Percent:
        return readNumber(token.value.size() > 1 && token.value.endsWith(u'%') ? token.value.chopped(1) : token.value, condition);
    case FieldKind::Length: return readLength(token.value, condition);
    case FieldKind::Amount: return readCost(token.value, condition);
    case FieldKind::Moment: return readMoment(token.value, now, condition);
    case FieldKind::Number: break;
    }
    if (!isNotANumber(token.value, condition))
        return readNumber(token.value, condition);
    condition.from = condition.to = std::numeric_limits<double>::quiet_NaN();
    return {};
}

}  // namespace trainyard
