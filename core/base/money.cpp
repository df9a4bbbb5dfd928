// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/money.h"

#include "core/base/decimal.h"
#include "core/base/excerpt.h"
#include "core/base/wide.h"

#include <QCoreApplication>

#include <array>

namespace trainyard {

namespace {

constexpr std::array kCodes{"USD", "CNY", "EUR", "GBP", "JPY", "HKD", "SGD", "KRW", "INR", "AUD", "CAD", "CHF"};

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Money)
};

// Halves away from zero.
Wide divided(Wide value, Wide by)
{
    const Wide half = by / 2;
    return value >= 0 ? (value + half) / by : -((-value + half) / by);
}

Result<Money> checked(Wide nanos, Currency currency)
{
    if (nanos > Money::kMaxNanos || nanos < -Money::kMaxNanos) {
        return Error{ErrorCode::InvalidInput,
                     Words::tr("The amount is too large. The maximum is %1.").arg(Money(Money::kMaxNanos, currency).text()),
                     {}};
    }
    return Money(static_cast<qint64>(nanos), currency);
}

}  // namespace

QList<Currency> currencies()
{
    QList<Currency> all;
    for (size_t i = 0; i < kCodes.size(); ++i)
        all << static_cast<Currency>(i);
    return all;
}

QString currencyCode(Currency currency) { return QLatin1String(kCodes[static_cast<size_t>(currency)]); }

std::optional<Currency> currencyFromCode(QByteArrayView code)
{
    for (size_t i = 0; i < kCodes.size(); ++i) {
        if (code.compare(kCodes[i], Qt::CaseInsensitive) == 0)
            return static_cast<Currency>(i);
    }
    return std::nullopt;
}

int minorDigits(Currency currency) { return currency == Currency::JPY || currency == Currency::KRW ? 0 : 2; }

Money::Money(qint64 nanos, Currency currency) : m_nanos(nanos), m_currency(currency)
{
    Q_ASSERT(nanos <= kMaxNanos && nanos >= -kMaxNanos);
}

Result<Money> Money::parse(QByteArrayView decimal, Currency currency)
{
    const auto nanos = parseDecimal(decimal, kDecimals);
    if (!nanos) {
        return Error{
            ErrorCode::InvalidInput,
            Words::tr("“%1” is not a valid amount. Enter digits with a point and at most nine decimal places.").arg(excerpt(decimal)),
            {}};
    }
    return checked(*nanos, currency);
}

Result<Money> Money::plus(const Money &other) const
{
    Q_ASSERT(m_currency == other.m_currency);
    return checked(Wide(m_nanos) + other.m_nanos, m_currency);
}

Result<Money> Money::minus(const Money &other) const
{
    Q_ASSERT(m_currency == other.m_currency);
    return checked(Wide(m_nanos) - other.m_nanos, m_currency);
}

Result<Money> Money::times(qint64 numerator, qint64 denominator) const
{
    Q_ASSERT(denominator > 0);
    return checked(divided(Wide(m_nanos) * numerator, denominator), m_currency);
}

Money Money::rounded(int decimals) const
{
    Q_ASSERT(decimals >= 0 && decimals <= kDecimals);
    qint64 step = 1;
    for (int i = decimals; i < kDecimals; ++i)
        step *= 10;
    return Money(static_cast<qint64>(divided(m_nanos, step)) * step, m_currency);
}

QString Money::decimal() const { return decimalText(m_nanos, kDecimals, minorDigits(m_currency)); }

QString Money::text() const { return decimal() + u' ' + currencyCode(m_currency); }

std::partial_ordering Money::operator<=>(const Money &other) const
{
    if (m_currency != other.m_currency)
        return std::partial_ordering::unordered;
    return m_nanos <=> other.m_nanos;
}

}  // namespace trainyard
