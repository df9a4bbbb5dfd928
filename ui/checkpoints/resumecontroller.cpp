// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/checkpoints/resumecontroller.h"

#include "core/service/runs/services.h"
#include "core/service/runs/whendone.h"
#include "ui/checkpoints/checkpointspage.h"
#include "ui/checkpoints/resumedialog.h"
#include "ui/page/checkpointfinder.h"

#include <algorithm>
#include <atomic>

namespace trainyard {

namespace {

constexpr qint64 kProgressMs = 250;  // as often as one can read it

}  // namespace

ResumeController::ResumeController(Services &services, CheckpointFinder &finder, QWidget *window)
    : QObject(window), m_services(services), m_finder(finder), m_window(window)
{
}

ResumeController::~ResumeController()
{
    m_planStop.request_stop();
    m_inspectStop.request_stop();
}

void ResumeController::setPage(CheckpointsPage *page)
{
    m_page = page;
    connect(page, &CheckpointsPage::refreshRequested, &m_finder, &CheckpointFinder::scan);
    connect(page, &CheckpointsPage::inspectionRequested, this, &ResumeController::inspect);
    connect(page, &CheckpointsPage::verifyRequested, this, &ResumeController::verify);
    connect(page, &CheckpointsPage::resumeRequested, this, &ResumeController::resume);
    connect(&m_finder, &CheckpointFinder::scanningChanged, page, &CheckpointsPage::setScanning);
    connect(&m_finder, &CheckpointFinder::failed, page, &CheckpointsPage::setError);
    const auto show = [this] { m_page->setScan(m_finder.lastScan(), m_finder.scannedAt()); };
    connect(&m_finder, &CheckpointFinder::scanned, page, show);
    if (m_finder.scannedAt().isValid())
        show();
    page->setScanning(m_finder.isScanning());
}

void ResumeController::inspect(const FoundCheckpoint &found)
{
    whenDone(m_services.checkpoints.inspect(found, m_inspectStop.get_token()), this, [this, found](const Result<Inspection> &inspection) {
        if (m_page)
            m_page->setInspection(found, inspection);
    });
}

void ResumeController::verify(const FoundCheckpoint &found)
{
    // Reported from a worker, shown in the main thread; the page ignores it once it shows another checkpoint.
    const auto progress = [guard = QPointer<CheckpointsPage>(m_page), context = QPointer<QObject>(&m_services), found,
                           last = std::make_shared<std::atomic<qint64>>(0)](qint64 done, qint64 total) {
        const qint64 now = QDateTime::currentMSecsSinceEpoch();
        if (now - last->load() < kProgressMs)
            return;
        last->store(now);
        QMetaObject::invokeMethod(
            context.data(),
            [guard, found, done, total] {
                if (guard)
                    guard->setVerifyProgress(found, done, total);
            },
            Qt::QueuedConnection);
    };
    VerifyOptions options;
    options.isFull = true;
    whenDone(m_services.checkpoints.verify(m_services.checkpoints.refOf(found), options, progress, m_inspectStop.get_token()), this,
             [this, found](const Result<CheckedCheckpoint> &checked) {
                 if (m_page)
                     m_page->setVerification(found,
                                             checked ? Result<Verification>(checked->verification) : Result<Verification>(checked.error()));
             });
}

void ResumeController::resume(const FoundCheckpoint &from)
{
    QList<FoundCheckpoint> ofRun;
    const QList<FoundCheckpoint> &all = m_finder.lastScan().found;
    std::copy_if(all.cbegin(), all.cend(), std::back_inserter(ofRun),
                 [&from](const FoundCheckpoint &c) { return c.source.key == from.source.key; });
    if (ofRun.isEmpty())
        ofRun.append(from);
    openDialog(*from.source.run, ofRun, from.path);
}

void ResumeController::resumeRun(const RunId &runId)
{
    const Result<Run> run = m_services.database().runs.find(runId);
    if (!run) {
        Q_EMIT failed(run.error());
        return;
    }
    whenDone(m_services.checkpoints.find(run->lineage), this, [this, run = *run](const Result<CheckpointScan> &scan) {
        if (!scan) {
            if (!scan.error().isCancelled())
                Q_EMIT failed(scan.error());
        } else if (!scan->found.isEmpty()) {
            openDialog(*scan->found.first().source.run, scan->found, {});
        } else if (!scan->problems.isEmpty()) {
            // Resuming from a copy in a store is possible all the same.
            openDialog(scan->problems.first().run, {}, {});
            if (m_dialog)
                m_dialog->setUnreachable(scan->problems.first().error);
        } else {
            Q_EMIT failed({ErrorCode::NotFound, tr("%1 has saved no checkpoint yet. Launch it again instead.").arg(run.name), {}});
        }
    });
}

void ResumeController::openDialog(const Run &run, const QList<FoundCheckpoint> &checkpoints, const QString &chosen)
{
    if (m_dialog)
        return;
    m_dialog = new ResumeDialog(run, checkpoints, chosen, m_services.database().machines.all().value_or({}),
                                QDateTime::currentDateTimeUtc(), m_window);
    m_dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_dialog, &ResumeDialog::planRequested, this, &ResumeController::planResume);
    connect(m_dialog, &ResumeDialog::resumeConfirmed, this, &ResumeController::confirm);
    connect(m_dialog, &ResumeDialog::cancelled, this, [this] {
        m_launchStop.request_stop();
        m_planStop.request_stop();
    });
    m_dialog->open();
    m_dialog->askForPlan();
}

void ResumeController::planResume(const ResumeRequest &request)
{
    const int number = ++m_plans;
    m_planStop.request_stop();  // an earlier choice is no longer needed
    m_planStop = std::stop_source();
    whenDone(m_services.resumes.plan(request, m_planStop.get_token()), this, [this, number](const Result<ResumePlan> &plan) {
        if (!m_dialog || number != m_plans)
            return;
        if (plan)
            m_dialog->setPlan(*plan);
        else if (!plan.error().isCancelled())
            m_dialog->setPlanError(plan.error());
    });
}

void ResumeController::confirm(const LaunchRequest &request)
{
    m_launchStop = std::stop_source();
    m_dialog->setBusy(tr("Starting…"));
    const auto guard = std::make_shared<QPointer<ResumeDialog>>(m_dialog);
    const auto isOver = std::make_shared<bool>(false);  // used in the main thread only
    const auto report = [guard, isOver, context = QPointer<QObject>(&m_services)](const QString &step) {
        QMetaObject::invokeMethod(
            context.data(),
            [guard, isOver, step] {
                if (*guard && !*isOver)
                    (*guard)->setBusy(step);
            },
            Qt::QueuedConnection);
    };
    whenDone(m_services.runs.launch(request, report, m_launchStop.get_token()), this, [this, guard, isOver](const Result<Run> &run) {
        *isOver = true;
        if (run) {
            if (*guard)
                (*guard)->accept();
            Q_EMIT launched(*run);
        } else if (*guard) {
            (*guard)->setError(run.error());
        } else if (!run.error().isCancelled()) {
            Q_EMIT failed(run.error());
        }
    });
}

}  // namespace trainyard

#include "moc_resumecontroller.cpp"
