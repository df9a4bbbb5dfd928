// How many more checkpoints a disk has room for, and when one will find none. Pure.
#pragma once

#include "core/format/checkpoint.h"

#include <optional>

namespace trainyard {

struct RoomForecast {
    qint64 nextBytes = 0;                      // the largest of the last three complete ones
    qint64 more = 0;                           // so many of these fit
    std::optional<qint64> everySeconds;        // the median of the last pauses between two
    std::optional<qint64> fullInSeconds;       // until the first that does not fit is begun; 0 = it is due
};

// Nothing where no complete one says how large they are. `freeBytes`: for an ordinary user. `isLive`: more are to come;
// for one that is over there is no pace.
std::optional<RoomForecast> forecastRoom(const QList<Checkpoint> &checkpoints, qint64 freeBytes, qint64 now, bool isLive);

// "Room for 3 more, about 2 h": translated.
QString roomText(const RoomForecast &room);

}  // namespace trainyard
