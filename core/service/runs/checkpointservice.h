// SPDX-License-Identifier: GPL-3.0-or-later
// Checkpoints, wherever they lie: found, listed, inspected, verified, compared, pinned and pruned. Nothing in them is executed. Main
// thread; what waits is done on the context's pool.
#pragma once

#include "core/model/ids.h"
#include "core/model/transfer.h"
#include "core/service/checkpoints/ratingcache.h"
#include "core/service/machines/servicecontext.h"
#include "core/service/runs/checkpointrequests.h"
#include "core/service/runs/checkpointscan.h"

#include <QCoreApplication>

namespace trainyard {

class CheckpointService {
    Q_DECLARE_TR_FUNCTIONS(trainyard::CheckpointService)
public:
    explicit CheckpointService(ServiceContext &context) : m_context(context) {}

    // Looks on the machines of all runs that declare checkpoints (or of one lineage), and keeps what it found for
    // seenCheckpoints().
    QFuture<Result<CheckpointScan>> find(const QString &lineage = {}, std::stop_token stop = {}, const QString &ratedBy = {});
    // It with its folder, for what is asked of checkpoints below.
    CheckpointRef refOf(const FoundCheckpoint &found) const;
    QFuture<Result<ListedCheckpoints>> list(const CheckpointRef &folder, std::stop_token stop = {}, const QString &ratedBy = {});
    // What is in one of them, from a few ranges of its files. One that was found is read as it was found: its folder is not listed
    // once more.
    QFuture<Result<InspectedCheckpoint>> inspect(const CheckpointRef &ref, std::stop_token stop = {});
    QFuture<Result<Inspection>> inspect(const FoundCheckpoint &found, std::stop_token stop = {});
    // `progress` is called on a worker thread.
    QFuture<Result<CheckedCheckpoint>> verify(const CheckpointRef &ref, const VerifyOptions &options, const VerifyProgress &progress = {},
                                              std::stop_token stop = {});
    QFuture<Result<ComparedCheckpoints>> compare(const CheckpointRef &left, const CheckpointRef &right, const CompareOptions &options,
                                                 const CompareProgress &progress = {}, std::stop_token stop = {});
    // Pins those (by name, file or step; none: the latest good one) or lets go of them, and returns them as they are then. A
    // pin lies beside the checkpoint: Checkpoint::isPinned of every later look, from whichever computer. NotFound, and
    // nothing is changed, when one of them is not there.
    QFuture<Result<QList<Checkpoint>>> pin(const CheckpointRef &folder, const QStringList &names, bool isPinned, std::stop_token stop = {});
    // What would go, and with `isCarriedOut` what went. What live runs began from is among what is needed already.
    QFuture<Result<PrunePlan>> prune(const CheckpointRef &folder, const PruneOptions &options, bool isCarriedOut,
                                     std::stop_token stop = {});
    // Puts back what others left half-way, then lists it, after `action` was done to these entries (none: to all).
    QFuture<Result<QList<TrashEntry>>> trash(const CheckpointRef &folder, TrashAction action, const QStringList &ids,
                                             std::stop_token stop = {});

    // `moved` is called on a worker thread. AlreadyExists: something else is there. Corrupt: it changed meanwhile, or what arrived is
    // not what was sent. Ended early, what is there is kept for the same copy again.
    QFuture<Result<TransferOutcome>> copy(const CopyRequest &request, const std::function<void(const CopyProgress &)> &moved = {},
                                          std::stop_token stop = {});

    RatingCache &ratings() { return m_ratings; }  // any thread

private:
    void rate(QList<FoundCheckpoint> &found, const QString &metric, SshConnection &connection, std::stop_token stop);

    ServiceContext &m_context;
    RatingCache m_ratings;
};

// Tells folders apart, for RatingCache.
QString ratingPlaceOf(const Location &folder);

}  // namespace trainyard
