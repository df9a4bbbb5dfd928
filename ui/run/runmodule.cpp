// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/runmodule.h"

#include "core/service/runs/services.h"
#include "ui/page/destinations.h"
#include "ui/page/navigator.h"
#include "ui/page/runtab.h"
#include "ui/page/workspace.h"
#include "ui/run/runactions.h"
#include "ui/run/runcontroller.h"
#include "ui/run/runmenu.h"
#include "ui/run/runpage.h"
#include "ui/run/runsmodule.h"

namespace trainyard {

RunModule::RunModule(PageContext &context) : PageModule(PageId::RunDetail, context)
{
    context.navigator.answer<OpenRun>([this](const OpenRun &asked) { openRun(asked); });
}

RunsModule *RunModule::list() const { return qobject_cast<RunsModule *>(m_context.navigator.module(PageId::Runs)); }

QWidget *RunModule::makePage()
{
    m_page = new RunPage(m_context.window);
    m_page->setCurveView(loadCurveView(m_context.paths.settings()));
    connect(m_page, &RunPage::curveViewChosen, this, [this](const CurveView &view) { saveCurveView(view, m_context.paths.settings()); });
    Navigator &navigator = m_context.navigator;
    connect(m_page, &RunPage::runsRequested, this, [&navigator] { navigator.show(PageId::Runs); });
    connect(m_page, &RunPage::resumeRequested, this, [&navigator](const RunId &runId) { navigator.go(ResumeRun{runId}); });
    connect(m_page->menu(), &RunMenu::terminalRequested, this, [&navigator](const RunId &runId) { navigator.go(OpenTerminal{{}, runId}); });
    connect(m_page, &RunPage::sandboxRequested, this, [&navigator] { navigator.go(StartSandbox{}); });
    connect(m_page, &RunPage::checkpointsRequested, this, [&navigator](const QString &lineage) {
        navigator.go(ShowCheckpoint{lineage, {}});
    });
    return m_page;
}

void RunModule::begin(Workspace &)
{
    RunsModule *const runs = list();
    connect(runs->actions(), &RunActions::startedAgain, this, [this](const RunId &runId, const QString &synced) {
        m_context.navigator.go(OpenRun{runId});
        if (m_control)
            m_control->setSynced(runId, synced);
    });
    connect(runs->actions(), &RunActions::failed, this, [this, runs](const RunId &runId, const Error &error) {
        const bool isShown = m_context.navigator.page() == PageId::RunDetail;
        if (isShown && (!runId.isSet() || m_control->currentRun() == runId))
            m_page->setError(error);
        else
            runs->showFailure(error);
    });
}

void RunModule::join(Workspace &workspace)
{
    m_page->setFollowers(&workspace.services.followers);
    m_control = new RunController(workspace.services, m_page, this);
    m_control->setSandbox(workspace.sandbox);
    connect(&workspace.sandbox, &SandboxController::viewChanged, m_control,
            [this, &workspace] { m_control->setSandbox(workspace.sandbox); });
    RunsModule *const runs = list();
    runs->actions()->serve(m_page->menu());
    connect(m_page, &RunPage::stopRequested, runs->actions(), &RunActions::stop);
    connect(runs->actions(), &RunActions::reporting, m_page, [this](const RunId &runId, bool isReporting) {
        if (m_control->currentRun() == runId)
            m_page->setReporting(isReporting);
    });
    connect(runs->actions(), &RunActions::runningAgain, m_page, [this](const RunId &runId, const QString &step) {
        if (m_control->currentRun() == runId || step.isEmpty())
            m_page->setRunningAgain(step);
    });
    BudgetWatch &budgets = workspace.agent.budgets();
    connect(&budgets, &BudgetWatch::metered, m_control, [this, &budgets] { m_control->setMeter(budgets.meter()); });
    m_control->setMeter(budgets.meter());
    connect(&workspace.agent.alerts(), &AlertWatch::changed, m_control, &RunController::readAlerts);
    connect(m_control, &RunController::failed, runs, &RunsModule::showFailure);
    for (PageModule *const module : m_context.navigator.modules()) {
        if (RunTab *const part = module->makeRunTab(m_page))
            m_page->addPart(part);
    }
}

void RunModule::openRun(const OpenRun &asked)
{
    const bool isThere = m_context.workspace && page() && m_control->open(asked.runId);
    m_context.navigator.show(isThere ? PageId::RunDetail : PageId::Runs);
    if (isThere)
        m_page->showPart(asked.part);
}

// The rules of alerts may have been changed in the settings since.
void RunModule::shown()
{
    if (m_control && m_control->currentRun().isSet())
        m_control->readAlerts();
}

bool RunModule::canRefresh() const { return m_context.workspace; }

void RunModule::refresh()
{
    m_control->retry();
    if (RunTab *const part = m_page->currentPart())
        part->refresh();
}

bool RunModule::showError(const QString &, const Error &error)
{
    if (m_page)
        m_page->setError(error);
    return m_page;
}

}  // namespace trainyard

#include "moc_runmodule.cpp"
