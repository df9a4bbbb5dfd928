// SPDX-License-Identifier: GPL-3.0-or-later
// How many more checkpoints a disk has room for, and when one will find none. Pure.
#pragma once

#include "core/checkpoint/format/checkpoint.h"

#include <optional>

namespace trainyard {

struct DiskSpaceForecast {
    qint64 nextBytes = 0;                 // the largest of the last three complete ones
    qint64 more = 0;                      // how many of these fit
    std::optional<qint64> everySeconds;   // the median of the last pauses between two
    std::optional<qint64> fullInSeconds;  // until the first one that does not fit is started; 0 = it is due

    bool operator==(const DiskSpaceForecast &) const = default;
};

// nullopt if no complete one shows how large they are. `freeBytes`: for an ordinary user. `isLive`: the run may write more; a run that has
// ended has no pace.
std::optional<DiskSpaceForecast> forecastDiskSpace(const QList<Checkpoint> &checkpoints, qint64 freeBytes, qint64 now, bool isLive);

// One sample of the checkpoint folder of a running run.
struct DiskSpaceSample {
    qint64 when = 0;    // seconds since 1970, by the clock of the caller of secondsUntilFull()
    qint64 newest = 0;  // when the newest complete one was written, by the folder's clock
    int complete = 0;   // how many were there
    DiskSpaceForecast room;
    int mostKept = 0;  // how many its own rules keep there; 0: no rule, or one without a limit

    bool operator==(const DiskSpaceSample &) const = default;
};
// Adds a sample: it replaces the last one if that saw the same newest checkpoint. Few are kept.
void addDiskSpaceSample(QList<DiskSpaceSample> &samples, const DiskSpaceSample &sample);
// Seconds from `now` until a checkpoint that does not fit is started; infinite if as many are removed as are added, or if the run's rules
// keep no more than fit. nullopt while too little is known.
std::optional<double> secondsUntilFull(const QList<DiskSpaceSample> &samples, qint64 now);

// "Room for 3 more, about 2 h": translated.
QString diskSpaceText(const DiskSpaceForecast &room);

}  // namespace trainyard
