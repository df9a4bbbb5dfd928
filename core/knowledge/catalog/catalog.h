// SPDX-License-Identifier: GPL-3.0-or-later
// All known offers, with the facts about their GPUs, providers and sources. Pure value, not for two threads while it grows.
#pragma once

#include "core/knowledge/catalog/catalogfiles.h"
#include "core/knowledge/catalog/gpunames.h"
#include "core/knowledge/catalog/offertable.h"
#include "core/knowledge/catalog/places.h"
#include "core/knowledge/catalog/pricesource.h"

#include <QDate>
#include <QHash>

namespace trainyard {

struct FetchedList;

// The speed of GPUs of a model, as this person measured it.
struct MeasuredRate {
    double tflops = 0;  // of one GPU, above 0
    QString what;       // "matmul bf16 cublaslt"
    int reports = 0;    // `tflops` is their median
    QDate newest;       // of the last of them

    bool operator==(const MeasuredRate &) const = default;
};

class Catalog {
public:
    // Corrupt: the files are compiled in, so the program itself is damaged.
    static Result<Catalog> parse(const CatalogFiles &files);

    // Overlays fetched price lists on the offers so far (offeroverlay.h). Call this before adding any rate card.
    void overlay(const std::vector<FetchedList> &lists);
    // Adds the offers of a rate card, which already carry its name in OfferText::Card.
    void add(const OfferTable &card);

    const OfferTable &offers() const { return m_offers; }
    const QList<GpuModel> &gpus() const { return m_gpus; }
    const GpuNames &gpuNames() const { return m_names; }
    const QList<PriceSource> &sources() const { return m_sources; }
    QString providerName(const QString &code) const { return m_providers.value(code, code); }

    const Places &places() const { return m_places; }
    // Where the offer's region is, by row.
    const std::vector<PlaceId> &placeIds() const { return m_placeIds; }

    // By id of the column OfferText::Gpu.
    const GpuFacts &gpuFacts(quint32 gpuId) const { return m_facts[gpuId]; }
    // By id of a GPU model.
    void setMeasuredRates(const QHash<QString, MeasuredRate> &rates) { m_measured = rates; }
    // By id of the column OfferText::Gpu; nullptr if its GPU was not measured, or its name is ambiguous.
    const MeasuredRate *measuredRate(quint32 gpuId) const;
    // The row's own value, or the GPU's if the row has none; kUnknown.
    qint32 gpuMemoryMiB(size_t row) const;
    // All its GPUs together; kUnknown.
    qint64 totalGpuMemoryMiB(size_t row) const;

private:
    Catalog(QList<GpuModel> gpus, QHash<QString, QString> providers, QList<PriceSource> sources, Places places);
    void lookUp();
    void lookUpGpus();
    void lookUpPlaces();

    QList<GpuModel> m_gpus;
    GpuNames m_names;
    QHash<QString, QString> m_providers;
    QList<PriceSource> m_sources;
    Places m_places;
    OfferTable m_offers;
    std::vector<GpuFacts> m_facts;
    QHash<QString, MeasuredRate> m_measured;
    std::vector<qint32> m_factMemoryMiB;
    std::vector<PlaceId> m_placeIds;
};

}  // namespace trainyard
