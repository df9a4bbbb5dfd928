// Runs as a table, newest first, and the delegate that paints it. Main thread.
#pragma once

#include "core/store/records.h"

#include <QAbstractTableModel>
#include <QDateTime>
#include <QStyledItemDelegate>

class QPainter;

namespace trainyard {

class RunsModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { NameColumn, StateColumn, MachineColumn, StartedColumn, DurationColumn, ExitColumn, ColumnCount };
    enum Role { SecondLineRole = Qt::UserRole + 1, RunStateRole, SimulatedRole };

    using QAbstractTableModel::QAbstractTableModel;

    // Keeps rows in place where it can, so that the selection stays.
    void setRuns(const QList<Run> &runs, const QDateTime &now);
    void setNow(const QDateTime &now);      // durations go on
    const Run &runAt(int row) const { return m_runs[row]; }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QList<Run> m_runs;
    QDateTime m_now;
};

class RunsDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

}  // namespace trainyard
