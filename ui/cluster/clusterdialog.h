// SPDX-License-Identifier: GPL-3.0-or-later
// A cluster as its scheduler described it when it was last asked: whose the GPUs are, the person's jobs with why they wait and what would
// start sooner, all jobs, partitions and nodes. Asks for another look only when the person wants one: centres forbid programs that ask
// again and again. Main thread.
//
// Object names: clusterDialog, clusterAsked, clusterGpus, clusterLegend, clusterTables0 … 3 (buttons), clusterTable, clusterEmpty,
// clusterAbout, clusterRest (of the row: what is in columns for which there is no room), clusterLook, clusterClose
#pragma once

#include "core/base/error.h"
#include "core/model/cluster.h"
#include "ui/common/dialog.h"

#include <QTimer>

#include <optional>

class QPushButton;
class QTableView;

namespace trainyard {

class ClusterRowsModel;
class Label;
class MessageBar;
class Segments;
class StackedBar;

class ClusterDialog : public Dialog {
    Q_OBJECT
public:
    explicit ClusterDialog(const QString &loginMachine, QWidget *parent = nullptr);

    void setLooking();
    void setCluster(const Cluster &cluster);
    void setFailure(const Error &error);  // what was known stays, with its age
    void setNow(const QDateTime &now);    // UTC

Q_SIGNALS:
    void lookRequested();

private:
    QWidget *makeLegend();
    void showTable();
    void fitTable();
    void showRow();
    void showGpus();

    std::optional<Cluster> m_cluster;
    bool m_isLooking = false;
    QTimer m_tick;
    Label *m_asked;
    MessageBar *m_messages;
    StackedBar *m_bar;
    Label *m_all;             // GPUs, in front of the legend
    QList<Label *> m_counts;  // one for each entry of the legend
    QWidget *m_legend;
    Segments *m_tables;
    ClusterRowsModel *m_model;
    QTableView *m_table;
    Label *m_empty, *m_about, *m_rest;
    QPushButton *m_look, *m_close;
};

}  // namespace trainyard
