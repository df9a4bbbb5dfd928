// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/checkpointsave.h"

#include "core/base/format.h"
#include "core/base/retry.h"
#include "core/execution/registry/executionbackends.h"

#include <QCoreApplication>

#include <algorithm>

namespace trainyard {

namespace {

using namespace std::chrono_literals;
constexpr auto kScanPause = 4s;

struct SaveWords {
    Q_DECLARE_TR_FUNCTIONS(trainyard::CheckpointSave)
};

QString saveClock(const QDateTime &moment) { return moment.toLocalTime().toString(QStringLiteral("HH:mm:ss")); }

QString savedName(const FoundCheckpoint &found)
{
    const Checkpoint &checkpoint = found.checkpoint;
    return checkpoint.step ? SaveWords::tr("step %1").arg(formatCount(*checkpoint.step)) : checkpoint.name.simplified();
}

}  // namespace

QString saveSentence(const CheckpointSaveState &state)
{
    const QString asked = saveClock(state.asked);
    switch (state.stage) {
    case CheckpointSaveState::Asking: break;
    case CheckpointSaveState::Waiting: return SaveWords::tr("Asked at %1; no new checkpoint yet.").arg(asked);
    case CheckpointSaveState::Writing:
        return SaveWords::tr("Asked at %1; %2 is being written.", "a time, what a checkpoint is of")
            .arg(asked, savedName(*state.checkpoint));
    case CheckpointSaveState::Saved:
        return SaveWords::tr("Asked at %1; saved %2 at %3.", "a time, what a checkpoint is of, a time")
            .arg(asked, savedName(*state.checkpoint), saveClock(state.checkpoint->saved));
    case CheckpointSaveState::NotSaved:
        return state.checkpoint
                   ? SaveWords::tr("Asked at %1; %2 was still not complete after 2 min.").arg(asked, savedName(*state.checkpoint))
                   : SaveWords::tr("Asked at %1; no new checkpoint within 2 min. A run that is evaluating or loading data may save later.")
                         .arg(asked);
    }
    return SaveWords::tr("Asking the run to save a checkpoint…");
}

QString whyNotAskedToSave(const Run &run, const Task &task)
{
    if (run.state != RunState::Running)
        return SaveWords::tr("Only a running run can save a checkpoint.");
    if (!task.checkpoints)
        return SaveWords::tr("The task has no checkpoints section.");
    if (task.checkpoints->signal.isEmpty())
        return SaveWords::tr("The task does not say how to make it save: set checkpoints.signal.");
    return {};
}

void takeScan(CheckpointSaveState &state, const QList<FoundCheckpoint> &before, const QList<FoundCheckpoint> &after, const QDateTime &now)
{
    for (const FoundCheckpoint &found : after) {
        const Checkpoint &one = found.checkpoint;
        const bool isKnown = std::any_of(before.begin(), before.end(), [&one](const FoundCheckpoint &old) {
            return old.checkpoint.name == one.name && old.checkpoint.step == one.step
                   && (old.checkpoint.modified == one.modified || old.checkpoint.verdict == Verdict::BeingWritten);
        });
        if (!isKnown && (!state.checkpoint || one.modified >= state.checkpoint->checkpoint.modified))
            state.checkpoint = found;
    }
    const auto verdict = state.checkpoint ? std::optional(state.checkpoint->checkpoint.verdict) : std::nullopt;
    if (verdict == Verdict::Complete || verdict == Verdict::Unknown)
        state.stage = CheckpointSaveState::Saved;
    else if (state.asked.secsTo(now) >= std::chrono::seconds(kCheckpointSaveWait).count())
        state.stage = CheckpointSaveState::NotSaved;
    else
        state.stage = verdict ? CheckpointSaveState::Writing : CheckpointSaveState::Waiting;
}

Result<CheckpointSaveState> saveCheckpointNow(const Run &run, const Task &task, SshConnection &connection,
                                              const std::function<void(const CheckpointSaveState &)> &told, std::stop_token stop)
{
    if (const QString why = whyNotAskedToSave(run, task); !why.isEmpty())
        return Error{ErrorCode::InvalidInput, why, {}};
    CheckpointSaveState state;
    told(state);
    // What is there already is not what it is about to save.
    TRY(const auto before, scanCheckpoints(run, task, connection, stop));
    TRY(const bool isAsked, executionBackend(run.engine).signal(run, task.checkpoints->signal, connection, stop));
    if (!isAsked)
        return Error{
            ErrorCode::RemoteCommandFailed,
            SaveWords::tr("The signal %1 was not sent: no process of the run catches it, or its container has no shell to send it with.")
                .arg(task.checkpoints->signal),
            {}};
    state.asked = QDateTime::currentDateTimeUtc();
    state.stage = CheckpointSaveState::Waiting;
    told(state);
    while (state.stage < CheckpointSaveState::Saved) {
        if (!pauseFor(kScanPause, stop))
            return Error{ErrorCode::Cancelled, SaveWords::tr("Asked at %1; not waited for.").arg(saveClock(state.asked)), {}};
        const auto after = scanCheckpoints(run, task, connection, stop);
        const QDateTime now = QDateTime::currentDateTimeUtc();
        // It was asked: one look that fails says nothing about the checkpoint.
        if (!after && (after.error().isCancelled() || state.asked.secsTo(now) >= std::chrono::seconds(kCheckpointSaveWait).count()))
            return after.error();
        if (!after)
            continue;
        takeScan(state, before, *after, now);
        told(state);
    }
    return state;
}

}  // namespace trainyard
