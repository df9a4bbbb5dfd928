// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/machinecost.h"

#include "app/cli/costjson.h"
#include "app/cli/jsonvalues.h"
#include "app/cli/optionreader.h"
#include "core/base/decimal.h"

#include <QCoreApplication>

#include <algorithm>

namespace trainyard {

namespace {

struct CostWords {
    Q_DECLARE_TR_FUNCTIONS(trainyard::MachineCost)
};

const QString kNoCost = QStringLiteral("--no-own-cost");
constexpr int kLongestLife = 50;  // years

}  // namespace

QString machineCostUsage()
{
    return QStringLiteral("[--kwh-price PRICE] [--pue FACTOR] [--base-watts N] [--purchase PRICE] [--lifetime YEARS] [--use PERCENT] "
                          "[--no-own-cost]");
}

QStringList machineCostOptions()
{
    return {QStringLiteral("--kwh-price"), QStringLiteral("--pue"),      QStringLiteral("--base-watts"),
            QStringLiteral("--purchase"),  QStringLiteral("--lifetime"), QStringLiteral("--use")};
}

QStringList machineCostFlags() { return {kNoCost}; }

bool hasMachineCost(const Options &options)
{
    const QStringList names = machineCostOptions() + machineCostFlags();
    return std::any_of(names.begin(), names.end(), [&](const QString &name) { return options.has(name); });
}

Result<std::optional<OwnHardware>> readMachineCost(const Options &options, const std::optional<OwnHardware> &known)
{
    const QStringList names = machineCostOptions();
    const bool hasFigures = std::any_of(names.begin(), names.end(), [&](const QString &name) { return options.has(name); });
    if (options.has(kNoCost)) {
        if (hasFigures)
            return invalidInput(CostWords::tr("--no-own-cost removes the figures: leave out the others."));
        return std::optional<OwnHardware>();
    }
    OptionReader reader(options);
    OwnHardware own = known.value_or(OwnHardware());
    // The currency is that of the figures that are there.
    const std::optional<Currency> currency = known ? std::optional(known->price.currency()) : std::nullopt;
    const auto perKwh = reader.money("--kwh-price", currency);
    const auto purchase = reader.money("--purchase", perKwh ? std::optional(perKwh->currency()) : currency);
    const auto pue = reader.number("--pue", 2, 1, 10);
    const auto watts = reader.number("--base-watts", 0, 0, 1'000'000);
    const auto years = reader.number("--lifetime", 2, 0, kLongestLife);
    const auto use = reader.number("--use", 0, 1, 100);
    if (reader.problem())
        return *reader.problem();
    // One that is given alone says the currency of both.
    const Currency both = perKwh ? perKwh->currency() : purchase ? purchase->currency() : own.price.currency();
    if (!known) {
        own.perKwh = Money(0, both);
        own.price = Money(0, both);
    }
    own.perKwh = perKwh.value_or(own.perKwh);
    own.price = purchase.value_or(own.price);
    own.pueHundredths = static_cast<int>(pue.value_or(own.pueHundredths));
    own.watts = static_cast<int>(watts.value_or(own.watts));
    own.lifeMonths = years ? static_cast<int>((*years * 12 + 50) / 100) : own.lifeMonths;
    own.utilisationPercent = static_cast<int>(use.value_or(own.utilisationPercent));
    TRY_DO(checkOwn(own));
    return std::optional(own);
}

QString machineCostText(const OwnMachineCost &cost)
{
    const OwnHardware &own = cost.figures;
    QStringList parts{cost.gpuWatts ? CostWords::tr("%1 W for its GPUs, measured").arg(*cost.gpuWatts)
                                    : CostWords::tr("the power of its GPUs is not measured yet and left out"),
                      CostWords::tr("%1 W without them").arg(own.watts), CostWords::tr("PUE %1").arg(decimalText(own.pueHundredths, 2)),
                      CostWords::tr("%1 per kWh").arg(own.perKwh.text())};
    if (own.price.nanos() > 0) {
        parts << CostWords::tr("%1 over %2 years at %3 % use")
                     .arg(own.price.text(), decimalText((own.lifeMonths * 100 + 6) / 12, 2))
                     .arg(own.utilisationPercent);
    }
    return CostWords::tr("%1 per hour under load (%2)").arg(cost.perHour.roundedToCents().text(), parts.join(QStringLiteral(", ")));
}

QJsonObject toJson(const OwnMachineCost &cost)
{
    const OwnHardware &own = cost.figures;
    return {{QStringLiteral("machine"), cost.name},
            {QStringLiteral("per_hour"), amountJson(cost.perHour)},
            {QStringLiteral("currency"), currencyCode(cost.perHour.currency())},
            {QStringLiteral("gpu_watts"), orNull(cost.gpuWatts)},
            {QStringLiteral("base_watts"), own.watts},
            {QStringLiteral("pue"), double(own.pueHundredths) / 100},
            {QStringLiteral("kwh_price"), amountJson(own.perKwh)},
            {QStringLiteral("purchase"), amountJson(own.price)},
            {QStringLiteral("lifetime_months"), own.lifeMonths},
            {QStringLiteral("use_percent"), own.utilisationPercent}};
}

}  // namespace trainyard
