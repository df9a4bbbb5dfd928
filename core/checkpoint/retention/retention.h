// SPDX-License-Identifier: GPL-3.0-or-later
// Which checkpoints stay and which may go. Pure. The plan errs on the side of keeping:
//
// - Only what was judged Complete goes by the rules, what is Partial or Corrupt with a switch of its own, what is being
//   written or could not be judged never.
// - The newest complete one always stays: by step and by time, because after a start from an earlier step the highest step
//   is not what the run writes now. So there is never less than one complete checkpoint where there was one.
// - A complete one that cannot be rated (its metric is not known or not a number) stays when the best are to be kept.
// - Of a group (a step whose parts are files of their own) all complete ones stay when one does, and count as one.
// - No rule at all removes no complete checkpoint.
#pragma once

#include "core/checkpoint/format/checkpoint.h"

#include <QList>
#include <QString>

#include <optional>

namespace trainyard {

enum class BestDirection { Lowest, Highest };

struct RetentionPolicy {
    int last = 0;  // so many groups of the highest steps, and of the newest; 0 = no such rule
    int best = 0;  // so many groups by their metric; of equal ones the newer
    BestDirection direction = BestDirection::Lowest;
    QString metric = {};          // what the best are the best of (core/checkpoint/retention/rating.h)
    qint64 every = 0;             // those whose step is a multiple
    bool removesDamaged = false;  // Partial and Corrupt ones go too

    bool hasRule() const { return last > 0 || best > 0 || every > 0; }
};

struct RetentionCandidate {
    Verdict verdict = Verdict::Unknown;
    std::optional<qint64> step;
    std::optional<double> metric;  // what `best` goes by
    qint64 modified = 0;           // seconds since 1970
    qint64 sizeBytes = 0;
    QString group;  // those of one group (the files of one step) stay or go together; empty: its own
    bool isPinned = false;
    bool isNeeded = false;  // a run that goes on began from it, or a tracker file names it
};

enum class KeepReason {
    Newest,
    Last,
    Best,
    Every,
    Pinned,
    Needed,
    Together,  // another of its group stays
    Unrated,   // no metric, and the best are to be kept
    NoRule,    // the policy says nothing about complete ones
    BeingWritten,
    Unjudged,
    Damaged,       // kept because the policy does not remove these
    MaybeWriting,  // damaged, but the run goes on and nothing complete is newer
    OnlyTrace,     // damaged, but there is no complete one
};
// "the newest complete one"; translated, for a line beside the checkpoint.
QString keepReasonText(KeepReason reason);
QString keepReasonName(KeepReason reason);  // stable, for JSON: "newest"

struct RetentionPlan {
    struct Decision {
        QList<KeepReason> reasons;  // none: it goes
        bool isKept() const { return !reasons.isEmpty(); }
    };
    QList<Decision> decisions;  // one for each candidate, in their order
    qint64 removedBytes = 0;
    int removedCount = 0;
};

// `isLive`: the run that writes them has not ended.
RetentionPlan planRetention(const QList<RetentionCandidate> &candidates, const RetentionPolicy &policy, bool isLive);

}  // namespace trainyard
