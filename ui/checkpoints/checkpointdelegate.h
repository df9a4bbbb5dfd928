// SPDX-License-Identifier: GPL-3.0-or-later
// Paints the rows of the checkpoint tree: a run with its count and its worst verdict, a checkpoint with its own.
#pragma once

#include <QStyledItemDelegate>

class QPainter;

namespace trainyard {

class CheckpointModel;

class CheckpointDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    CheckpointDelegate(const CheckpointModel &model, QObject *parent);

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    // From the left edge of the header label to the step text.
    static int stepInset();
    // That the step column needs for its widest row with a badge; 0 without such rows.
    int badgedStepWidth() const;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    void paintGroup(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const;
    void paintCheckpoint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const;

    const CheckpointModel &m_model;
};

}  // namespace trainyard
