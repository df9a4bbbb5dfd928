#include "core/catalog/offertable.h"

namespace trainyard {

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
    const auto add = [](auto &to, const auto &from) { to.insert(to.end(), from.begin(), from.end()); };
    add(m_figures.price, other.m_figures.price);
    add(m_figures.currency, other.m_figures.currency);
    add(m_figures.purchase, other.m_figures.purchase);
    add(m_figures.asOf, other.m_figures.asOf);
    add(m_figures.gpus, other.m_figures.gpus);
    add(m_figures.gpuMemory, other.m_figures.gpuMemory);
    add(m_figures.vcpus, other.m_figures.vcpus);
    add(m_figures.memory, other.m_figures.memory);
    add(m_figures.saving, other.m_figures.saving);
}

void OfferTable::append(const OfferTable &other, const std::vector<quint32> &rows)
{
    for (size_t i = 0; i < kOfferTextCount; ++i)
        m_texts[i].append(other.m_texts[i], rows);
    const auto add = [&rows](auto &to, const auto &from) {
        to.reserve(to.size() + rows.size());
        for (const quint32 row : rows)
            to.push_back(from[row]);
    };
    add(m_figures.price, other.m_figures.price);
    add(m_figures.currency, other.m_figures.currency);
    add(m_figures.purchase, other.m_figures.purchase);
    add(m_figures.asOf, other.m_figures.asOf);
    add(m_figures.gpus, other.m_figures.gpus);
    add(m_figures.gpuMemory, other.m_figures.gpuMemory);
    add(m_figures.vcpus, other.m_figures.vcpus);
    add(m_figures.memory, other.m_figures.memory);
    add(m_figures.saving, other.m_figures.saving);
}

OfferFigures OfferTable::figures(size_t row) const
{
    return {m_figures.price[row], m_figures.currency[row], m_figures.purchase[row], m_figures.asOf[row],
            m_figures.gpus[row], m_figures.gpuMemory[row], m_figures.vcpus[row], m_figures.memory[row],
            m_figures.saving[row]};
}

}  // namespace trainyard
