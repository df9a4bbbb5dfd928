// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of a folder: its entries, and which of them are shown in which order. Texts are made when they are asked for, so that a folder of
// a hundred thousand entries costs nothing until it is scrolled. Main thread.
#pragma once

#include "ui/files/folderorder.h"

#include <QAbstractTableModel>
#include <QDateTime>

namespace trainyard {

class FolderModel : public QAbstractTableModel {
    Q_OBJECT
public:
    static constexpr int kColumns = 4;  // as FolderColumn

    using QAbstractTableModel::QAbstractTableModel;

    // `rows` belong to these entries.
    void set(const QList<FolderEntry> &entries, const QList<int> &rows, const QDateTime &now);
    const FolderEntry *entryAt(int row) const;  // nullptr: there is no such row
    int rowOf(const QByteArray &name) const;    // -1: not shown
    // The next row after `row`, all around, whose shown name begins with `typed` in any case; -1: none.
    int rowBeginning(const QString &typed, int row) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QList<FolderEntry> m_entries;
    QList<int> m_rows;
    QDateTime m_now;
};

}  // namespace trainyard
