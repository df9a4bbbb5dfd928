// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/agent/capacitywatcher.h"

#include "core/agent/actingtimer.h"
#include "core/agent/rentalwatch.h"
#include "core/model/rentend.h"
#include "core/service/runs/services.h"
#include "core/service/runs/whendone.h"

#include <QUuid>

#include <algorithm>

namespace trainyard {

namespace {

using namespace std::chrono_literals;
constexpr auto kWatchInterval = 15s;  // costs a query; the clouds are asked far more rarely
constexpr qsizetype kMostPlaces = 4;  // tried one after the other at once; the next round tries again

// Every instance that was written down for this watch's token.
Result<QList<Instance>> askedFor(const StateDatabase &database, const QString &token)
{
    TRY(QList<Instance> found, database.instances.all());
    found.removeIf([&token](const Instance &one) {
        const QString &own = one.request.clientToken;
        return token.isEmpty() || (own != token && !own.startsWith(token + u'-'));
    });
    return found;
}

Result<RentOrder> orderFor(const CapacityWatch &watch, const AccountRecord &account, const QList<CapacityFind> &finds, const QDateTime &now)
{
    RentOrder order;
    order.account = account.name;
    for (const CapacityFind &find : finds) {
        const bool isKnown = std::any_of(order.places.begin(), order.places.end(), [&find](const RentPlace &one) {
            return one.type == find.place.type && one.region == find.place.region;
        });
        if (!isKnown && order.places.size() < kMostPlaces && find.place.perHour->currency() == finds.first().place.perHour->currency())
            order.places << find.place;
    }
    order.name = watch.machineName;
    order.image = watch.image;
    order.keyName = watch.keyName;
    order.diskGiB = watch.diskGiB;
    order.isSpot = watch.isSpot;
    if (watch.isSpot && finds.first().place.perHour->currency() == watch.most.currency())
        order.maxPrice = watch.most;
    order.ownAddress = watch.ownAddress.isEmpty() ? account.settings.value(QLatin1String(kOwnAddressSetting)) : watch.ownAddress;
    order.clientToken = watch.token;
    TRY(order.end, parseRentEnd(watch.until, now));
    TRY_DO(checkRentOrder(order));
    return order;
}

}  // namespace

CapacityWatcher::CapacityWatcher(Services &services, QObject *parent, const WatchPace &pace, Clock clock)
    : QObject(parent), m_services(services), m_pace(pace), m_clock(std::move(clock))
{
    m_timer.setInterval(kWatchInterval);
    connect(&m_timer, &QTimer::timeout, this, &CapacityWatcher::look);
}

void CapacityWatcher::setActing(bool isActing)
{
    if (startsActing(m_timer, isActing))
        look();
}

void CapacityWatcher::look()
{
    const ClockJumpDetector::Reading reading = m_clock();
    (void)m_guard.ahead(reading);  // so that it knows the clock as it was
    const auto all = m_services.database().watches.all();
    if (!m_timer.isActive() || !all || all->isEmpty())
        return;
    const QDateTime now = QDateTime::fromMSecsSinceEpoch(reading.wall.count(), Qt::UTC);
    QMap<QString, QList<CapacityWatch>> asked;
    const auto accounts = m_services.database().accounts.all();
    for (const CapacityWatch &watch : *all) {
        if (watch.state == WatchState::Renting && !m_renting.contains(watch.name))
            goOnWith(watch, now);
        if (watch.state != WatchState::Watching || !accounts)
            continue;
        for (const AccountRecord &account : *accounts) {
            const bool isMeant = watch.accounts.isEmpty() ? m_services.clouds.capabilitiesOf(account).hasOffers
                                                          : watch.accounts.contains(account.name);
            if (isMeant)
                asked[account.name] << watch;
        }
    }
    for (auto one = asked.cbegin(); one != asked.cend(); ++one) {
        auto known = m_accounts.find(one.key());
        if (known == m_accounts.end()) {
            // A program that is started again and again does not ask more often.
            qint64 since = m_pace.round.count();
            for (const CapacityWatch &watch : one.value()) {
                if (watch.looked.isValid())
                    since = std::min(since, std::max<qint64>(0, watch.looked.msecsTo(now)));
            }
            known = m_accounts.insert(one.key(), Account{});
            known->due = reading.boot + m_pace.round - std::chrono::milliseconds(since);
            known->pause = m_pace.round;
        }
        if (!known->isAsked && reading.boot >= known->due)
            ask(one.key(), one.value());
    }
}

void CapacityWatcher::ask(const QString &account, const QList<CapacityWatch> &watches)
{
    m_accounts[account].isAsked = true;
    const QDateTime when = QDateTime::fromMSecsSinceEpoch(m_guard.steady(m_clock()).count(), Qt::UTC);
    whenDone(m_services.clouds.search(account, watches, when), this,
             [this, account, watches](const Result<QHash<QString, CapacityAnswer>> &answers) {
                 Account &one = m_accounts[account];
                 one.isAsked = false;
                 if (!answers && answers.error().isCancelled())
                     return;
                 one.pause = answers ? m_pace.round : std::min(m_pace.longest, 2 * std::max(one.pause, m_pace.round));
                 one.due = m_clock().boot + one.pause;
                 const QString problem = answers ? QString() : answers.error().what;
                 if (std::exchange(one.problem, problem) != problem && !answers)
                     Q_EMIT failed(account, answers.error());
                 for (const CapacityWatch &watch : watches) {
                     if (answers)
                         take(account, watch, answers->value(watch.name));
                     else
                         note(watch, account, problem);
                 }
             });
}

void CapacityWatcher::take(const QString &account, const CapacityWatch &watch, const CapacityAnswer &answer)
{
    if (answer.finds.isEmpty()) {
        note(watch, account, answer.why);
        return;
    }
    if (!m_timer.isActive())
        return;
    const QString found = tr("%1 at %2", "a machine with its price, an account").arg(answer.finds.first().text(), account);
    if (watch.action == WatchAction::Rent)
        rent(watch, account, answer.finds);
    else
        end(watch, WatchState::Watching, WatchState::Found, found);
}

// Why there is nothing, at each account that was asked.
void CapacityWatcher::note(const CapacityWatch &watch, const QString &account, const QString &why)
{
    QMap<QString, QString> &whys = m_whys[watch.name];
    whys[account] = why;
    QStringList lines;
    for (auto one = whys.cbegin(); one != whys.cend(); ++one)
        lines << one.key() + QStringLiteral(": ") + one.value();
    const QDateTime now = QDateTime::fromMSecsSinceEpoch(m_clock().wall.count(), Qt::UTC);
    (void)m_services.database().watches.update(watch.name, [&](CapacityWatch &one) {
        if (one.state != WatchState::Watching || one.added != watch.added)
            return false;
        one.looked = now;
        one.outcome = lines.join(QStringLiteral("  "));
        return true;
    });
}

void CapacityWatcher::end(const CapacityWatch &watch, WatchState from, WatchState to, const QString &words)
{
    const auto changed = m_services.database().watches.update(watch.name, [&](CapacityWatch &one) {
        if (one.state != from || one.added != watch.added)
            return false;
        one.state = to;
        one.outcome = words;
        return true;
    });
    m_whys.remove(watch.name);
    if (changed)
        Q_EMIT ended(watch.name, words);
}

void CapacityWatcher::rent(const CapacityWatch &watch, const QString &account, const QList<CapacityFind> &finds)
{
    if (m_guard.ahead(m_clock()).count() > 0) {
        // Its end is counted from now.
        note(watch, account, tr("%1 is there. Nothing is rented while the clock of this computer is ahead.").arg(finds.first().text()));
        return;
    }
    const QDateTime now = QDateTime::fromMSecsSinceEpoch(m_clock().wall.count(), Qt::UTC);
    const auto record = m_services.database().accounts.find(account);
    const auto claimed = m_services.database().watches.update(watch.name, [&](CapacityWatch &one) {
        if (one.state != WatchState::Watching || one.added != watch.added)
            return false;
        one.state = WatchState::Renting;
        if (one.token.isEmpty())
            one.token = QUuid::createUuid().toString(QUuid::WithoutBraces);
        one.looked = now;
        one.outcome = finds.first().text();
        return true;
    });
    // Another account, or another program, was faster.
    if (!claimed)
        return;
    const auto order = record ? orderFor(*claimed, *record, finds, now) : Result<RentOrder>(record.error());
    if (!order) {
        end(*claimed, WatchState::Renting, WatchState::Failed, order.error().what);
        return;
    }
    m_renting.insert(watch.name);
    whenDone(m_services.clouds.rent(*order, {}), this, [this, watch = *claimed](const Result<Machine> &machine) {
        m_renting.remove(watch.name);
        rented(watch, machine);
    });
}

void CapacityWatcher::rented(const CapacityWatch &watch, const Result<Machine> &machine)
{
    if (machine) {
        end(watch, WatchState::Renting, WatchState::Rented, tr("%1 is rented and ready.").arg(machine->name));
        return;
    }
    const auto asked = askedFor(m_services.database(), watch.token);
    if (!asked)
        return;  // the next look goes on with it
    const bool isNothingMade = std::all_of(
        asked->begin(), asked->end(), [](const Instance &one) { return one.state == InstanceState::Gone && one.providerId.isEmpty(); });
    if (machine.error().code != ErrorCode::NoCapacity || !isNothingMade) {
        // A second machine could be asked for only if the first one is certainly not there: a person decides.
        if (!machine.error().isCancelled())
            end(watch, WatchState::Renting, WatchState::Failed, machine.error().what);
        return;
    }
    (void)m_services.database().watches.update(watch.name, [&](CapacityWatch &one) {
        if (one.state != WatchState::Renting || one.added != watch.added)
            return false;
        one.state = WatchState::Watching;
        one.token.clear();
        one.outcome = tr("It was tried, and the cloud had none: %1").arg(machine.error().what);
        return true;
    });
}

// The program that claimed it may have ended, or may still be renting.
void CapacityWatcher::goOnWith(const CapacityWatch &watch, const QDateTime &now)
{
    const auto asked = askedFor(m_services.database(), watch.token);
    if (!asked)
        return;
    if (asked->isEmpty()) {
        if (watch.since.msecsTo(now) < m_pace.abandoned.count())
            return;
        // Nothing was written down, so that nothing was asked for. The token stays, should that program go on after all.
        (void)m_services.database().watches.update(watch.name, [&watch](CapacityWatch &one) {
            const bool isSame = one.state == WatchState::Renting && one.added == watch.added && one.token == watch.token;
            if (isSame)
                one.state = WatchState::Watching;
            return isSame;
        });
        return;
    }
    const StateDatabase &database = m_services.database();
    const auto ready = std::find_if(asked->begin(), asked->end(), [&database](const Instance &one) {
        return one.state == InstanceState::Stopping || one.state == InstanceState::Stopped || wasOnceReady(database, one);
    });
    if (ready != asked->end())
        end(watch, WatchState::Renting, WatchState::Rented,
            ready->state == InstanceState::Ready ? tr("%1 is rented and ready.").arg(ready->request.name)
                                                 : tr("%1 was rented.").arg(ready->request.name));
    else if (std::all_of(asked->begin(), asked->end(), [](const Instance &one) { return one.state == InstanceState::Gone; }))
        end(watch, WatchState::Renting, WatchState::Failed,
            tr("The machine that was asked for is gone: add the watch again to try once more."));
}

}  // namespace trainyard

#include "moc_capacitywatcher.cpp"
