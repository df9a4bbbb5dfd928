// The fleet as a list model, by name; rows keep their place while values change.
#pragma once

#include "ui/machines/machinecard.h"

#include <QAbstractListModel>

namespace trainyard {

class MachinesModel : public QAbstractListModel {
    Q_OBJECT
public:
    enum Role { CardRole = Qt::UserRole, NowRole, NeedsAttentionRole };

    explicit MachinesModel(QObject *parent = nullptr);

    void setCards(QList<MachineCard> cards);
    void setCard(const MachineCard &card);        // one that is known; others are ignored
    void setNow(const QDateTime &now);            // ages
    const QList<MachineCard> &cards() const { return m_cards; }

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

private:
    QList<MachineCard> m_cards;
    QDateTime m_now;
};

// One sentence per card for screen readers.
QString describeCard(const MachineCard &card, const QDateTime &now);

}  // namespace trainyard
