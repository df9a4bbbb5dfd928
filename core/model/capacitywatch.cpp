// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/capacitywatch.h"

#include "core/model/accountrecord.h"
#include "core/model/rentend.h"

#include <QCoreApplication>

#include <array>
#include <utility>

namespace trainyard {

namespace {

struct WatchWords {
    Q_DECLARE_TR_FUNCTIONS(trainyard::CapacityWatch)
};

constexpr int kMostWatchedGpus = 64;  // no cloud has a larger machine
constexpr qsizetype kMostGpuLetters = 60;
constexpr std::array kWatchStates{std::pair(WatchState::Watching, "watching"), std::pair(WatchState::Renting, "renting"),
                                  std::pair(WatchState::Found, "found"),       std::pair(WatchState::Rented, "rented"),
                                  std::pair(WatchState::Failed, "failed"),     std::pair(WatchState::Paused, "paused")};

}  // namespace

QString watchStateName(WatchState state)
{
    for (const auto &[one, name] : kWatchStates) {
        if (one == state)
            return QLatin1String(name);
    }
    Q_UNREACHABLE();
}

std::optional<WatchState> watchStateFromName(const QString &name)
{
    for (const auto &[state, known] : kWatchStates) {
        if (name == QLatin1String(known))
            return state;
    }
    return std::nullopt;
}

QString CapacityWatch::wantedText() const
{
    return WatchWords::tr("%1 × %2, %3, at most %4 per hour")
        .arg(QString::number(gpus), gpu, isSpot ? WatchWords::tr("spot") : WatchWords::tr("on demand"), most.text());
}

Result<void> checkWatch(const CapacityWatch &watch, const QDateTime &now)
{
    if (!checkAccountName(watch.name)) {
        return invalidInput(WatchWords::tr("“%1” cannot name a watch. Use 1 to 40 letters, digits and . _ -.").arg(watch.name.left(100)));
    }
    if (watch.gpu.trimmed().isEmpty() || watch.gpu.size() > kMostGpuLetters)
        return invalidInput(WatchWords::tr("Say which GPU to look for, for example --gpu H100."));
    if (watch.gpus < 1 || watch.gpus > kMostWatchedGpus)
        return invalidInput(WatchWords::tr("A machine has 1 to %1 GPUs: enter such a number.").arg(kMostWatchedGpus));
    if (watch.most.nanos() <= 0)
        return invalidInput(WatchWords::tr("Say what it may cost per hour, for example --below 20USD."));
    if (watch.action == WatchAction::Tell)
        return {};
    if (watch.until.isEmpty())
        return invalidInput(WatchWords::tr("Say when the machine is given back: --until 8h, --until 40USD or --until idle=20m."));
    TRY(const auto end, parseRentEnd(watch.until, now));
    if (!end.at.isValid() && !end.spent && !end.idle) {
        return invalidInput(
            WatchWords::tr("It may be rented while you are away, and then no run starts: besides run, --until needs a time, an "
                           "amount or idle, for example --until run,idle=20m."));
    }
    return {};
}

}  // namespace trainyard
