// SPDX-License-Identifier: GPL-3.0-or-later
// Watches for capacity: asks the clouds at a gentle pace, tells when a machine is there, or rents it. One round per account every few minutes;
// a cloud that throttles or does not answer is asked less and less often, down to once an hour. Main thread.
//
// A watch never rents twice: it is claimed in the database, with the token of its request, before anything is asked for. Whichever program
// goes on with it later uses the same token, for which the cloud makes one machine. Nothing is rented while this computer's clock is ahead.
#pragma once

#include "core/agent/clockjumpdetector.h"
#include "core/base/error.h"
#include "core/model/capacitywatch.h"
#include "core/service/clouds/capacitysearch.h"

#include <QHash>
#include <QObject>
#include <QSet>
#include <QTimer>

#include <functional>

namespace trainyard {

class Services;

struct WatchPace {
    std::chrono::milliseconds round{std::chrono::minutes(5)};       // between two rounds of an account
    std::chrono::milliseconds longest{std::chrono::hours(1)};       // when it fails again and again
    std::chrono::milliseconds abandoned{std::chrono::minutes(15)};  // a program that rents has written its request down by then
};

class CapacityWatcher : public QObject {
    Q_OBJECT
public:
    using Clock = std::function<ClockJumpDetector::Reading()>;
    explicit CapacityWatcher(Services &services, QObject *parent = nullptr, const WatchPace &pace = {},
                             Clock clock = &ClockJumpDetector::now);

    void setActing(bool isActing);  // only the agent that acts asks and rents
    void look();                    // asks the accounts whose time has come

Q_SIGNALS:
    void ended(const QString &watch, const QString &words);              // found, rented, or failed for good
    void failed(const QString &account, const trainyard::Error &error);  // the same error once

private:
    struct Account {
        std::chrono::milliseconds due{0}, pause{0};  // on the clock that runs since the computer started
        bool isAsked = false;                        // at this moment
        QString problem;
    };
    void ask(const QString &account, const QList<CapacityWatch> &watches);
    void take(const QString &account, const CapacityWatch &watch, const CapacityAnswer &answer);
    void note(const CapacityWatch &watch, const QString &account, const QString &why);
    void rent(const CapacityWatch &watch, const QString &account, const QList<CapacityFind> &finds);
    void rented(const CapacityWatch &watch, const Result<Machine> &machine);
    void goOnWith(const CapacityWatch &watch, const QDateTime &now);
    void end(const CapacityWatch &watch, WatchState from, WatchState to, const QString &words);

    Services &m_services;
    const WatchPace m_pace;
    const Clock m_clock;
    ClockJumpDetector m_guard;
    QTimer m_timer;
    QHash<QString, Account> m_accounts;
    QHash<QString, QMap<QString, QString>> m_whys;  // by watch and account: why nothing was there
    QSet<QString> m_renting;                        // by this program, now
};

}  // namespace trainyard
