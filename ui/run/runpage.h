// SPDX-License-Identifier: GPL-3.0-or-later
// One run: header with its actions, facts, charts, log. Takes plain values and the names of the local files, which are read by
// `followers`; says what the person asks for. Main thread.
// objectNames: "runPage", "runBreadcrumb", "runStop", "runResume", "runMore" (its menu "runMoreMenu", see RunMenu), "runCheckpoints", "runCopyCommand", "runTabs",
// "runOpen" (see OpenMenu), "runRange0" … "runRange2", "runTable", "runSeries", "runLink", "runState", "runStopDialog" ("runStopConfirm", "runStopCancel"), those of
// LogPanel, ChartStack, ChartControls, EventList and GpuPanel.
#pragma once

#include "core/model/run.h"
#include "core/model/task.h"
#include "core/observe/diagnosis/runobserver.h"
#include "core/observe/metrics/logclock.h"
#include "core/observe/metrics/machineclock.h"
#include "core/observe/metrics/runmetrics.h"
#include "core/observe/trainlog/trainingcurve.h"
#include "core/service/machines/linkworker.h"
#include "ui/charts/curveview.h"
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
class ChartStack;
class EventList;
class ExplainCards;
class CommandPane;
class ContinuationCard;
class FactsBar;
class GpuPanel;
class LogPanel;
class OpenMenu;
class PageHeader;
class RankPanel;
class RunMenu;
class RunFollower;
class RunFollowers;
class Segments;

struct RunView {
    Run run;
    LinkState link = LinkState::Idle;
    Error linkError;                        // when Unreachable
    QDateTime lastHeard;                    // when the machine last answered; invalid = never yet
    bool isComplete = false;                // ended, and the whole log is here
    QString logFile, metricsFile;           // local copies; may not exist yet. The task file lies beside the log
    QList<Money> costs = {};                // so far, one for each currency; none: no price is known
    QString eventsFile = {};                // local copy
    bool isSandboxStopped = false;          // its machine is the sandbox, and that does not run
    bool isMachineRemoved = false;          // all there is of it is the copy on this computer
    QList<ChartEvent> events = {};          // what others know: checkpoints, alerts
    QString seriesPattern = {};             // the person's own, for logs of this task
    std::optional<Money> perHour = {};      // what an hour of it costs now
    std::optional<qint64> goodStep = {};    // of its latest good checkpoint, as far as is known
    QStringList elsewhere = {};             // sentences: what the rest would cost on other machines
    QString revision = {};                  // of its code when it was launched; empty: not known
    std::optional<double> resumeStep = {};  // of the checkpoint it went on from
    QList<QPointF> earlierLoss = {};        // of the attempts before, around it
    QList<QPointF> earlierCurve = {};       // all of theirs, for the chart
};

class RunPage : public QWidget {
    Q_OBJECT
public:
    explicit RunPage(QWidget *parent = nullptr);
    ~RunPage() override;

    // Before the first setRun(); without any, nothing of the files is shown but the log. They outlive the runs that are shown.
    void setFollowers(RunFollowers *followers) { m_followers = followers; }

    // Another run (or other files) starts the page anew; the same run updates it in place.
    void setRun(const RunView &view);
    void logGrew();
    void metricsGrew();
    void setHeard(const QDateTime &lastHeard);  // the machine answered; any rate
    // An action of the window failed; cancelled ones are ignored.
    void setError(const Error &error);
    void setReporting(bool isReporting);  // a report is being written

    const RunView &view() const { return m_view; }
    OpenMenu *openMenu() const { return m_open; }  // its requests go to the window
    RunMenu *menu() const { return m_menu; }       // those too
    const RunMetrics &metrics() const { return m_metrics; }
    const TrainingCurve &training() const { return m_training; }
    const RunObservation &observation() const { return m_seen; }
    void setCurveView(const CurveView &view);  // how the curves are drawn
    // What the machine said when it was asked for the stacks.
    void showStacks(const QString &text);

Q_SIGNALS:
    void runsRequested();
    void stopRequested(const RunId &runId);  // confirmed by the person
    void resumeRequested(const RunId &runId);
    void checkpointsRequested(const QString &lineage);
    void retryRequested(const RunId &runId);                                       // connect again now
    void sandboxRequested();                                                       // to be started
    void seriesPatternChosen(const QString &taskName, const QString &expression);  // empty: none any more
    void stacksRequested(const RunId &runId);                                      // answered by showStacks() or setError()
    void curveViewChosen(const trainyard::CurveView &view);
    void observed();  // observation() is new

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
    void showMessages();
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
    Badge *m_state, *m_attempt, *m_simulated;

    RunFollowers *m_followers = nullptr;
    std::shared_ptr<RunFollower> m_follower;  // of m_view; null before the first one
    quint64 m_chartsBegun = 0;
    RunView m_view;
    RunMetrics m_metrics;
    TrainingCurve m_training;
    LogClock m_logClock;  // of the log that m_training is from
    PageHeader *m_header;
    QPushButton *m_stop, *m_resume, *m_checkpoints, *m_copyCommand;
    OpenMenu *m_open;
    RunMenu *m_menu;
    FactsBar *m_facts;
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
    std::optional<Task> m_task;  // as the run was launched with, once its file is here
    LogPanel *m_log;
    CommandPane *m_command;
    QTimer m_clock, m_chartTimer;
    QElapsedTimer m_ownClock;
    MachineClock m_machineClock;            // against m_ownClock
    QList<MachineSample> m_waitingSamples;  // for the next picture: facts, charts and panels show one moment
    QList<TrainingRecord> m_waitingTraining;
    ExplainCards *m_cards;
    ContinuationCard *m_continuation;
    RankPanel *m_ranks;
    RunObservation m_seen;
};

}  // namespace trainyard
