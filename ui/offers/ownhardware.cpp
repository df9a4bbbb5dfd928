#include "ui/offers/ownhardware.h"

#include "core/base/decimal.h"

namespace trainyard {

OwnReading readOwnHardware(const OwnTexts &texts)
{
    OwnReading reading;
    // In units of the last decimal; `least` and `most` are not.
    const auto number = [&](const char *field, int decimals, qint64 least, qint64 most, const char *usual) {
        const auto value = parseDecimal(texts.value(QLatin1String(field), QLatin1String(usual)).trimmed().toUtf8(), decimals);
        const qint64 scale = decimals == 0 ? 1 : 100;
        if (value && *value >= least * scale && *value <= most * scale)
            return *value;
        reading.wrong << QLatin1String(field);
        return scale;
    };
    const auto currency = currencyFromCode(texts.value(QStringLiteral("ownCurrency")).toUtf8());
    if (!currency)
        reading.wrong << QStringLiteral("ownCurrency");
    const auto money = [&](const char *field, qint64 leastNanos) {
        const auto amount = Money::parse(texts.value(QLatin1String(field)).trimmed().toUtf8(), currency.value_or(Currency::USD));
        if (amount && amount->nanos() >= leastNanos)
            return *amount;
        reading.wrong << QLatin1String(field);
        return Money();
    };
    OwnHardware own;
    own.price = money("ownPrice", 1);
    own.watts = static_cast<int>(number("ownWatts", 0, 1, 1'000'000, ""));
    own.perKwh = money("ownKwh", 0);
    // A month is the least that can be counted.
    const qint64 months = (number("ownYears", 2, 0, 50, "3") * 12 + 50) / 100;
    if (months < 1 && !reading.wrong.contains(QStringLiteral("ownYears")))
        reading.wrong << QStringLiteral("ownYears");
    own.lifeMonths = static_cast<int>(months);
    own.pueHundredths = static_cast<int>(number("ownPue", 2, 1, 10, "1"));
    own.utilisationPercent = static_cast<int>(number("ownUtilisation", 0, 1, 100, "100"));
    if (reading.wrong.isEmpty())
        reading.hardware = own;
    return reading;
}

}  // namespace trainyard
