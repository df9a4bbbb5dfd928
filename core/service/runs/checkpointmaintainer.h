// SPDX-License-Identifier: GPL-3.0-or-later
// Maintains the checkpoints of followed runs: applies the rules of their tasks (checkpoints.keep) and writes manifests
// (checkpoints.manifests), automatically after each checkpoint. docs/checkpoint-keeping.md says what is never removed. Main thread; what
// waits is done on the context's pool.
#pragma once

#include "core/service/checkpoints/checkpointmaintenance.h"
#include "core/service/checkpoints/ratingcache.h"
#include "core/service/machines/servicecontext.h"

#include <QObject>

namespace trainyard {

class MaintenanceScheduler;

class CheckpointMaintainer : public QObject {
    Q_OBJECT
public:
    CheckpointMaintainer(ServiceContext &context, RatingCache &ratings);
    ~CheckpointMaintainer() override;

    // For a run that is active or has just ended; does nothing for others.
    QFuture<Result<MaintenanceReport>> maintain(const RunId &runId, std::stop_token stop = {});
    void touch(const RunId &runId);  // it has a new checkpoint: maintain it soon
    void stop();                     // before the context ends

Q_SIGNALS:
    // Checkpoints of a followed run were removed by its rules or got manifests, or that failed.
    void maintained(const RunId &runId, const trainyard::MaintenanceReport &report);

private:
    ServiceContext &m_context;
    RatingCache &m_ratings;
    std::unique_ptr<MaintenanceScheduler> m_scheduler;
    std::mutex m_guard;
    QHash<RunId, QByteArrayList> m_unwrittenEvents;  // events of runs that could not be written on their machine yet
};

}  // namespace trainyard
