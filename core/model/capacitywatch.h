// SPDX-License-Identifier: GPL-3.0-or-later
// "Tell me, or rent it, when a machine with 8 × H100 is there for at most 20 USD an hour." Value type, pure.
#pragma once

#include "core/base/money.h"
#include "core/base/result.h"

#include <QDateTime>
#include <QString>
#include <QStringList>

namespace trainyard {

enum class WatchAction { Tell, Rent };
// From Watching, a watch that tells goes to Found. One that rents goes to Renting, before anything is asked for, and from there to Rented
// or Failed; back to Watching only if it is certain that nothing was asked for, or that the cloud made nothing.
// A person pauses one that is watching, and lets any but one that rents watch again.
enum class WatchState { Watching, Renting, Found, Rented, Failed, Paused };
QString watchStateName(WatchState state);  // "watching", "renting", …; stable
std::optional<WatchState> watchStateFromName(const QString &name);

struct CapacityWatch {
    QString name;  // unique
    QString gpu;   // as GpuNames understands it: "H100"
    int gpus = 1;  // in one machine
    Money most;    // per hour of a machine
    bool isSpot = false;
    QStringList accounts;  // by name; empty: all
    QStringList regions;   // empty: that of each account
    WatchAction action = WatchAction::Tell;

    // Of one that rents. The end is counted from when it is rented, so it is kept as it was entered: "8h,20USD".
    QString until;
    QString machineName, image, keyName, ownAddress;
    int diskGiB = 0;

    WatchState state = WatchState::Watching;
    QString token;                   // of the only request that may be in progress; empty: none
    QString outcome;                 // one sentence: what was found, or why nothing was so far
    QDateTime added, since, looked;  // UTC; `since`: in this state; `looked` is invalid until a cloud was asked

    QString wantedText() const;  // "8 × H100, on demand, at most 20.00 USD per hour"
    bool operator==(const CapacityWatch &) const = default;
};

// InvalidInput with a sentence: no GPU, no price, a count from 1 to 64 exceeded, a name that cannot be one, a renting watch without an end,
// with one that cannot be read, or with none but that of its runs.
Result<void> checkWatch(const CapacityWatch &watch, const QDateTime &now);

}  // namespace trainyard
