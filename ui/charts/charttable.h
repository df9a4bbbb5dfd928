// SPDX-License-Identifier: GPL-3.0-or-later
// The charts as numbers: the visible range, newest first, at most 240 rows; the loss is listed beside it by its own steps. Values are
// formatted only when they are displayed. Ctrl+C copies the selected cells with their headers, separated by tabs.
#pragma once

#include "ui/charts/chartkind.h"
#include "ui/charts/chartpanel.h"

#include <QAbstractTableModel>
#include <QTableView>

namespace trainyard {

class ChartTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    struct Column {
        ValueColumn values;
        ChartKind kind = ChartKind::Cpu;
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setContent(qint64 from, qint64 to, const QList<Column> &byTime, const QList<Column> &byStep);
    QString rowTime(int row) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString text(int row, int column) const;

    qint64 m_to = 0, m_step = 1000;
    int m_rows = 0, m_timeRows = 0;
    QList<Column> m_byTime, m_byStep;
};

class ChartTable : public QTableView {
    Q_OBJECT
public:
    explicit ChartTable(QWidget *parent = nullptr);

    ChartTableModel *values() const { return m_model; }
    void copy() const;

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    ChartTableModel *m_model;
};

}  // namespace trainyard
