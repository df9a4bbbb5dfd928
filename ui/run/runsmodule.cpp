// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/runsmodule.h"

#include "core/base/seentext.h"
#include "core/service/runs/runcurves.h"
#include "core/service/runs/services.h"
#include "core/service/runs/whendone.h"
#include "core/storage/settings/settings.h"
#include "ui/common/badge.h"
#include "ui/common/runtexts.h"
#include "ui/page/destinations.h"
#include "ui/page/navigator.h"
#include "ui/page/workspace.h"
#include "ui/run/comparecontroller.h"
#include "ui/run/curvesrefresh.h"
#include "ui/run/runactions.h"
#include "ui/run/rundetails.h"
#include "ui/run/runmenu.h"
#include "ui/run/runspage.h"

#include <QtConcurrentRun>

namespace trainyard {

namespace {

constexpr qsizetype kMaxFound = 30;  // listed in the palette
constexpr qsizetype kMaxAgain = 10;  // of the newest
constexpr int kRank = 3;

}  // namespace

QWidget *RunsModule::makePage()
{
    m_page = new RunsPage(m_context.window);
    Navigator &navigator = m_context.navigator;
    connect(m_page, &RunsPage::openRequested, this, [&navigator](const RunId &runId) { navigator.go(OpenRun{runId}); });
    connect(m_page, &RunsPage::launchRequested, this, [&navigator] { navigator.go(LaunchOn{}); });
    connect(m_page, &RunsPage::compareRequested, this, [&navigator](const QList<RunId> &runIds) { navigator.go(CompareRuns{runIds}); });
    connect(m_page, &RunsPage::sandboxRequested, this, [&navigator] {
        navigator.show(PageId::Home);
        navigator.go(StartSandbox{});
    });
    // The filter belongs to a moment; columns and order stay.
    const QString settings = m_context.paths.settings();
    RunListView view = loadRunListView(settings);
    view.filter.clear();
    m_page->setListView(view);
    m_page->setPanelShown(Settings(settings).isOn(Setting::RunPanel));
    connect(m_page, &RunsPage::panelShown, this, [settings](bool isShown) { Settings(settings).set(Setting::RunPanel, isShown); });
    connect(m_page, &RunsPage::detailsWanted, this, [this](const Run &run) {
        whenDone(QtConcurrent::run([run, paths = m_context.paths] { return readRunDetails(run, paths); }), this,
                 [this, id = run.id](const RunDetails &details) { m_page->setDetails(id, details); });
    });
    connect(m_page, &RunsPage::checkpointsRequested, this, [&navigator](const QString &lineage) {
        navigator.go(ShowCheckpoint{lineage, {}});
    });
    m_page->setSavedViews(loadRunViews(settings));
    connect(m_page, &RunsPage::listViewChanged, this, [settings](const RunListView &now) { saveRunListView(now, settings); });
    connect(m_page, &RunsPage::savedViewsChanged, this, [settings](const QList<NamedRunView> &saved) { saveRunViews(saved, settings); });
    connect(m_page->menu(), &RunMenu::terminalRequested, this, [&navigator](const RunId &runId) { navigator.go(OpenTerminal{{}, runId}); });
    connect(m_page->menu(), &RunMenu::resumeRequested, this, [&navigator](const RunId &runId) { navigator.go(ResumeRun{runId}); });
    return m_page;
}

void RunsModule::begin(Workspace &workspace)
{
    m_actions = new RunActions(workspace.services, m_context.window);
    connect(m_actions, &RunActions::deleted, this, [this](const QStringList &lineages) {
        page();
        m_page->showDeleted(lineages);
    });
    connect(m_actions, &RunActions::launchAgainRequested, this,
            [this](const QByteArray &task, MachineId machineId, const QString &runName) {
                m_context.navigator.go(LaunchAgain{task, machineId, runName});
            });
    m_context.navigator.answer<LaunchRunAgain>([this](const LaunchRunAgain &asked) { m_actions->launchAgain(asked.runId); });
    connect(m_actions, &RunActions::templateRequested, this, [this](const QByteArray &task, const QString &name) {
        m_context.navigator.go(SaveAsTemplate{task, name});
    });
}

void RunsModule::join(Workspace &workspace)
{
    m_actions->serve(m_page->menu());
    connect(m_actions, &RunActions::changed, m_page, &RunsPage::showChanged);
    connect(m_page, &RunsPage::undoRequested, m_actions, &RunActions::apply);
    connect(m_page->menu(), &RunMenu::stopRequested, m_actions, &RunActions::askToStop);
    connect(m_actions, &RunActions::runningAgain, m_page, [this](const RunId &, const QString &step) { m_page->setRunningAgain(step); });
    connect(m_actions, &RunActions::reporting, m_page, [this](const RunId &, bool isReporting) { m_page->setReporting(isReporting); });
    RunFiguresService &figures = workspace.services.figures;
    connect(m_page, &RunsPage::glancesWanted, this, [this, &workspace, &figures] {
        m_page->setGlances(workspace.runs.glances());
        figures.want(m_page->runsOnScreen(), m_page->wantsAllFigures() ? workspace.runs.all() : QList<Run>(), m_page->wantedFigures());
    });
    connect(&figures, &RunFiguresService::changed, m_page, [this, &figures] { m_page->setFigures(figures.known(), figures.left()); });
    BudgetWatch &budgets = workspace.agent.budgets();
    connect(&budgets, &BudgetWatch::metered, this, [this, &budgets] { m_page->setMeter(budgets.meter()); });
    m_page->setMeter(budgets.meter());
    connect(&workspace.runs, &RunList::changed, this, [this, &workspace] {
        m_page->setRuns(workspace.runs.all(), workspace.services.database().runs.inTrash().value_or(QList<Run>()));
    });
    connect(&workspace.runs, &RunList::failed, m_page, &RunsPage::setError);
    workspace.runs.reload();
    serveCurves(workspace);
}

void RunsModule::serveCurves(Workspace &workspace)
{
    m_curves = new RunCurvesService(workspace.services.paths(), this);
    const auto show = [this] {
        QList<QHash<QString, RunCurve>> curves;
        const QList<ComparedRun> runs = readSoFar(m_curvesOf, *m_curves, &curves);
        m_page->setCurves(runs, curves, m_curves->left());
        if (m_series.isEmpty() && m_curves->left() == 0 && !runs.isEmpty()) {
            m_series = overlaySeries(runs).value(0).id;  // some may begin with another one
            m_curves->want(m_series);
        }
    };
    connect(m_curves, &RunCurvesService::changed, this, show);
    new CurvesRefresh(workspace.services, *m_curves, m_page);
    connect(m_page, &RunsPage::curvesWanted, this, [this, show, &workspace](const QList<RunId> &runIds) {
        m_curvesOf.clear();
        for (const RunId &id : runIds) {
            if (const auto run = workspace.services.database().runs.find(id))
                m_curvesOf << *run;
        }
        m_curves->change(m_curvesOf, {}, m_series);
        show();
    });
    connect(m_page, &RunsPage::seriesWanted, this, [this](const QString &series) {
        m_series = series;
        m_curves->want(series);
    });
}

void RunsModule::showFailure(const Error &error)
{
    page();
    m_page->setError(error);
}

bool RunsModule::canRefresh() const { return m_context.workspace; }

void RunsModule::refresh()
{
    m_context.workspace->fleet.retryUnreachable();
    m_context.workspace->runs.refresh();
}

QList<PaletteSource> RunsModule::paletteSources()
{
    const auto all = [this] { return m_context.workspace ? newestAttempts(m_context.workspace->runs.all()) : QList<Run>(); };
    const auto text = [](const Run &run) { return seenText(run.name) + u'\n' + seenText(run.head().machineName); };
    const auto id = [](const Run &run) { return QStringLiteral("run:") + run.id.text(); };
    const auto actionOf = [this, id](const Run &run) {
        //: state of a run, its machine
        const QString detail = tr("%1, %2").arg(badgeOf(run.state).text, seenText(run.head().machineName));
        Action action{id(run), seenText(run.name), tr("Run"), QStringLiteral("runs"), detail};
        action.run = [this, runId = run.id] { m_context.navigator.go(OpenRun{runId}); };
        return action;
    };
    const auto lastOnes = [all] { return all().mid(0, kMaxAgain); };
    const auto againTitle = [](const Run &run) { return tr("Launch again with changes: %1").arg(seenText(run.name)); };
    const auto againId = [](const Run &run) { return QStringLiteral("again:") + run.id.text(); };
    const auto again = [this, againTitle, againId](const Run &run) {
        Action action{againId(run), againTitle(run), tr("Run"), QStringLiteral("play"), seenText(run.head().machineName)};
        action.run = [this, runId = run.id] { m_context.navigator.go(LaunchRunAgain{runId}); };
        return action;
    };
    const auto active = [all] {
        QList<Run> runs = all();
        runs.removeIf([](const Run &run) { return hasEnded(run.state) || run.state == RunState::Stopping; });
        return runs;
    };
    const auto stopTitle = [](const Run &run) { return tr("Stop %1…").arg(seenText(run.name)); };
    const auto stopId = [](const Run &run) { return QStringLiteral("stop:") + run.id.text(); };
    const auto stop = [this, stopTitle, stopId](const Run &run) {
        Action action{stopId(run), stopTitle(run), tr("Run"), QStringLiteral("stop"), seenText(run.head().machineName)};
        action.run = [this, runId = run.id] { m_actions->askToStop(runId); };
        return action;
    };
    return {sourceOf<Run>(QStringLiteral("run:"), kMaxFound, kRank, all, text, actionOf, id),
            sourceOf<Run>(QStringLiteral("again:"), kMaxAgain, kRank, lastOnes, againTitle, again, againId),
            sourceOf<Run>(QStringLiteral("stop:"), kMaxFound, kRank, active, stopTitle, stop, stopId)};
}

}  // namespace trainyard

#include "moc_runsmodule.cpp"
