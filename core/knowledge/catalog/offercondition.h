// SPDX-License-Identifier: GPL-3.0-or-later
// The individual conditions of a query: which are set, and which of them excludes most offers. Pure, any thread.
#pragma once

#include "core/knowledge/catalog/offerquery.h"

namespace trainyard {

enum class OfferCondition { Gpu, Count, GpuMemory, TotalGpuMemory, Vcpus, Memory, Place, Region, Provider, Purchase, Price, Text };

QList<OfferCondition> conditionsOf(const OfferQuery &query);
OfferQuery without(const OfferQuery &query, OfferCondition condition);

struct Hindrance {
    OfferCondition condition = OfferCondition::Gpu;
    size_t hidden = 0;  // offers that match without this condition; above 0
};
// For a query without results: the condition without which most offers match. nullopt if no single condition is to blame.
std::optional<Hindrance> worstHindrance(const Catalog &catalog, const OfferQuery &query, const ExchangeRates &rates);

}  // namespace trainyard
