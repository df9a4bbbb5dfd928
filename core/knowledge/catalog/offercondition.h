// SPDX-License-Identifier: GPL-3.0-or-later
// The conditions that a query is made of, one by one: which are set, and which of them hides most. Pure, any thread.
#pragma once

#include "core/knowledge/catalog/offerquery.h"

namespace trainyard {

enum class OfferCondition { Gpu, Count, GpuMemory, TotalGpuMemory, Vcpus, Memory, Place, Region, Provider, Purchase, Price, Words };

QList<OfferCondition> conditionsOf(const OfferQuery &query);
OfferQuery without(const OfferQuery &query, OfferCondition condition);

struct Hindrance {
    OfferCondition condition = OfferCondition::Gpu;
    size_t hidden = 0;  // offers that fit without this condition; above 0
};
// Of a query that finds nothing: the condition without which most offers fit. Nothing when no single one is in the way.
std::optional<Hindrance> worstHindrance(const Catalog &catalog, const OfferQuery &query, const ExchangeRates &rates);

}  // namespace trainyard
