// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/checkpoints/prunecontroller.h"

#include "core/service/runs/launchedtask.h"
#include "core/service/runs/services.h"
#include "core/service/runs/whendone.h"
#include "ui/checkpoints/checkpointspage.h"
#include "ui/checkpoints/prunedialog.h"
#include "ui/common/messagebar.h"

namespace trainyard {

namespace {

const QString kPin = QStringLiteral("pin");
constexpr int kUsualLast = 5;  // for a run whose task sets no rule: only proposed, nothing is deleted before the user agrees

}  // namespace

PruneController::PruneController(Services &services, QWidget *window) : QObject(window), m_services(services), m_window(window) {}

PruneController::~PruneController()
{
    m_stop.request_stop();
    m_forecastStop.request_stop();
}

void PruneController::setPage(CheckpointsPage *page)
{
    m_page = page;
    connect(page, &CheckpointsPage::pruneRequested, this, &PruneController::open);
    connect(page, &CheckpointsPage::pinRequested, this, &PruneController::pin);
    connect(page, &CheckpointsPage::diskSpaceRequested, this, &PruneController::forecast);
}

void PruneController::open(const CheckpointRef &where, const QString &title)
{
    if (m_dialog)
        return;
    RetentionPolicy policy;
    policy.last = kUsualLast;
    if (const auto task = taskOfRun(m_services.paths(), where.runId); task && task->checkpoints && task->checkpoints->removes()) {
        const CheckpointPlan &plan = *task->checkpoints;
        policy.last = plan.keep;
        policy.best = plan.keepBest;
        policy.metric = plan.keepBy;
        policy.direction = plan.isHigherBetter ? BestDirection::Highest : BestDirection::Lowest;
        policy.every = plan.keepEvery;
    }
    m_dialog = new PruneDialog(title, policy, m_window);
    connect(m_dialog, &PruneDialog::planRequested, this, [this, where](const PruneOptions &options) { plan(where, options, false); });
    connect(m_dialog, &PruneDialog::pruneConfirmed, this, [this, where](const PruneOptions &options) { plan(where, options, true); });
    connect(m_dialog, &PruneDialog::trashRequested, this, [this, where] { handleTrash(where, TrashAction::List, {}); });
    connect(m_dialog, &PruneDialog::restoreRequested, this,
            [this, where](const QStringList &ids) { handleTrash(where, TrashAction::Restore, ids); });
    connect(m_dialog, &PruneDialog::emptyRequested, this, [this, where] { handleTrash(where, TrashAction::Erase, {}); });
    m_dialog->open();
    m_dialog->askForPlan();
    handleTrash(where, TrashAction::List, {});
}

void PruneController::plan(const CheckpointRef &where, const PruneOptions &options, bool isCarriedOut)
{
    whenDone(m_services.checkpoints.prune(where, options, isCarriedOut, m_stop.get_token()), this,
             [this, isCarriedOut, dialog = m_dialog](const Result<PrunePlan> &plan) {
                 if (isCarriedOut)
                     Q_EMIT changed();
                 if (!dialog)
                     return;
                 if (!plan)
                     dialog->showError(plan.error());
                 else if (isCarriedOut)
                     dialog->setDone(*plan);
                 else
                     dialog->setPlan(*plan);
             });
}

void PruneController::handleTrash(const CheckpointRef &where, TrashAction action, const QStringList &ids)
{
    whenDone(m_services.checkpoints.trash(where, action, ids, m_stop.get_token()), this,
             [this, action, dialog = m_dialog](const Result<QList<TrashEntry>> &entries) {
                 if (action == TrashAction::Restore)
                     Q_EMIT changed();
                 if (!dialog)
                     return;
                 if (!entries) {
                     dialog->showTrashError(entries.error());
                     return;
                 }
                 dialog->setTrash(*entries, QDateTime::currentDateTimeUtc());
                 if (action != TrashAction::List)
                     dialog->askForPlan();
             });
}

void PruneController::pin(const FoundCheckpoint &found, bool isPinned)
{
    whenDone(m_services.checkpoints.pin(m_services.checkpoints.refOf(found), {found.checkpoint.name}, isPinned, m_stop.get_token()), this,
             [this](const Result<QList<Checkpoint>> &pinned) {
                 if (!pinned && !pinned.error().isCancelled() && m_page)
                     m_page->messageBar()->post({kPin, Tone::Bad, pinned.error().what, {}, pinned.error().detail, {}});
                 Q_EMIT changed();
             });
}

void PruneController::forecast(const CheckpointRef &where, const QString &lineage)
{
    m_forecastStop.request_stop();  // another one is selected
    m_forecastStop = std::stop_source();
    whenDone(m_services.checkpoints.prune(where, {}, false, m_forecastStop.get_token()), this,
             [this, lineage](const Result<PrunePlan> &plan) {
                 if (m_page && plan && plan->room)
                     m_page->setDiskSpace(lineage, diskSpaceText(*plan->room));
             });
}

}  // namespace trainyard

#include "moc_prunecontroller.cpp"
