// SPDX-License-Identifier: GPL-3.0-or-later
// What a run has cost, in a few words for a cell or a fact. Main thread.
#pragma once

#include "core/service/runs/meternow.h"

#include <QString>

namespace trainyard {

// "1.23 USD", or for a machine of the person's own "0.40 EUR, own figures"; empty: no price is known.
QString runCostText(const QList<Money> &billed, const QList<Money> &own);
QString runCostText(const MeterNow &meter, const Run &run);  // "no cost" for a simulated run

}  // namespace trainyard
