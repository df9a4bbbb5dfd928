// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/offers/comparemodel.h"

#include "ui/offers/offerwords.h"

#include <algorithm>

namespace trainyard {

void CompareModel::setOffers(OfferBookPtr book, const std::vector<size_t> &offers, const OfferQuery &query)
{
    beginResetModel();
    m_book = std::move(book);
    m_offers = offers;
    m_facts.clear();
    for (const size_t offer : offers)
        m_facts << factsOf(*m_book, offer, query);
    endResetModel();
}

std::optional<size_t> CompareModel::offerAt(const QModelIndex &index) const
{
    return index.isValid() ? std::optional(m_offers[static_cast<size_t>(index.column())]) : std::nullopt;
}

int CompareModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() || m_facts.isEmpty() ? 0 : static_cast<int>(m_facts.first().size());
}

int CompareModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : static_cast<int>(m_facts.size()); }

// An offer with an unknown price may be the cheapest: then none is marked.
bool CompareModel::isBest(int row, int column) const
{
    const auto rank = m_facts[column][row].rank;
    if (!rank || !differs(row))
        return false;
    return std::all_of(m_facts.cbegin(), m_facts.cend(),
                       [&](const QList<OfferFact> &facts) { return facts[row].rank && *facts[row].rank >= *rank; });
}

bool CompareModel::differs(int row) const
{
    return std::any_of(m_facts.cbegin(), m_facts.cend(),
                       [&](const QList<OfferFact> &facts) { return facts[row].value != m_facts.first()[row].value; });
}

QVariant CompareModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const OfferFact &fact = m_facts[index.column()][index.row()];
    switch (role) {
    case Qt::DisplayRole: return fact.value;
    case Qt::ToolTipRole: return fact.note.toHtmlEscaped();
    case Qt::AccessibleTextRole:
        return isBest(index.row(), index.column()) ? tr("%1: %2, cheapest").arg(fact.label, fact.value)
                                                   : QStringLiteral("%1: %2").arg(fact.label, fact.value);
    case BestRole: return isBest(index.row(), index.column());
    case DiffersRole: return differs(index.row());
    case NoteRole: return fact.note;
    default: return {};
    }
}

QVariant CompareModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignLeft | Qt::AlignVCenter);
    if (m_facts.isEmpty() || (role != Qt::DisplayRole && role != Qt::ToolTipRole))
        return {};
    return orientation == Qt::Vertical ? m_facts.first()[section].label : offerName(*m_book, m_offers[static_cast<size_t>(section)]);
}

}  // namespace trainyard

#include "moc_comparemodel.cpp"
