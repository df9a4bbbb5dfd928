// SPDX-License-Identifier: GPL-3.0-or-later
// One run: header with its actions, facts, charts, log. Takes plain values and the names of the local files, which `followers` read; emits
// the user's requests. Main thread. objectNames: "runPage", "runBreadcrumb", "runStop", "runSave", "runSaved", "runResume", "runMore" (its menu "runMoreMenu", see
// RunMenu), "runCheckpoints", "runCopyCommand", "runTabs", "runOpen" (see OpenMenu), "runRange0" … "runRange2", "runTable", "runSeries",
// "runLink", "runState", "runStopDialog" ("runStopConfirm", "runStopCancel"), those of LogPanel, ChartStack, ChartControls, EventList and
// GpuPanel.
#pragma once

#include "core/model/run.h"
#include "core/model/task.h"
#include "core/observe/alert/alert.h"
#include "core/observe/diagnosis/runobserver.h"
#include "core/observe/metrics/logclock.h"
#include "core/observe/metrics/machineclock.h"
#include "core/observe/metrics/runmetrics.h"
#include "core/observe/trainlog/trainingcurve.h"
#include "core/service/machines/linkworker.h"
#include "core/service/runs/checkpointsave.h"
#include "ui/charts/chartstack.h"
#include "ui/page/destinations.h"
#include "ui/run/runevents.h"

#include <QDateTime>
#include <QElapsedTimer>
#include <QPointF>
#include <QTimer>
#include <QWidget>

class QBoxLayout;
class QPushButton;
class QTabBar;
class QToolButton;

namespace trainyard {

class Badge;
class ChartControls;
class EventList;
class ExplainCards;
class CommandPane;
class ContinuationCard;
class FactsPanel;
class GpuPanel;
class LogPanel;
class OpenMenu;
class PageHeader;
class RankPanel;
class RunMenu;
class RunFollower;
class RunFollowers;
class RunTab;
class Segments;

struct RunView {
    Run run;
    LinkState link = LinkState::Idle;
    Error linkError;                           // if Unreachable
    QDateTime lastHeard;                       // when the machine last answered; invalid = never yet
    bool isComplete = false;                   // ended, and the whole log is here
    QString logFile, metricsFile;              // local copies; may not exist yet. The task file is in the same folder as the log
    QList<Money> ownCosts = {};                // by the person's own figures for their own machines
    QList<Money> costs = {};                   // so far, one per currency; empty: no price is known
    QString eventsFile = {};                   // local copy
    bool isSandboxStopped = false;             // its machine is the sandbox, which is not running
    bool isMachineRemoved = false;             // only the copy on this computer is left
    QList<ChartEvent> events = {};             // from other sources: checkpoints, alerts
    QString seriesPattern = {};                // the user's own, for logs of this task
    std::optional<Money> perHour = {};         // its current cost per hour
    std::optional<qint64> goodStep = {};       // of its latest good checkpoint, if known
    QStringList elsewhere = {};                // sentences: the cost of the remaining steps on other machines
    QString revision = {};                     // of its code when it was launched; empty: not known
    QString synced = {};                       // what was sent when it was run again from here; empty: nothing to say
    std::optional<double> resumeStep = {};     // of the checkpoint it resumed from
    QList<QPointF> earlierLoss = {};           // of the earlier attempts, around that step
    ChartStack::EarlierAttempts earlier = {};  // for the charts
    AlertRules alertRules = {};                // of the settings
    QList<Alert> openAlerts = {};
};

class RunPage : public QWidget {
    Q_OBJECT
public:
    explicit RunPage(QWidget *parent = nullptr);
    ~RunPage() override;

    // Call before the first setRun(); without followers only the log is shown. They must outlive the runs shown.
    void setFollowers(RunFollowers *followers) { m_followers = followers; }

    // Another run (or other files) resets the page; the same run is updated in place.
    void setRun(const RunView &view);
    void logGrew();
    void metricsGrew();
    void setHeard(const QDateTime &lastHeard);  // the machine answered; can be called at any rate
    // An action of the window failed; Cancelled is ignored.
    void setError(const Error &error);
    void setReporting(bool isReporting);  // a report is being written
    // What came of asking the run to save; nullopt: it was not asked.
    void setSave(const std::optional<CheckpointSaveState> &save);
    void setStartingJupyter(bool isStarting);
    void setRunningAgain(const QString &step);  // the next attempt is being started; empty: no more

    const RunView &view() const { return m_view; }
    OpenMenu *openMenu() const { return m_open; }  // the window handles its requests
    RunMenu *menu() const { return m_menu; }       // the window handles these too
    const RunMetrics &metrics() const { return m_metrics; }
    const TrainingCurve &training() const { return m_training; }
    const RunObservation &observation() const { return m_seen; }
    void setCurveView(const CurveView &view);  // how the curves are drawn
    void addPart(RunTab *part);                // a further tab; takes ownership
    void showPart(RunPart part);               // brings it to the front
    RunTab *currentPart() const;               // nullptr: none of them is at the front
    // The machine's answer to the request for the stacks.
    void showStacks(const QString &text);

Q_SIGNALS:
    void runsRequested();
    void stopRequested(const RunId &runId);  // confirmed by the user
    void resumeRequested(const RunId &runId);
    void saveRequested(const RunId &runId);
    void checkpointsRequested(const QString &lineage);
    void retryRequested(const RunId &runId);                                       // connect again now
    void sandboxRequested();                                                       // start it
    void seriesPatternChosen(const QString &taskName, const QString &expression);  // empty: remove it
    void stacksRequested(const RunId &runId);                                      // answered by showStacks() or setError()
    void curveViewChosen(const trainyard::CurveView &view);
    void observed();  // observation() has changed

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void buildHeader();
    void buildTabs();
    void askToStop();
    void openSeriesDialog();
    void follow(const RunView &view);
    void showHeader();
    void showState();
    void showSave();
    void showMessages();
    void showLog();  // its end
    void postFailure(const QString &fact, const QString &consequence, const QString &detail);
    void showFacts();
    void showLink();
    void showTab(int tab);
    void arrange();
    void showRange();
    void updateCharts();
    void updateEvents();
    void takeWaiting();
    void showObservation();
    void noteMachineTime(qint64 machineMs);
    qint64 machineNow() const;  // where the time axis ends
    bool isLive() const;
    bool isCutOff() const;  // live, and the machine does not answer
    Badge *m_state, *m_attempt, *m_simulated, *m_saved;
    std::optional<CheckpointSaveState> m_save;

    RunFollowers *m_followers = nullptr;
    std::shared_ptr<RunFollower> m_follower;  // for m_view; null before the first one
    quint64 m_chartsBegun = 0;
    RunView m_view;
    RunMetrics m_metrics;
    TrainingCurve m_training;
    LogClock m_logClock;  // of the log that m_training was read from
    PageHeader *m_header;
    QPushButton *m_stop, *m_resume, *m_checkpoints, *m_copyCommand, *m_saveNow;
    OpenMenu *m_open;
    RunMenu *m_menu;
    FactsPanel *m_facts;
    QTabBar *m_tabs;
    Segments *m_range;
    QToolButton *m_table, *m_seriesButton;
    Badge *m_link;
    GpuPanel *m_gpus;
    QWidget *m_chartsCard, *m_eventsCard, *m_overviewTop;
    QBoxLayout *m_overview;
    ChartStack *m_charts;
    ChartControls *m_chartControls;
    EventList *m_eventList;
    RunEvents m_events;
    std::optional<Task> m_task;  // as launched, once its file is here
    LogPanel *m_log;
    CommandPane *m_command;
    QTimer m_clock, m_chartTimer;
    QElapsedTimer m_ownClock;
    MachineClock m_machineClock;            // relative to m_ownClock
    QList<MachineSample> m_waitingSamples;  // for the next update, so that facts, charts and panels show the same moment
    QList<TrainingRecord> m_waitingTraining;
    ExplainCards *m_cards;
    ContinuationCard *m_continuation;
    RankPanel *m_ranks;
    QList<RunTab *> m_parts;  // of other pages, on the last tabs
    RunObservation m_seen;
};

}  // namespace trainyard
