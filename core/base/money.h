// SPDX-License-Identifier: GPL-3.0-or-later
// Amounts of money: a whole number of billionths of a currency unit. Prices per hour, second or gigabyte are exact, and so are their sums;
// only rounded() rounds to cents. (Billionths rather than millionths, because a price per second or per request has that many digits.)
// Value types, any thread.
#pragma once

#include "core/base/result.h"

#include <QByteArrayView>
#include <QList>

#include <compare>
#include <optional>

namespace trainyard {

enum class Currency : quint8 { USD, CNY, EUR, GBP, JPY, HKD, SGD, KRW, INR, AUD, CAD, CHF };

QList<Currency> currencies();
QString currencyCode(Currency currency);                        // as in ISO 4217, e.g. "CNY"
std::optional<Currency> currencyFromCode(QByteArrayView code);  // upper or lower case
int minorDigits(Currency currency);                             // 2; 0 for currencies without cents, as JPY

class Money {
public:
    static constexpr int kDecimals = 9;
    static constexpr qint64 kNanosPerUnit = 1'000'000'000;
    // Leaves room for rounding up at the very end of 64 bits.
    static constexpr qint64 kMaxNanos = 9'000'000'000 * kNanosPerUnit;

    Money() = default;  // zero, in US dollars
    // Programmer error (assert) beyond kMaxNanos on either side.
    Money(qint64 nanos, Currency currency);
    // Digits, at most nine of them after the point; InvalidInput.
    static Result<Money> parse(QByteArrayView decimal, Currency currency);

    qint64 nanos() const { return m_nanos; }
    Currency currency() const { return m_currency; }

    // InvalidInput if the result is beyond kMaxNanos; adding two currencies is a programmer error (assert).
    Result<Money> plus(const Money &other) const;
    Result<Money> minus(const Money &other) const;
    // Multiplies by a fraction in one step and rounds to billionths once. `denominator` > 0. InvalidInput as above.
    Result<Money> times(qint64 numerator, qint64 denominator = 1) const;
    // Rounds to this many decimals (0 to 9), halves away from zero, as bills do.
    Money rounded(int decimals) const;
    Money roundedToCents() const { return rounded(minorDigits(m_currency)); }

    // "21.957643": exact, with at least the cents.
    QString decimal() const;
    QString text() const;  // "21.957643 USD"

    bool operator==(const Money &) const = default;
    // Amounts in two currencies are unordered.
    std::partial_ordering operator<=>(const Money &other) const;

private:
    qint64 m_nanos = 0;
    Currency m_currency = Currency::USD;
};

}  // namespace trainyard
