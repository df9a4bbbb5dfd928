// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/offers/offersstatus.h"

#include "core/base/decimal.h"
#include "ui/offers/offerwords.h"

#include <QCoreApplication>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::OffersPage)
};

int count(size_t number) { return static_cast<int>(number); }

}  // namespace

EmptyWords emptyWords(const OfferFindings &findings)
{
    if (!findings.hindrance)
        return {Words::tr("No offers match."), Words::tr("No single filter excludes all offers; several together do."), {}};
    const QString word = conditionWord(findings.hindrance->condition);
    return {Words::tr("No offers match."),
            Words::tr("The %1 filter excludes most: %n offer(s) match without it.", nullptr, count(findings.hindrance->hidden)).arg(word),
            Words::tr("Clear the %1").arg(word)};
}

QString apartText(const OfferSelection &found)
{
    QStringList codes, notes;
    for (const Currency currency : found.currenciesWithoutRate)
        codes << currencyCode(currency);
    if (found.withoutRate > 0) {
        notes << Words::tr("%n in %1 not converted: no exchange rate is set", nullptr, count(found.withoutRate))
                     .arg(codes.join(QStringLiteral(", ")));
    }
    if (found.withoutSize > 0)
        notes << Words::tr("%n of unknown size are listed last", nullptr, count(found.withoutSize));
    if (found.withoutPrice > 0)
        notes << Words::tr("%n offer(s) without a price are listed last", nullptr, count(found.withoutPrice));
    return notes.join(Words::tr(" · ", "between facts"));
}

QString mayFitText(const OfferSelection &found)
{
    if (found.leftOutAsUnknown > 0)
        return Words::tr("%n hidden: unknown whether they match. Show", nullptr, count(found.leftOutAsUnknown));
    return found.mayFit == 0 ? QString() : Words::tr("%n listed last: unknown whether they match. Hide", nullptr, count(found.mayFit));
}

QString rateText(const ExchangeRates &rates)
{
    const ExchangeRate *rate = rates.between(Currency::USD, Currency::CNY);
    return !rate ? QString()
                 : Words::tr("1 %1 = %2 %3, your rate from %4")
                       .arg(currencyCode(rate->from), decimalText(rate->nanos, Money::kDecimals, 2), currencyCode(rate->to),
                            dayText(AsOf(rate->day)));
}

}  // namespace trainyard
