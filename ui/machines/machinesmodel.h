// SPDX-License-Identifier: GPL-3.0-or-later
// The fleet as a list model: by group and name, filtered by the search text. Groups are heading rows, which exist only if some machine has
// a group. Rows keep their place while values change.
#pragma once

#include "core/model/ids.h"
#include "ui/page/machinecard.h"

#include <QAbstractListModel>
#include <QSet>

namespace trainyard {

// What a heading shows.
struct GroupHeading {
    QString group;  // empty: machines without a group
    int machines = 0, gpus = 0, busyGpus = 0, unreachable = 0;
    bool isFolded = false;
    bool operator==(const GroupHeading &) const = default;
    QString title() const;
};

class MachinesModel : public QAbstractListModel {
    Q_OBJECT
public:
    enum Role { CardRole = Qt::UserRole, NowRole, NeedsAttentionRole, IsHeadingRole, IsFoldedRole, HeadingRole };

    explicit MachinesModel(QObject *parent = nullptr);

    void setCards(QList<MachineCard> cards);
    void setCard(const MachineCard &card);  // must be known; unknown ones are ignored
    void setNow(const QDateTime &now);      // updates the ages
    void setFilter(const QString &text);    // matches name, group, address, run, GPU, notes
    void setOnlyAttention(bool isOnly);
    void setFolded(const QString &group, bool isFolded);         // no effect while searching
    const QList<MachineCard> &cards() const { return m_cards; }  // all of them
    QStringList groups() const;                                  // existing groups, sorted
    int rowOfMachine(MachineId id) const;                        // -1 = not shown
    int rowOfHeading(const QString &group) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

private:
    struct Row {
        int card = -1;  // in m_cards; -1: a heading
        GroupHeading heading;
    };
    bool isWanted(const MachineCard &card) const;
    void arrange();

    QList<MachineCard> m_cards;
    QList<Row> m_rows;
    QSet<QString> m_folded;
    QString m_filter;
    bool m_isOnlyAttention = false;
    QDateTime m_now;
};

// One sentence per card for screen readers.
QString describeCard(const MachineCard &card, const QDateTime &now);
QString describeHeading(const GroupHeading &heading);

}  // namespace trainyard

Q_DECLARE_METATYPE(trainyard::GroupHeading)
