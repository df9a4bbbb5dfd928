// SPDX-License-Identifier: GPL-3.0-or-later
// Exchange rates that the person entered, each with its day. None is built in, fetched or derived from two others: amounts in two
// currencies are only compared if a rate was entered. Value types, any thread.
#pragma once

#include "core/base/money.h"

#include <QDate>

namespace trainyard {

struct ExchangeRate {
    Currency from = Currency::USD;
    Currency to = Currency::USD;
    qint64 nanos = 0;  // how many billionths of a `to` one `from` is worth; above 0
    QDate day;

    // "USD/CNY=7.1@2026-11-01": one dollar was 7.1 yuan that day. InvalidInput, also for a day after `today`.
    static Result<ExchangeRate> parse(const QString &text, QDate today);
    QString text() const;  // in the form that parse() accepts
    QString pair() const;  // "USD/CNY"
    bool operator==(const ExchangeRate &) const = default;
};

class ExchangeRates {
public:
    // Replaces the rate between the same two currencies, in either direction.
    void set(const ExchangeRate &rate);
    bool remove(Currency one, Currency other);  // false if there is none
    const QList<ExchangeRate> &all() const { return m_rates; }

    // The rate between these two, in either direction; nullptr if there is none.
    const ExchangeRate *between(Currency one, Currency other) const;
    // NotFound without a rate, InvalidInput if the result is too large. Rounded to billionths.
    Result<Money> convert(const Money &amount, Currency to) const;
    // `price` times a fraction, as on a bill: in cents of `to` (whole units for currencies without cents), rounded once, halves away from
    // zero. Neither number may be negative, `denominator` > 0. Errors as for convert().
    Result<Money> billed(const Money &price, qint64 numerator, qint64 denominator, Currency to) const;

private:
    QList<ExchangeRate> m_rates;
};

}  // namespace trainyard
