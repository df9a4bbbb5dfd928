#include "core/keep/roomforecast.h"

#include "core/base/format.h"

#include <QCoreApplication>

#include <algorithm>
#include <vector>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Retention)
};

constexpr size_t kSizesAsked = 3;     // a model that grew long ago says nothing; one odd one must not decide
constexpr size_t kPausesAsked = 8;

}  // namespace

std::optional<RoomForecast> forecastRoom(const QList<Checkpoint> &checkpoints, qint64 freeBytes, qint64 now, bool isLive)
{
    std::vector<const Checkpoint *> newest;
    for (const Checkpoint &checkpoint : checkpoints) {
        if (checkpoint.verdict == Verdict::Complete && checkpoint.sizeBytes > 0)
            newest.push_back(&checkpoint);
    }
    if (newest.empty())
        return std::nullopt;
    std::sort(newest.begin(), newest.end(), [](const Checkpoint *a, const Checkpoint *b) { return a->modified > b->modified; });

    RoomForecast room;
    for (size_t i = 0; i < std::min(kSizesAsked, newest.size()); ++i)
        room.nextBytes = std::max(room.nextBytes, newest[i]->sizeBytes);
    room.more = std::max<qint64>(freeBytes, 0) / room.nextBytes;

    std::vector<qint64> pauses;
    for (size_t i = 0; i + 1 < newest.size() && pauses.size() < kPausesAsked; ++i) {
        const qint64 pause = newest[i]->modified - newest[i + 1]->modified;
        if (pause > 0)
            pauses.push_back(pause);
    }
    if (isLive && !pauses.empty()) {
        std::nth_element(pauses.begin(), pauses.begin() + qsizetype(pauses.size() / 2), pauses.end());
        room.everySeconds = pauses[pauses.size() / 2];
        qint64 until = 0;
        if (!__builtin_mul_overflow(room.more + 1, *room.everySeconds, &until))
            room.fullInSeconds = std::max<qint64>(0, newest.front()->modified + until - now);
    }
    return room;
}

QString roomText(const RoomForecast &room)
{
    if (room.more == 0)
        return Words::tr("No room for another checkpoint of %1").arg(formatBytes(room.nextBytes));
    const QString count = Words::tr("Room for %1 more").arg(formatCount(room.more));
    if (!room.fullInSeconds)
        return count;
    return Words::tr("%1, full in about %2").arg(count, formatDuration(std::min<qint64>(*room.fullInSeconds, 10LL * 365 * 86'400) * 1000));
}

}  // namespace trainyard
