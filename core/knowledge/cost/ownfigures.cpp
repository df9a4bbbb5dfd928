// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/cost/ownfigures.h"

#include "core/base/wide.h"
#include "core/knowledge/cost/internal/requestcheck.h"

#include <QCoreApplication>

#include <cmath>
#include <limits>

namespace trainyard {

namespace {

struct OwnWords {
    Q_DECLARE_TR_FUNCTIONS(trainyard::OwnFigures)
};

const QString kPerKwh = QStringLiteral("per_kwh"), kPrice = QStringLiteral("purchase"), kOwnCurrency = QStringLiteral("currency"),
              kMonths = QStringLiteral("life_months"), kWatts = QStringLiteral("base_watts"), kPue = QStringLiteral("pue_hundredths"),
              kUse = QStringLiteral("utilisation_percent");
constexpr qint64 kLeastMeasured = 60'000;  // ms: the first seconds of a run are not its load

}  // namespace

std::optional<int> GpuEnergy::watts() const
{
    if (milliseconds < kLeastMeasured || !std::isfinite(joules) || joules < 0)
        return std::nullopt;
    constexpr double most = 1'000'000;
    return static_cast<int>(std::lround(std::min(most, joules * 1000 / static_cast<double>(milliseconds))));
}

Result<void> checkOwn(const OwnHardware &own)
{
    if (own.price.currency() != own.perKwh.currency())
        return invalidInput(OwnWords::tr("The purchase price and the price of a kWh must be in the same currency."));
    if (own.price.nanos() == 0 && own.perKwh.nanos() == 0)
        return invalidInput(OwnWords::tr("Enter the price of a kWh, the purchase price, or both."));
    EstimateRequest request;
    request.compute = own;
    request.time = std::chrono::hours(1);
    request.currency = own.price.currency();
    if (const auto problem = problemOf(request))
        return *problem;
    TRY_DO(hourlyCost(own));
    return {};
}

OwnHardware withGpus(OwnHardware own, std::optional<int> gpuWatts)
{
    own.watts += gpuWatts.value_or(0);
    return own;
}

QMap<QString, QString> textsOf(const OwnHardware &own)
{
    return {{kPerKwh, own.perKwh.decimal()},
            {kPrice, own.price.decimal()},
            {kOwnCurrency, currencyCode(own.price.currency())},
            {kMonths, QString::number(own.lifeMonths)},
            {kWatts, QString::number(own.watts)},
            {kPue, QString::number(own.pueHundredths)},
            {kUse, QString::number(own.utilisationPercent)}};
}

std::optional<OwnHardware> ownFromTexts(const QMap<QString, QString> &texts)
{
    const auto currency = currencyFromCode(texts.value(kOwnCurrency).toLatin1());
    if (!currency)
        return std::nullopt;
    const auto price = Money::parse(texts.value(kPrice).toLatin1(), *currency);
    const auto perKwh = Money::parse(texts.value(kPerKwh).toLatin1(), *currency);
    if (!price || !perKwh)
        return std::nullopt;
    OwnHardware own;
    own.price = *price;
    own.perKwh = *perKwh;
    own.lifeMonths = texts.value(kMonths).toInt();
    own.watts = texts.value(kWatts).toInt();
    own.pueHundredths = texts.value(kPue).toInt();
    own.utilisationPercent = texts.value(kUse).toInt();
    return checkOwn(own) ? std::optional(own) : std::nullopt;
}

Result<OwnBreakEven> ownBreakEven(const OwnHardware &own, const Money &rentPerHour, const ExchangeRates &rates)
{
    TRY_DO(checkOwn(own));
    OwnBreakEven even;
    TRY(const auto rent, rates.convert(rentPerHour, own.price.currency()));
    TRY(const auto wear, own.price.times(1, own.lifeMonths));
    TRY(const auto energy, own.perKwh.times(qint64(own.watts) * own.pueHundredths, 100'000));
    even.rentPerHour = rent;
    even.wearPerMonth = wear;
    even.energyPerHour = energy;
    const qint64 saved = rent.nanos() - energy.nanos();
    constexpr qint64 never = std::numeric_limits<qint64>::max();
    if (saved <= 0) {
        even.hundredthsOfHours = wear.nanos() == 0 && saved == 0 ? 0 : never;
        return even;
    }
    const Wide hundredths = (Wide(wear.nanos()) * 100 + saved - 1) / saved;
    even.hundredthsOfHours = hundredths > never ? never : static_cast<qint64>(hundredths);
    return even;
}

}  // namespace trainyard
