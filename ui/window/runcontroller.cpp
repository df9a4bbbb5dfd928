#include "ui/window/runcontroller.h"

#include "core/run/runwatch.h"
#include "core/run/workbench.h"
#include "ui/run/runpage.h"

namespace trainyard {

RunController::RunController(Workbench &workbench, RunPage *page, QObject *parent)
    : QObject(parent), m_workbench(workbench), m_page(page)
{
    connect(page, &RunPage::stopRequested, this, &RunController::stop);
    connect(page, &RunPage::retryRequested, this, [this] {
        if (m_watch)
            m_watch->retryNow();
    });
    connect(&workbench, &Workbench::runsChanged, this, [this] {
        if (m_watch)
            m_watch->refresh();
    });
}

bool RunController::open(const QString &runId)
{
    const Result<Run> run = m_workbench.store().run(runId);
    if (!run) {
        Q_EMIT failed(run.error());
        return false;
    }
    if (m_watch)
        m_watch->disconnect(this);
    m_runId = runId;
    m_watch = m_workbench.watchRun(runId);
    if (!m_watch) {
        Q_EMIT failed({ErrorCode::NotFound, tr("The run %1 is not in the list any more.").arg(runId), {}});
        return false;
    }
    connect(m_watch, &RunWatch::runChanged, this, &RunController::show);
    connect(m_watch, &RunWatch::linkStateChanged, this, &RunController::show);
    connect(m_watch, &RunWatch::logGrew, m_page, &RunPage::logGrew);
    connect(m_watch, &RunWatch::metricsGrew, m_page, &RunPage::metricsGrew);
    show();
    return true;
}

void RunController::show()
{
    if (!m_watch)
        return;
    RunView view;
    view.run = m_watch->run();
    view.link = m_watch->linkState();
    view.linkError = m_watch->lastError();
    view.lastHeard = m_watch->lastHeard();
    view.isComplete = m_watch->isComplete();
    view.logFile = m_watch->logFile();
    view.metricsFile = m_watch->metricsFile();
    m_page->setRun(view);
}

void RunController::stop(const QString &runId)
{
    m_workbench.stopRun(runId).then(this, [this, runId](const Result<Run> &run) {
        if (!run && runId == m_runId)
            m_page->setError(run.error());
    });
}

}  // namespace trainyard
