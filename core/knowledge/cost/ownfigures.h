// SPDX-License-Identifier: GPL-3.0-or-later
// A person's own figures for a machine of theirs, and when owning it costs less than renting. Pure, any thread.
//
// In OwnHardware that belongs to a machine, `watts` is the power without its GPUs: what those draw is measured while runs are active.
#pragma once

#include "core/knowledge/cost/estimate.h"

#include <QMap>
#include <QString>

namespace trainyard {

// What the GPUs of a machine drew while a run was active there.
struct GpuEnergy {
    double joules = 0;
    qint64 milliseconds = 0;  // that were measured

    std::optional<int> watts() const;  // mean, rounded; nullopt: less than a minute was measured
    GpuEnergy plus(const GpuEnergy &other) const { return {joules + other.joules, milliseconds + other.milliseconds}; }
};

// InvalidInput with a sentence: nothing has a price, prices in two currencies, or something that is negative or absurd.
Result<void> checkOwn(const OwnHardware &own);
OwnHardware withGpus(OwnHardware own, std::optional<int> gpuWatts);

// As the database keeps them; nullopt: not readable.
QMap<QString, QString> textsOf(const OwnHardware &own);
std::optional<OwnHardware> ownFromTexts(const QMap<QString, QString> &texts);

struct OwnBreakEven {
    Money rentPerHour;    // in the currency of the hardware
    Money wearPerMonth;   // of its life, used or not
    Money energyPerHour;  // under load
    // From this many hundredths of an hour per month on, owning costs no more than renting; rounded up. Above 73000: never.
    qint64 hundredthsOfHours = 0;
    bool isEverWorthIt() const { return hundredthsOfHours <= kHoursPerMonth * 100; }
};
// `own` with all its watts; its utilisation does not matter here. NotFound without an exchange rate; InvalidInput beyond the range of
// Money.
Result<OwnBreakEven> ownBreakEven(const OwnHardware &own, const Money &rentPerHour, const ExchangeRates &rates);

}  // namespace trainyard
