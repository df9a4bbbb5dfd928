// SPDX-License-Identifier: GPL-3.0-or-later
// The tensors of one inspection: names, shapes, types, sizes. Rows are built only when they are displayed, so that hundreds of thousands
// are cheap. Names come from the file: control characters are made visible. Main thread.
#pragma once

#include "core/checkpoint/format/inspection.h"

#include <QAbstractTableModel>

#include <memory>
#include <vector>

namespace trainyard {

QString shapeText(const std::vector<qint64> &shape);  // "152064 × 3584"; "scalar"
QString shortType(const QString &dtype);              // "bf16" for "bfloat16"

class TensorModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { NameColumn, ShapeColumn, TypeColumn, SizeColumn, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void setInspection(std::shared_ptr<const Inspection> inspection);  // null: none
    void setFilter(const QString &text);                               // words that a name must all contain, ignoring case
    qsizetype total() const { return m_inspection ? qsizetype(m_inspection->tensors.size()) : 0; }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void choose();

    std::shared_ptr<const Inspection> m_inspection;
    QString m_filter;
    std::vector<quint32> m_rows;  // tensors that match the filter
};

}  // namespace trainyard
