// SPDX-License-Identifier: GPL-3.0-or-later
// The files of a checkpoint, and its missing files. Names come from the machine. Main thread.
#pragma once

#include "core/checkpoint/format/checkpoint.h"

#include <QAbstractTableModel>

namespace trainyard {

class FilesModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { NameColumn, SizeColumn, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void setFiles(const QList<CheckpointFile> &files, const QStringList &missing);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QList<CheckpointFile> m_files;
    QStringList m_missing;  // listed above the others
};

}  // namespace trainyard
