// SPDX-License-Identifier: GPL-3.0-or-later
// All runs, newest first unless sorted, their attempts below them. Takes plain values, emits requests. objectNames: "runsPage", "runsView",
// "runsFilter", "runsArchived", "runsDeleted", "runsGroup", "runsGroupMenu", "runsColumns", "runsColumnsMenu", "runsCompare", "runsLaunch", "runsEmptyLaunch",
// "runsEmptySandbox", "runsDropCondition", "runsCurvesButton", "runsPanelButton", "runsMenu" (see RunMenu), those of RunViewsBar and
// RunSidePanel. Keyboard: KeyFor, RunsView and RunFilterField;
// Shift and the arrow keys also select several.
#pragma once

#include "core/model/lineageedit.h"
#include "core/model/run.h"
#include "core/observe/diagnosis/runglance.h"
#include "core/service/runs/meternow.h"
#include "core/service/runs/runcurves.h"
#include "core/service/runs/runfiguresreader.h"
#include "ui/run/runlistview.h"

#include <QElapsedTimer>
#include <QHash>
#include <QTimer>
#include <QWidget>

class QMenu;
class QPushButton;
class QToolButton;

namespace trainyard {

class CompareCurves;
class MessageBar;
class PageHeader;
class Placeholder;
class RunColumns;
class RunFilterField;
class RunGroups;
class RunMenu;
class RunSidePanel;
class RunViewsBar;
class RunsModel;
class RunsView;
struct RunCondition;
struct RunDetails;

class RunsPage : public QWidget {
    Q_OBJECT
public:
    explicit RunsPage(QWidget *parent = nullptr);

    void setRuns(const QList<Run> &runs, const QList<Run> &deleted = {});       // newest first; `deleted` are in the trash
    void showDeleted(const QStringList &lineages);                              // deleted just now: offers undo
    void showChanged(const QString &sentence, const QList<LineageEdit> &undo);  // likewise
    void setListView(const RunListView &view);
    void setPanelShown(bool isShown);  // where there is room for it
    // The curves above the list, of the runs that curvesWanted() named; see CompareCurves.
    void setCurves(const QList<ComparedRun> &runs, const QList<QHash<QString, RunCurve>> &curves, qsizetype left);
    void setDetails(const RunId &runId, const RunDetails &details);
    void setSavedViews(const QList<NamedRunView> &saved);
    void setGlances(const QHash<RunId, RunGlance> &glances);
    void setFigures(const FiguresByRun &figures, qsizetype left);  // how many are still to be read
    // What setFigures() should get: of the rows on the screen, and whether of all runs.
    QList<Run> runsOnScreen() const;
    FigureParts wantedFigures() const;
    bool wantsAllFigures() const;
    void setMeter(const MeterNow &meter);
    void setError(const Error &error);
    void setRunningAgain(const QString &step);  // the next attempt of a run is being started; empty: no more
    void setReporting(bool isReporting);        // a report is being written
    RunMenu *menu() const { return m_menu; }    // the window handles its requests
    MessageBar *messageBar() const;

Q_SIGNALS:
    void openRequested(const RunId &runId);
    void compareRequested(const QList<RunId> &runIds);  // two or more, in the order of the list
    // The runs whose curves are shown above the list, ticked or selected; none: they are hidden.
    void curvesWanted(const QList<RunId> &runIds);
    void seriesWanted(const QString &series);
    void launchRequested();
    void sandboxRequested();
    void glancesWanted();                                      // and figures: once a second while visible
    void listViewChanged(const trainyard::RunListView &view);  // by the person
    void panelShown(bool isShown);                             // by the person
    void detailsWanted(const Run &run);                        // of the panel
    void checkpointsRequested(const QString &lineage);
    void savedViewsChanged(const QList<trainyard::NamedRunView> &saved);
    void undoRequested(const QList<trainyard::LineageEdit> &edits);

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void connectAll();
    void showRuns();
    void filterRuns();
    void updateShown();  // what header and placeholder say about the rows
    void updatePlaceholder();
    const RunCondition *culprit() const;  // when the filter leaves nothing: the condition to drop
    void showListView();                  // in header, table and views
    void changeListView();
    void countViews();
    void undo();
    void updateCompare();
    QList<RunId> chosenRuns() const;
    void chooseFor(const QModelIndex &index);
    void chooseOnly(const Run &run);  // for an action of the menu
    void updatePanel();
    void togglePanel();
    void showCurves(bool isShown);
    void askForCurves();
    void copyRows();
    const Run &runAt(const QModelIndex &index) const;

    PageHeader *m_header;
    RunFilterField *m_filter;
    QPushButton *m_archived, *m_deleted, *m_group, *m_columns, *m_compare, *m_launch;
    QMenu *m_groupMenu, *m_columnsMenu;
    RunViewsBar *m_views;
    RunsModel *m_model;
    RunsView *m_view;
    RunColumns *m_layout;
    RunGroups *m_groups;
    RunMenu *m_menu;
    RunSidePanel *m_panel;
    CompareCurves *m_curves;
    QList<RunId> m_curvesOf;     // asked for last
    QList<RunId> m_curvesShown;  // in the order of their lines
    QTimer m_curvesSoon;
    QToolButton *m_curvesButton, *m_panelButton;
    Placeholder *m_placeholder;
    QList<Run> m_runs, m_trash;
    QStringList m_justDeleted;
    QList<LineageEdit> m_undo;
    RunListView m_listView;
    bool m_isPanelOn = true, m_showsArchived = false, m_wantsNames = false;
    qsizetype m_left = 0;  // runs to be read
    QElapsedTimer m_detailsAge;
    bool m_detailsMayGrow = false;  // those of the panel were read while its run was going on
    int m_going = 0;                // of those in the list
    QTimer m_clock;
};

}  // namespace trainyard
