// SPDX-License-Identifier: GPL-3.0-or-later
// All runs, newest first, their attempts below them. Takes plain values, emits requests. objectNames: "runsPage", "runsView", "runsFilter",
// "runsArchived", "runsDeleted", "runsCompare", "runsLaunch", "runsEmptyLaunch", "runsEmptySandbox", "runsDropCondition", "runsMenu" (see
// RunMenu). Keyboard: those of RunsView and RunFilterField; Shift and the arrow keys also select several.
#pragma once

#include "core/model/run.h"
#include "core/observe/diagnosis/runglance.h"
#include "core/service/runs/meternow.h"

#include <QHash>
#include <QTimer>
#include <QWidget>

class QPushButton;

namespace trainyard {

class MessageBar;
class PageHeader;
class Placeholder;
class RunFilterField;
class RunMenu;
class RunsModel;
class RunsView;
class ShownRuns;
struct RunCondition;

class RunsPage : public QWidget {
    Q_OBJECT
public:
    explicit RunsPage(QWidget *parent = nullptr);

    void setRuns(const QList<Run> &runs, const QList<Run> &deleted = {});  // newest first; `deleted` are in the trash
    void showDeleted(const QStringList &lineages);                         // deleted just now: offers undo
    void setGlances(const QHash<RunId, RunGlance> &glances);
    void setMeter(const MeterNow &meter);
    void setError(const Error &error);
    void setReporting(bool isReporting);      // a report is being written
    RunMenu *menu() const { return m_menu; }  // the window handles its requests
    MessageBar *messageBar() const;

Q_SIGNALS:
    void openRequested(const RunId &runId);
    void compareRequested(const QList<RunId> &runIds);  // two to six, in the order of the list
    void launchRequested();
    void sandboxRequested();
    void glancesWanted();  // once a second while visible

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void connectAll();
    void showRuns();
    void filterRuns();
    void updateShown();  // what header and placeholder say about the rows
    void updatePlaceholder();
    const RunCondition *culprit() const;  // when the filter leaves nothing: the condition to drop
    void sizeColumns();
    void updateCompare();
    QList<RunId> chosenRuns() const;
    void chooseFor(const QModelIndex &index);
    const Run &runAt(const QModelIndex &index) const;

    PageHeader *m_header;
    RunFilterField *m_filter;
    QPushButton *m_archived, *m_deleted, *m_compare, *m_launch;
    RunsModel *m_model;
    ShownRuns *m_shown;
    RunsView *m_view;
    RunMenu *m_menu;
    Placeholder *m_placeholder;
    QList<Run> m_runs, m_trash;
    QStringList m_justDeleted;
    bool m_hasCosts = false, m_showsArchived = false;
    int m_going = 0;  // of those in the list
    QTimer m_clock;
};

}  // namespace trainyard
