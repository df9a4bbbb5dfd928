// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/catalog/offertable.h"

namespace trainyard {

namespace {

// Calls `add` with each column of figures and the column to append.
template <typename Columns, typename Add>
void eachColumn(Columns &to, const Columns &from, Add add)
{
    add(to.price, from.price);
    add(to.currency, from.currency);
    add(to.purchase, from.purchase);
    add(to.asOf, from.asOf);
    add(to.gpus, from.gpus);
    add(to.gpuMemory, from.gpuMemory);
    add(to.vcpus, from.vcpus);
    add(to.memory, from.memory);
    add(to.saving, from.saving);
}

}  // namespace

std::optional<Money> OfferFigures::price() const
{
    return priceNanos == kUnknown ? std::nullopt : std::optional(Money(priceNanos, currency));
}

void OfferTable::reserve(size_t rows)
{
    for (TextColumn &column : m_texts)
        column.reserve(rows);
    m_figures.price.reserve(rows);
    m_figures.currency.reserve(rows);
    m_figures.purchase.reserve(rows);
    m_figures.asOf.reserve(rows);
    for (auto *column : {&m_figures.gpus, &m_figures.gpuMemory, &m_figures.vcpus, &m_figures.memory, &m_figures.saving})
        column->reserve(rows);
}

void OfferTable::append(const std::array<QByteArrayView, kOfferTextCount> &utf8, const OfferFigures &figures)
{
    for (size_t i = 0; i < kOfferTextCount; ++i)
        m_texts[i].append(utf8[i]);
    m_figures.price.push_back(figures.priceNanos);
    m_figures.currency.push_back(figures.currency);
    m_figures.purchase.push_back(figures.purchase);
    m_figures.asOf.push_back(figures.asOf);
    m_figures.gpus.push_back(figures.gpus);
    m_figures.gpuMemory.push_back(figures.gpuMemoryMiB);
    m_figures.vcpus.push_back(figures.vcpus);
    m_figures.memory.push_back(figures.memoryMiB);
    m_figures.saving.push_back(figures.savingPercent);
}

void OfferTable::append(const OfferTable &other)
{
    for (size_t i = 0; i < kOfferTextCount; ++i)
        m_texts[i].append(other.m_texts[i]);
    eachColumn(m_figures, other.m_figures, [](auto &to, const auto &from) { to.insert(to.end(), from.begin(), from.end()); });
}

void OfferTable::append(const OfferTable &other, const std::vector<quint32> &rows)
{
    for (size_t i = 0; i < kOfferTextCount; ++i)
        m_texts[i].append(other.m_texts[i], rows);
    eachColumn(m_figures, other.m_figures, [&rows](auto &to, const auto &from) {
        to.reserve(to.size() + rows.size());
        for (const quint32 row : rows)
            to.push_back(from[row]);
    });
}

OfferFigures OfferTable::figures(size_t row) const
{
    return {m_figures.price[row],     m_figures.currency[row], m_figures.purchase[row], m_figures.asOf[row],  m_figures.gpus[row],
            m_figures.gpuMemory[row], m_figures.vcpus[row],    m_figures.memory[row],   m_figures.saving[row]};
}

}  // namespace trainyard
