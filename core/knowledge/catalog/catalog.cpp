// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/catalog/catalog.h"

#include "core/knowledge/catalog/offeroverlay.h"
#include "core/knowledge/catalog/ratecard.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace trainyard {

Catalog::Catalog(QList<GpuModel> gpus, QHash<QString, QString> providers, QList<PriceSource> sources, Places places)
    : m_gpus(std::move(gpus)), m_names(m_gpus), m_providers(std::move(providers)), m_sources(std::move(sources)),
      m_places(std::move(places))
{
}

Result<Catalog> Catalog::parse(const CatalogFiles &files)
{
    TRY(auto gpus, parseGpuModels(files.gpus));
    TRY(auto providers, parseProviderNames(files.providers));
    TRY(auto sources, parsePriceSources(files.sources));
    TRY(auto places, Places::parse(files.places));
    RateCardRules rules;
    rules.mayLackPrice = true;
    const auto offers = parseRateCard(files.offers, rules);
    if (!offers) {
        return Error{ErrorCode::Corrupt,
                     QCoreApplication::translate("trainyard::PriceSource", "The built-in catalogue is damaged. Install Trainyard again."),
                     offers.error().what};
    }
    Catalog catalog(std::move(gpus), std::move(providers), std::move(sources), std::move(places));
    catalog.add(*offers);
    return catalog;
}

void Catalog::add(const OfferTable &card)
{
    if (m_offers.size() == 0)
        m_offers = card;
    else
        m_offers.append(card);
    lookUp();
}

void Catalog::overlay(const std::vector<FetchedList> &lists)
{
    m_offers = overlaid(m_offers, lists);
    m_facts.clear();
    m_factMemoryMiB.clear();
    m_placeIds.clear();
    lookUp();
}

void Catalog::lookUp()
{
    lookUpGpus();
    lookUpPlaces();
}

// Each distinct pair of provider and region is looked up once, however many offers have it.
void Catalog::lookUpPlaces()
{
    const TextColumn &providers = m_offers.column(OfferText::Provider), &regions = m_offers.column(OfferText::Region);
    std::unordered_map<quint64, PlaceId> known;
    m_placeIds.reserve(m_offers.size());
    for (size_t row = m_placeIds.size(); row < m_offers.size(); ++row) {
        const quint32 provider = providers.id(row), region = regions.id(row);
        const auto [at, isNew] = known.try_emplace(quint64(provider) << 32 | region, kNoPlace);
        if (isNew)
            at->second = m_places.of(providers.value(provider), regions.value(region));
        m_placeIds.push_back(at->second);
    }
}

void Catalog::lookUpGpus()
{
    const TextColumn &gpus = m_offers.column(OfferText::Gpu);
    for (auto id = static_cast<quint32>(m_facts.size()); id < gpus.idCount(); ++id) {
        m_facts.push_back(m_names.facts(gpus.value(id)));
        const auto memory = m_facts.back().memoryGib;
        m_factMemoryMiB.push_back(memory ? static_cast<qint32>(std::lround(*memory * 1024)) : kUnknown);
    }
}

const MeasuredRate *Catalog::measuredRate(quint32 gpuId) const
{
    const QList<qsizetype> &models = m_facts[gpuId].models;
    const auto found = models.size() == 1 ? m_measured.constFind(m_gpus[models.first()].id) : m_measured.constEnd();
    return found == m_measured.constEnd() ? nullptr : &*found;
}

qint32 Catalog::gpuMemoryMiB(size_t row) const
{
    const qint32 own = m_offers.gpuMemoryMiB()[row];
    // Only the provider knows how much of a whole GPU's memory a slice has.
    if (own != kUnknown || m_offers.gpus()[row] < kWholeGpu)
        return own;
    return m_factMemoryMiB[m_offers.column(OfferText::Gpu).id(row)];
}

qint64 Catalog::totalGpuMemoryMiB(size_t row) const
{
    const qint32 each = gpuMemoryMiB(row);
    if (each == kUnknown)
        return kUnknown;
    return qint64(each) * std::max(m_offers.gpus()[row], kWholeGpu) / kWholeGpu;
}

}  // namespace trainyard
