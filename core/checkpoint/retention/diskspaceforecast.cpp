// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/retention/diskspaceforecast.h"

#include "core/base/format.h"

#include <QCoreApplication>

#include <algorithm>
#include <limits>
#include <vector>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Retention)
};

constexpr size_t kSizesAsked = 3;  // the size of long ago means nothing; a single outlier must not decide
constexpr size_t kPausesAsked = 8;
constexpr qsizetype kRounds = 3;  // this many were added without increasing the number kept
constexpr qsizetype kMaxSamples = 8;

}  // namespace

std::optional<DiskSpaceForecast> forecastDiskSpace(const QList<Checkpoint> &checkpoints, qint64 freeBytes, qint64 now, bool isLive)
{
    std::vector<const Checkpoint *> newest;
    for (const Checkpoint &checkpoint : checkpoints) {
        if (checkpoint.verdict == Verdict::Complete && checkpoint.sizeBytes > 0)
            newest.push_back(&checkpoint);
    }
    if (newest.empty())
        return std::nullopt;
    std::sort(newest.begin(), newest.end(), [](const Checkpoint *a, const Checkpoint *b) { return a->modified > b->modified; });

    DiskSpaceForecast room;
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

void addDiskSpaceSample(QList<DiskSpaceSample> &samples, const DiskSpaceSample &sample)
{
    if (!samples.isEmpty() && samples.last().newest == sample.newest)
        samples.last() = sample;
    else
        samples << sample;
    if (samples.size() > kMaxSamples)
        samples.remove(0, samples.size() - kMaxSamples);
}

std::optional<double> secondsUntilFull(const QList<DiskSpaceSample> &samples, qint64 now)
{
    if (samples.isEmpty())
        return std::nullopt;
    constexpr double kNever = std::numeric_limits<double>::infinity();
    const DiskSpaceSample &last = samples.last();
    const bool isSettled = samples.size() > kRounds && last.complete <= samples[samples.size() - 1 - kRounds].complete;
    if (last.room.more > 0 && (isSettled || (last.mostKept > 0 && last.complete + last.room.more > last.mostKept)))
        return kNever;
    // Although there was no room for one more, others were added: an older one is removed first.
    if (isSettled
        && std::all_of(samples.end() - kRounds, samples.end(), [](const DiskSpaceSample &sample) { return sample.room.more == 0; }))
        return kNever;
    if (last.room.more <= 0)
        return 0;
    if (!last.room.fullInSeconds || !last.room.everySeconds)
        return std::nullopt;
    // An overdue checkpoint may come now; the ones after it keep their interval.
    const double passed = double(std::max<qint64>(0, now - last.when));
    return std::max(double(*last.room.fullInSeconds) - passed, double(last.room.more) * double(*last.room.everySeconds));
}

QString diskSpaceText(const DiskSpaceForecast &room)
{
    if (room.more == 0)
        return Words::tr("No space for another checkpoint of %1").arg(formatBytes(room.nextBytes));
    const QString count = Words::tr("Space for about %1 more").arg(formatCount(room.more));
    if (!room.fullInSeconds)
        return count;
    return Words::tr("%1, full in about %2").arg(count, formatDuration(std::min<qint64>(*room.fullInSeconds, 10LL * 365 * 86'400) * 1000));
}

}  // namespace trainyard
