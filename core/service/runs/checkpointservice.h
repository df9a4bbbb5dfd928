// SPDX-License-Identifier: GPL-3.0-or-later
// Checkpoints, wherever they are stored: found, listed, inspected, verified, compared, pinned and pruned. Nothing in them is executed. Main
// thread; what waits is done on the context's pool.
#pragma once

#include "core/model/ids.h"
#include "core/model/transfer.h"
#include "core/service/checkpoints/ratingcache.h"
#include "core/service/machines/servicecontext.h"
#include "core/service/runs/checkpointrequests.h"
#include "core/service/runs/checkpointsave.h"
#include "core/service/runs/checkpointscan.h"

#include <QCoreApplication>

namespace trainyard {

class CheckpointService {
    Q_DECLARE_TR_FUNCTIONS(trainyard::CheckpointService)
public:
    explicit CheckpointService(ServiceContext &context) : m_context(context) {}

    // Scans the machines of all runs that declare checkpoints (or of one lineage), and keeps the result for seenCheckpoints().
    QFuture<Result<CheckpointScan>> find(const QString &lineage = {}, std::stop_token stop = {}, const QString &ratedBy = {});
    // Asks a running run to save one now, and waits for it (checkpointsave.h). `told` is called on a worker thread.
    QFuture<Result<CheckpointSaveState>> saveNow(const RunId &runId, const std::function<void(const CheckpointSaveState &)> &told,
                                                 std::stop_token stop = {});
    // The reference to it with its folder, for the requests below.
    CheckpointRef refOf(const FoundCheckpoint &found) const;
    QFuture<Result<ListedCheckpoints>> list(const CheckpointRef &folder, std::stop_token stop = {}, const QString &ratedBy = {});
    // The contents of one of them, from a few ranges of its files. A checkpoint that was found by a scan is read as found: its folder is
    // not listed again.
    QFuture<Result<InspectedCheckpoint>> inspect(const CheckpointRef &ref, std::stop_token stop = {});
    QFuture<Result<Inspection>> inspect(const FoundCheckpoint &found, std::stop_token stop = {});
    // `progress` is called on a worker thread.
    QFuture<Result<CheckedCheckpoint>> verify(const CheckpointRef &ref, const VerifyOptions &options, const VerifyProgress &progress = {},
                                              std::stop_token stop = {});
    QFuture<Result<ComparedCheckpoints>> compare(const CheckpointRef &left, const CheckpointRef &right, const CompareOptions &options,
                                                 const CompareProgress &progress = {}, std::stop_token stop = {});
    // Pins these (by name, file or step; none: the latest good one) or unpins them, and returns them in their new state. A pin is stored
    // beside the checkpoint: every later scan, from any computer, sets Checkpoint::isPinned. NotFound, and nothing is changed, when one of
    // them is not there.
    QFuture<Result<QList<Checkpoint>>> pin(const CheckpointRef &folder, const QStringList &names, bool isPinned, std::stop_token stop = {});
    // What would be removed, or with `isCarriedOut` what was removed. What active runs began from already counts as needed.
    QFuture<Result<PrunePlan>> prune(const CheckpointRef &folder, const PruneOptions &options, bool isCarriedOut,
                                     std::stop_token stop = {});
    // Recovers what other programs left half-done, applies `action` to these entries (none: to all), then lists the trash.
    QFuture<Result<QList<TrashEntry>>> trash(const CheckpointRef &folder, TrashAction action, const QStringList &ids,
                                             std::stop_token stop = {});

    // `moved` is called on a worker thread. AlreadyExists: something else is there. Corrupt: it changed meanwhile, or what arrived is not
    // what was sent. If it ends early, what has arrived is kept for the same copy again.
    QFuture<Result<TransferOutcome>> copy(const CopyRequest &request, const std::function<void(const CopyProgress &)> &moved = {},
                                          std::stop_token stop = {});

    RatingCache &ratings() { return m_ratings; }  // any thread

private:
    void rate(QList<FoundCheckpoint> &found, const QString &metric, SshConnection &connection, std::stop_token stop);

    ServiceContext &m_context;
    RatingCache m_ratings;
};

// Identifies a folder for RatingCache.
QString ratingPlaceOf(const Location &folder);

}  // namespace trainyard
