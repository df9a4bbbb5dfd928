// SPDX-License-Identifier: GPL-3.0-or-later
// The results of an offer query as table rows. Holds only their numbers: cell texts are made when the view asks for them, so that 100,000
// rows cost no more than the visible ones.
#pragma once

#include "core/knowledge/catalog/offerquery.h"
#include "ui/offers/offerbook.h"

#include <QAbstractTableModel>
#include <QSet>

namespace trainyard {

class OfferTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column {
        Pin,
        Provider,
        Type,
        Region,
        Gpu,
        GpuMemory,
        Vcpus,
        Memory,
        Way,
        Interrupted,
        Hour,
        GpuHour,
        TflopHour,
        GibHour,
        MeasuredTflopHour,
        From,
        ColumnCount
    };
    enum Role { OfferRole = Qt::UserRole, PinnedRole, OldRole, UnknownRole, ForeignRole };

    using QAbstractTableModel::QAbstractTableModel;

    // The first row of `found` becomes the first row of the table.
    void setOffers(OfferBookPtr book, const OfferSelection &found, const OfferQuery &query);
    const OfferBook *book() const { return m_book.get(); }
    const OfferQuery &query() const { return m_query; }
    std::optional<size_t> offerAt(const QModelIndex &index) const;
    QModelIndex indexOf(size_t offer) const;  // of its first column; invalid if it is not among them

    // By offerKey(), in the order in which they were pinned.
    const QStringList &pinned() const { return m_pinned; }
    void togglePin(size_t offer);
    void unpinAll();

    static std::optional<OfferOrder> orderOf(int column);
    static int columnOf(OfferOrder order);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

Q_SIGNALS:
    void pinsChanged();

private:
    QString text(size_t offer, int column) const;
    QString priceText(size_t offer, OfferOrder order) const;
    QString whyUnknown(size_t offer, int column) const;  // empty if it is known
    QString toolTip(size_t offer, int column) const;
    QString spoken(size_t offer) const;
    bool isUnknown(size_t offer, int column) const;
    bool isForeign(size_t offer) const;  // priced in a currency without a rate

    OfferBookPtr m_book;
    OfferQuery m_query;
    std::vector<quint32> m_rows;
    QStringList m_pinned;
    QSet<QString> m_pinnedKeys;
};

}  // namespace trainyard
