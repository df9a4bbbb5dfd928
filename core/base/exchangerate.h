// SPDX-License-Identifier: GPL-3.0-or-later
// Exchange rates that a person gave, each with its day. None is built in, fetched or worked out from two others: money
// in two currencies is only compared if a rate was given. Value types, any thread.
#pragma once

#include "core/base/money.h"

#include <QDate>

namespace trainyard {

struct ExchangeRate {
    Currency from = Currency::USD;
    Currency to = Currency::USD;
    qint64 nanos = 0;  // one `from` is so many billionths of a `to`; above 0
    QDate day;

    // "USD/CNY=7.1@2026-11-01": one dollar was 7.1 yuan that day. InvalidInput, also for a day after `today`.
    static Result<ExchangeRate> parse(const QString &text, QDate today);
    QString text() const;  // as parse() takes it
    QString pair() const;  // "USD/CNY"
    bool operator==(const ExchangeRate &) const = default;
};

class ExchangeRates {
public:
    // Takes the place of one between the same two currencies, whichever way round.
    void set(const ExchangeRate &rate);
    bool remove(Currency one, Currency other);  // false when there is none
    const QList<ExchangeRate> &all() const { return m_rates; }

    // The one between these two, whichever way round; nullptr when there is none.
    const ExchangeRate *between(Currency one, Currency other) const;
    // NotFound without a rate, InvalidInput when the result is too large. Rounded to billionths.
    Result<Money> convert(const Money &amount, Currency to) const;
    // `price` times a fraction, as a bill has it: in cents of `to` (whole units where there are none), rounded once, halves
    // away from zero. Neither number negative, `denominator` > 0. Errors as of convert().
    Result<Money> billed(const Money &price, qint64 numerator, qint64 denominator, Currency to) const;

private:
    QList<ExchangeRate> m_rates;
};

}  // namespace trainyard
