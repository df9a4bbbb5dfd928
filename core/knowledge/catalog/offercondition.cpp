// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/catalog/offercondition.h"

namespace trainyard {

QList<OfferCondition> conditionsOf(const OfferQuery &query)
{
    QList<OfferCondition> set;
    const auto note = [&set](bool isSet, OfferCondition condition) {
        if (isSet)
            set << condition;
    };
    note(!query.gpus.isEmpty(), OfferCondition::Gpu);
    note(query.leastGpus || query.mostGpus, OfferCondition::Count);
    note(query.leastGpuMemoryMiB.has_value(), OfferCondition::GpuMemory);
    note(query.leastTotalGpuMemoryMiB.has_value(), OfferCondition::TotalGpuMemory);
    note(query.leastVcpus.has_value(), OfferCondition::Vcpus);
    note(query.leastMemoryMiB.has_value(), OfferCondition::Memory);
    note(!query.places.isEmpty(), OfferCondition::Place);
    note(!query.regions.isEmpty(), OfferCondition::Region);
    note(!query.providers.isEmpty(), OfferCondition::Provider);
    note(!query.purchases.isEmpty(), OfferCondition::Purchase);
    note(query.mostPerHour.has_value(), OfferCondition::Price);
    note(!query.words.isEmpty(), OfferCondition::Text);
    return set;
}

OfferQuery without(const OfferQuery &query, OfferCondition condition)
{
    OfferQuery rest = query;
    switch (condition) {
    case OfferCondition::Gpu: rest.gpus.clear(); break;
    case OfferCondition::Count: rest.leastGpus = rest.mostGpus = std::nullopt; break;
    case OfferCondition::GpuMemory: rest.leastGpuMemoryMiB.reset(); break;
    case OfferCondition::TotalGpuMemory: rest.leastTotalGpuMemoryMiB.reset(); break;
    case OfferCondition::Vcpus: rest.leastVcpus.reset(); break;
    case OfferCondition::Memory: rest.leastMemoryMiB.reset(); break;
    case OfferCondition::Place: rest.places.clear(); break;
    case OfferCondition::Region: rest.regions.clear(); break;
    case OfferCondition::Provider: rest.providers.clear(); break;
    case OfferCondition::Purchase: rest.purchases.clear(); break;
    case OfferCondition::Price: rest.mostPerHour.reset(); break;
    case OfferCondition::Text: rest.words.clear(); break;
    }
    return rest;
}

std::optional<Hindrance> worstHindrance(const Catalog &catalog, const OfferQuery &query, const ExchangeRates &rates)
{
    std::optional<Hindrance> worst;
    const QList<OfferCondition> set = conditionsOf(query);
    for (const OfferCondition condition : set) {
        const auto found = select(catalog, without(query, condition), rates);
        if (found && found->rows.size() > (worst ? worst->hidden : 0))
            worst = Hindrance{condition, found->rows.size()};
    }
    return worst;
}

}  // namespace trainyard
