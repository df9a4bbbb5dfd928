// SPDX-License-Identifier: GPL-3.0-or-later
// How many more checkpoints a disk has room for, and when one will find none. Pure.
#pragma once

#include "core/checkpoint/format/checkpoint.h"

#include <optional>

namespace trainyard {

struct DiskSpaceForecast {
    qint64 nextBytes = 0;                 // the largest of the last three complete ones
    qint64 more = 0;                      // so many of these fit
    std::optional<qint64> everySeconds;   // the median of the last pauses between two
    std::optional<qint64> fullInSeconds;  // until the first that does not fit is begun; 0 = it is due

    bool operator==(const DiskSpaceForecast &) const = default;
};

// Nothing where no complete one says how large they are. `freeBytes`: for an ordinary user. `isLive`: more are to come;
// for one that is over there is no pace.
std::optional<DiskSpaceForecast> forecastRoom(const QList<Checkpoint> &checkpoints, qint64 freeBytes, qint64 now, bool isLive);

// One look at the folder of a run that goes on.
struct DiskSpaceSample {
    qint64 when = 0;    // seconds since 1970, by the clock of the caller of roomEndsIn()
    qint64 newest = 0;  // when the newest complete one was written, by the folder's clock
    int complete = 0;   // so many lay there
    DiskSpaceForecast room;
    int mostKept = 0;  // so many its own rules leave there; 0: no rule, or one without an end

    bool operator==(const DiskSpaceSample &) const = default;
};
// Adds a look: it takes the place of the last one that saw the same newest checkpoint. Few are kept.
void addRoomLook(QList<DiskSpaceSample> &looks, const DiskSpaceSample &look);
// Seconds from `now` until a checkpoint that does not fit is begun; infinite where as many are removed as come, or its rules leave no
// more than fit. Nothing as long as too little is known.
std::optional<double> roomEndsIn(const QList<DiskSpaceSample> &looks, qint64 now);

// "Room for 3 more, about 2 h": translated.
QString roomText(const DiskSpaceForecast &room);

}  // namespace trainyard
