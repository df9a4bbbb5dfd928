// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/offers/ownhardware.h"

#include "core/base/decimal.h"

#include <QCoreApplication>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Offers)
};

}  // namespace

OwnReading readOwnHardware(const OwnTexts &texts)
{
    OwnReading reading;
    // In units of the last decimal; `least` and `most` are in whole units.
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
    // A month is the smallest unit.
    const qint64 months = (number("ownYears", 2, 0, 50, "3") * 12 + 50) / 100;
    if (months < 1 && !reading.wrong.contains(QStringLiteral("ownYears")))
        reading.wrong << QStringLiteral("ownYears");
    own.lifeMonths = static_cast<int>(months);
    own.pueHundredths = static_cast<int>(number("ownPue", 2, 1, 10, "1"));
    own.utilisationPercent = static_cast<int>(number("ownUtilisation", 0, 1, 100, "100"));
    const QString gpu = texts.value(QStringLiteral("ownGpu")).trimmed();
    if (gpu.isEmpty())
        reading.wrong << QStringLiteral("ownGpu");
    const auto gpus = static_cast<qint32>(number("ownGpus", 0, 1, 1024, "")) * kWholeGpu;
    if (reading.wrong.isEmpty())
        reading.machine = {own, gpu, gpus, AsOf::parse(texts.value(QStringLiteral("ownDay")).toUtf8()).value_or(AsOf())};
    return reading;
}

OfferBookPtr withOwn(const OfferBook &book, const OwnMachine &own)
{
    const auto made = std::make_shared<OfferBook>(book);
    made->own = own.hardware;
    const QByteArray name = Words::tr("Own hardware").toUtf8(), source = Words::tr("your figures").toUtf8(), gpu = own.gpu.toUtf8();
    std::array<QByteArrayView, kOfferTextCount> texts;
    const auto set = [&](OfferText text, QByteArrayView utf8) { texts[static_cast<size_t>(text)] = utf8; };
    set(OfferText::Provider, name);
    set(OfferText::Gpu, gpu);
    set(OfferText::Region, "–");  // not unknown
    for (const OfferText text : {OfferText::Source, OfferText::ShapeSource, OfferText::Card})
        set(text, source);
    OfferFigures figures;
    if (const auto price = hourlyCost(own.hardware))
        figures.priceNanos = price->rounded(6).nanos();  // further digits are meaningless
    figures.currency = own.hardware.price.currency();
    figures.asOf = own.asOf;
    figures.gpus = own.gpus;
    OfferTable row;
    row.append(texts, figures);
    made->catalog.add(row);
    return made;
}

}  // namespace trainyard
