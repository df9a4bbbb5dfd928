// SPDX-License-Identifier: GPL-3.0-or-later
// What a stopped machine goes on costing: its whole price where the cloud charges that, otherwise its disks and held addresses, as far as
// their prices are known. Pure, any thread.
#pragma once

#include "core/knowledge/catalog/pricingmodel.h"
#include "core/knowledge/clocks/dangerclocks.h"
#include "core/provider/interface/machineprovider.h"

#include <QList>

#include <optional>

namespace trainyard {

// Whether its own price goes on: as the provider reports, otherwise as clouds of this kind do (resources/clocks/clocks.json).
bool isFullyCharged(const QString &provider, const InstanceReport &stopped, const DangerClocks &clocks);

// Of what was made for it and lies in the account (`parts`; empty: not known, and then it has the disk that was ordered), per hour. In the
// currency of the machine's price, because what a machine has cost is one sum; nullopt: nothing is known.
std::optional<Money> stoppedPrice(const InstanceRequest &request, const QList<CloudResource> &parts, const DangerClocks &clocks,
                                  const PricingModels &pricing);

}  // namespace trainyard
