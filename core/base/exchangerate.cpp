// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/exchangerate.h"

#include "core/base/decimal.h"
#include "core/base/wide.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>

namespace trainyard {

namespace {

// The range between any two currencies in use; outside it, a digit is missing or the pair is inverted.
constexpr qint64 kMinNanos = 1'000;  // 0.000001
constexpr qint64 kMaxNanos = 1'000'000 * Money::kNanosPerUnit;
const QDate kFirstDay(2000, 1, 1);

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::ExchangeRate)
};

Error noRate(Currency one, Currency other)
{
    return {ErrorCode::NotFound,
            Words::tr("There is no exchange rate between %1 and %2. Enter one.").arg(currencyCode(one), currencyCode(other)),
            {}};
}

}  // namespace

Result<ExchangeRate> ExchangeRate::parse(const QString &text, QDate today)
{
    static const QRegularExpression form(QStringLiteral("^([A-Za-z]{3})/([A-Za-z]{3})=([0-9.]+)@([0-9]{4}-[0-9]{2}-[0-9]{2})$"));
    const auto match = form.match(text);
    if (!match.hasMatch()) {
        return invalidInput(
            Words::tr("“%1” is not a valid exchange rate with its date. Example: USD/CNY=7.1@2026-11-01.").arg(text.left(60)));
    }
    const auto from = currencyFromCode(match.captured(1).toLatin1()), to = currencyFromCode(match.captured(2).toLatin1());
    if (!from || !to) {
        QStringList known;
        for (const Currency currency : currencies())
            known << currencyCode(currency);
        return invalidInput(
            Words::tr("Unknown currency %1. Use one of %2.").arg(match.captured(from ? 2 : 1), known.join(QStringLiteral(", "))));
    }
    if (*from == *to)
        return invalidInput(Words::tr("An exchange rate needs two currencies; %1 was given twice.").arg(text));
    const auto nanos = parseDecimal(match.captured(3).toLatin1(), Money::kDecimals);
    if (!nanos || *nanos < kMinNanos || *nanos > kMaxNanos) {
        return invalidInput(
            Words::tr("%1 is not a valid rate for %2. Enter a number between 0.000001 and 1000000 with at most nine decimal places.")
                .arg(match.captured(3), currencyCode(*from) + u'/' + currencyCode(*to)));
    }
    const QDate day = QDate::fromString(match.captured(4), Qt::ISODate);
    if (!day.isValid() || day < kFirstDay || day > today)
        return invalidInput(Words::tr("%1 is not a valid date for an exchange rate: it must be today or earlier.").arg(match.captured(4)));
    return ExchangeRate{*from, *to, *nanos, day};
}

QString ExchangeRate::pair() const { return currencyCode(from) + u'/' + currencyCode(to); }

QString ExchangeRate::text() const { return pair() + u'=' + decimalText(nanos, Money::kDecimals) + u'@' + day.toString(Qt::ISODate); }

void ExchangeRates::set(const ExchangeRate &rate)
{
    remove(rate.from, rate.to);
    m_rates << rate;
    std::sort(m_rates.begin(), m_rates.end(), [](const auto &a, const auto &b) { return a.pair() < b.pair(); });
}

bool ExchangeRates::remove(Currency one, Currency other)
{
    const ExchangeRate *found = between(one, other);
    if (!found)
        return false;
    m_rates.removeAt(found - m_rates.constData());
    return true;
}

const ExchangeRate *ExchangeRates::between(Currency one, Currency other) const
{
    const auto found = std::find_if(m_rates.cbegin(), m_rates.cend(), [&](const ExchangeRate &rate) {
        return (rate.from == one && rate.to == other) || (rate.from == other && rate.to == one);
    });
    return found == m_rates.cend() ? nullptr : &*found;
}

Result<Money> ExchangeRates::convert(const Money &amount, Currency to) const
{
    if (amount.currency() == to)
        return amount;
    const ExchangeRate *rate = between(amount.currency(), to);
    if (!rate)
        return noRate(amount.currency(), to);
    const auto converted = rate->from == amount.currency() ? amount.times(rate->nanos, Money::kNanosPerUnit)
                                                           : amount.times(Money::kNanosPerUnit, rate->nanos);
    return converted ? Result<Money>(Money(converted->nanos(), to)) : converted;
}

Result<Money> ExchangeRates::billed(const Money &price, qint64 numerator, qint64 denominator, Currency to) const
{
    Q_ASSERT(price.nanos() >= 0 && numerator >= 0 && denominator > 0);
    qint64 times = 1, over = 1;
    if (price.currency() != to) {
        const ExchangeRate *rate = between(price.currency(), to);
        if (!rate)
            return noRate(price.currency(), to);
        const bool isForth = rate->from == price.currency();
        times = isForth ? rate->nanos : Money::kNanosPerUnit;
        over = isForth ? Money::kNanosPerUnit : rate->nanos;
    }
    // Refuses amounts that Money cannot hold, so that no product below exceeds 128 bits.
    TRY_DO(price.times(numerator, denominator));
    const Wide product = Wide(price.nanos()) * numerator, rest = product % denominator * times;
    const Wide whole = product / denominator * times + rest / denominator;
    Wide nanosOfStep = 1;
    for (int i = minorDigits(to); i < Money::kDecimals; ++i)
        nanosOfStep *= 10;
    // In steps: (whole + left / denominator) / step, where `left` is less than the denominator.
    const Wide step = nanosOfStep * over, left = rest % denominator, behind = whole % step;
    const bool isUp = 2 * behind >= step || (2 * behind == step - 1 && 2 * left >= denominator);
    const Wide steps = whole / step + (isUp ? 1 : 0);
    if (steps > Money::kMaxNanos / nanosOfStep)
        return Money(Money::kMaxNanos, to).plus(Money(Money::kMaxNanos, to));
    return Money(static_cast<qint64>(steps * nanosOfStep), to);
}

}  // namespace trainyard
