// SPDX-License-Identifier: GPL-3.0-or-later
// Which checkpoints of a run were seen, when they were written and what their state was: kept beside its local copy, so that the charts and
// the list of events have them without asking again, and when the checkpoints or the machine are gone. Any thread.
#pragma once

#include "core/base/paths.h"
#include "core/model/ids.h"
#include "core/service/runs/checkpointscan.h"

#include <QElapsedTimer>

namespace trainyard {

struct SeenCheckpoint {
    QString name;         // as the machine reports it; for display only
    qint64 modified = 0;  // seconds since 1970, the machine's clock
    std::optional<qint64> step;
    Verdict verdict = Verdict::Unknown;  // at the last check
    qint64 sizeBytes = 0;                // of all its files; 0: not known

    bool operator==(const SeenCheckpoint &) const = default;
};

// Oldest first, at most 2000; includes those that were removed on the machine meanwhile. Empty when the file is missing or damaged.
QList<SeenCheckpoint> seenCheckpoints(const RunId &runId, const Paths &paths);
// The step of the newest complete one.
std::optional<qint64> latestGoodStep(const QList<SeenCheckpoint> &seen);
// Adds what a scan found to what earlier ones did.
Result<void> rememberCheckpoints(const RunId &runId, const QList<FoundCheckpoint> &found, const Paths &paths);

// Decides when it is time for another scan: the folder's listing differs from before. Asks with one listing, at most twice a minute, and
// not at all while the run's log does not grow. One worker thread.
class CheckpointScanTimer {
public:
    explicit CheckpointScanTimer(const Run &run) : m_folder(run.checkpointDir) {}

    // `isLast`: the run has ended, so that this is the last chance.
    bool hasChanged(SshConnection &connection, bool hasLogGrown, bool isLast, std::stop_token stop);

private:
    QString m_folder;
    QElapsedTimer m_sinceLook;
    bool m_isDue = true;               // for the first scan, then once the log has grown
    std::optional<QByteArray> m_seen;  // a digest of the listing
};

}  // namespace trainyard
