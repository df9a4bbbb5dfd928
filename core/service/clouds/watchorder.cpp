// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/clouds/watchorder.h"

namespace trainyard {

QString freeWatchName(const StateDatabase &database, const CapacityWatch &watch)
{
    QString gpu = watch.gpu;
    gpu.removeIf([](QChar one) { return !one.isLetterOrNumber() || one.unicode() > 0x7e; });
    const QString usual = QStringLiteral("%1x%2").arg(watch.gpus).arg(gpu).left(36);
    const QStringList unread = database.watches.unreadable().value_or(QStringList());
    QString name = usual;
    for (int number = 2; database.watches.find(name) || unread.contains(name); ++number)
        name = usual + u'-' + QString::number(number);
    return name;
}

Result<CapacityWatch> setWatchPaused(StateDatabase &database, const QString &name, bool isPaused)
{
    return database.watches.update(name, [isPaused](CapacityWatch &one) {
        const bool isRented = one.state == WatchState::Renting || one.state == WatchState::Rented;
        if (isRented || (isPaused && one.state != WatchState::Watching))
            return false;
        one.state = isPaused ? WatchState::Paused : WatchState::Watching;
        one.since = QDateTime::currentDateTimeUtc();
        if (!isPaused)
            one.outcome.clear();
        return true;
    });
}

}  // namespace trainyard
