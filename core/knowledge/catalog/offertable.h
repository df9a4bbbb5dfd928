// SPDX-License-Identifier: GPL-3.0-or-later
// Offers in columns: 100,000 rows are filtered and sorted in milliseconds. Pure; not for two threads while it grows.
#pragma once

#include "core/base/money.h"
#include "core/knowledge/catalog/asof.h"
#include "core/knowledge/catalog/purchase.h"
#include "core/knowledge/catalog/textcolumn.h"

#include <array>
#include <optional>
#include <vector>

namespace trainyard {

enum class OfferText {
    Provider,
    Type,          // the provider's name of the instance type; may be empty
    Gpu,           // a GpuModel::id, or the name its source uses
    Region,        // empty: the source states none
    Source,        // of the price, or of the shape if there is no price: a PriceSource::code, or a person's words
    ShapeSource,   // of GPU count, memory and processors
    Interruption,  // how often a spot instance is interrupted, in its source's words; empty if unknown
    SpotSource,    // of `Interruption` and the saving
    Card,          // the rate card it comes from; empty for the built-in catalogue
};
constexpr size_t kOfferTextCount = 9;

constexpr qint32 kUnknown = -1;
constexpr qint32 kWholeGpu = 10'000;  // counts of GPUs are in ten-thousandths: 1667 is a sixth of one

// The figures of an offer; kUnknown if not stated, never 0.
struct OfferFigures {
    qint64 priceNanos = kUnknown;  // for hoursOf(purchase), as published
    Currency currency = Currency::USD;
    Purchase purchase = Purchase::OnDemand;
    AsOf asOf;
    qint32 gpus = kWholeGpu;          // in ten-thousandths; below kWholeGpu a slice of one
    qint32 gpuMemoryMiB = kUnknown;   // of one GPU, or of the slice
    qint32 vcpus = kUnknown;          // in hundredths
    qint32 memoryMiB = kUnknown;      // of the instance
    qint32 savingPercent = kUnknown;  // typical saving of spot against on demand

    std::optional<Money> price() const;
    bool operator==(const OfferFigures &) const = default;
};

class OfferTable {
public:
    size_t size() const { return m_figures.price.size(); }
    void reserve(size_t rows);
    void append(const std::array<QByteArrayView, kOfferTextCount> &utf8, const OfferFigures &figures);
    void append(const OfferTable &other);
    void append(const OfferTable &other, const std::vector<quint32> &rows);  // these rows, in this order

    const TextColumn &column(OfferText text) const { return m_texts[static_cast<size_t>(text)]; }
    const QString &text(OfferText text, size_t row) const { return column(text).at(row); }
    OfferFigures figures(size_t row) const;

    // Columns, for code that goes through all rows.
    const std::vector<qint64> &priceNanos() const { return m_figures.price; }
    const std::vector<Currency> &currencies() const { return m_figures.currency; }
    const std::vector<Purchase> &purchases() const { return m_figures.purchase; }
    const std::vector<qint32> &gpus() const { return m_figures.gpus; }
    const std::vector<qint32> &gpuMemoryMiB() const { return m_figures.gpuMemory; }
    const std::vector<qint32> &vcpus() const { return m_figures.vcpus; }
    const std::vector<qint32> &memoryMiB() const { return m_figures.memory; }

private:
    struct Columns {
        std::vector<qint64> price;
        std::vector<Currency> currency;
        std::vector<Purchase> purchase;
        std::vector<AsOf> asOf;
        std::vector<qint32> gpus, gpuMemory, vcpus, memory, saving;
    };
    Columns m_figures;
    std::array<TextColumn, kOfferTextCount> m_texts;
};

}  // namespace trainyard
