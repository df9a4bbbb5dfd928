// SPDX-License-Identifier: GPL-3.0-or-later
// The events of a run as a list: time and text, newest first. Enter or a click shows the moment in the charts. objectNames: "eventList",
// "eventMenu" with "eventShowInCharts" and "eventShowCheckpoint".
#pragma once

#include "ui/charts/chartevent.h"

#include <QAbstractTableModel>
#include <QStyledItemDelegate>
#include <QTableView>

namespace trainyard {

class Placeholder;

class EventListModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { TimeColumn, KindColumn, TextColumn, LengthColumn, ColumnCount };
    enum Role { KindRole = Qt::UserRole + 1 };

    using QAbstractTableModel::QAbstractTableModel;

    void setEvents(const QList<ChartEvent> &events);  // by time
    const ChartEvent &eventAt(int row) const { return m_events[m_events.size() - 1 - row]; }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QList<ChartEvent> m_events;
};

class EventList : public QTableView {
    Q_OBJECT
public:
    explicit EventList(QWidget *parent = nullptr);

    void setEvents(const QList<ChartEvent> &events);

Q_SIGNALS:
    void momentChosen(qint64 ms);
    void checkpointRequested(qint64 ms);  // from the menu of a checkpoint's event

protected:
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    EventListModel *m_model;
    Placeholder *m_placeholder;
};

}  // namespace trainyard
