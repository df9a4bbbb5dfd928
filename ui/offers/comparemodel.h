// SPDX-License-Identifier: GPL-3.0-or-later
// Offers side by side: one column per offer, one row per fact. Marks where they differ and which one is cheapest.
#pragma once

#include "ui/offers/offerfacts.h"

#include <QAbstractTableModel>

namespace trainyard {

class CompareModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Role { BestRole = Qt::UserRole, DiffersRole, NoteRole };

    using QAbstractTableModel::QAbstractTableModel;

    void setOffers(OfferBookPtr book, const std::vector<size_t> &offers, const OfferQuery &query);
    std::optional<size_t> offerAt(const QModelIndex &index) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    bool isBest(int row, int column) const;
    bool differs(int row) const;

    OfferBookPtr m_book;
    std::vector<size_t> m_offers;
    QList<QList<OfferFact>> m_facts;  // by offer
};

}  // namespace trainyard
