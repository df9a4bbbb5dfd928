// SPDX-License-Identifier: GPL-3.0-or-later
// Two checkpoints side by side, from their inspections: which tensors exist, changed or were reshaped, and which stored numbers differ.
// objectNames: "compareDialog", "compareSummary", "compareFilter", "compareTable", "compareClose".
#pragma once

#include "core/checkpoint/retention/checkpointdiff.h"
#include "ui/common/dialog.h"

#include <QAbstractTableModel>

#include <memory>

namespace trainyard {

// The differences: stored values first, then tensors. Rows are built only when they are displayed. Names come from files: control
// characters are made visible. Main thread.
class TensorDiffModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { KindColumn, NameColumn, LeftColumn, RightColumn, ColumnCount };

    TensorDiffModel(std::shared_ptr<const Inspection> left, std::shared_ptr<const Inspection> right, QObject *parent = nullptr);

    const CheckpointDiff &diff() const { return m_diff; }
    void setFilter(const QString &text);  // part of a name
    void setTitles(const QString &left, const QString &right);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void choose();

    std::shared_ptr<const Inspection> m_left, m_right;
    CheckpointDiff m_diff;
    QString m_filter, m_leftTitle, m_rightTitle;
    std::vector<int> m_parameters, m_tensors;  // of the diff: those that differ and match the filter
};

// In one or two sentences.
QString compareSummary(const CheckpointDiff &diff);

class CompareDialog : public Dialog {
    Q_OBJECT
public:
    CompareDialog(const QString &leftTitle, const QString &rightTitle, std::shared_ptr<const Inspection> left,
                  std::shared_ptr<const Inspection> right, QWidget *parent = nullptr);
};

}  // namespace trainyard
