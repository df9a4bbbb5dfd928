// SPDX-License-Identifier: GPL-3.0-or-later
// Which checkpoints to keep and which to remove. Pure. When in doubt, the plan keeps:
//
// - The rules only remove Complete ones; Partial or Corrupt ones have a switch of their own; those being written or not judged are
//   never removed.
// - The newest complete one is always kept: by step and by time, because after a start from an earlier step the highest step
//   is not what the run writes now. So at least one complete checkpoint remains if there was one.
// - A complete one that cannot be rated (its metric is unknown or not a number) is kept if the best are to be kept.
// - In a group (a step whose parts are separate files) all complete ones are kept if one is, and they count as one.
// - Without any rule, no complete checkpoint is removed.
#pragma once

#include "core/checkpoint/format/checkpoint.h"

#include <QList>
#include <QString>

#include <optional>

namespace trainyard {

enum class BestDirection { Lowest, Highest };

struct RetentionPolicy {
    int last = 0;  // how many groups of the highest steps, and of the newest; 0 = no such rule
    int best = 0;  // how many groups by their metric; the newer of equal ones
    BestDirection direction = BestDirection::Lowest;
    QString metric = {};          // the metric for `best` (core/checkpoint/retention/rating.h)
    qint64 every = 0;             // those whose step is a multiple
    bool removesDamaged = false;  // Partial and Corrupt ones are removed too

    bool hasRule() const { return last > 0 || best > 0 || every > 0; }
};

struct RetentionCandidate {
    Verdict verdict = Verdict::Unknown;
    std::optional<qint64> step;
    std::optional<double> metric;  // the value for `best`
    qint64 modified = 0;           // seconds since 1970
    qint64 sizeBytes = 0;
    QString group;  // those of one group (the files of one step) are kept or removed together; empty: a group of its own
    bool isPinned = false;
    bool isNeeded = false;  // a running run was resumed from it, or a tracker file names it
};

enum class KeepReason {
    Newest,
    Last,
    Best,
    Every,
    Pinned,
    Needed,
    Together,  // another of its group is kept
    Unrated,   // no metric, and the best are to be kept
    NoRule,    // the policy has no rule for complete ones
    BeingWritten,
    Unjudged,
    Damaged,       // kept because the policy does not remove these
    MaybeWriting,  // damaged, but the run is active and nothing complete is newer
    OnlyTrace,     // damaged, but there is no complete one
};
// "the newest complete one"; translated, for a line next to the checkpoint.
QString keepReasonText(KeepReason reason);
QString keepReasonName(KeepReason reason);  // stable, for JSON: "newest"

struct RetentionPlan {
    struct Decision {
        QList<KeepReason> reasons;  // empty: it is removed
        bool isKept() const { return !reasons.isEmpty(); }
    };
    QList<Decision> decisions;  // one per candidate, in the same order
    qint64 removedBytes = 0;
    int removedCount = 0;
};

// `isLive`: the run that writes them has not ended.
RetentionPlan planRetention(const QList<RetentionCandidate> &candidates, const RetentionPolicy &policy, bool isLive);

}  // namespace trainyard
