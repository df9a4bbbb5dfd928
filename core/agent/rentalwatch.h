// SPDX-License-Identifier: GPL-3.0-or-later
// Gives rented machines back when a person has confirmed it and the program that began has ended, and when their end has come: at their time, when they have cost enough, after they were idle, when their last run
// has ended, and when they did not become ready. Tries again until it succeeds. Goes on with a renting whose program ended. Notices
// machines that their provider took back. Main thread.
#pragma once

#include "core/agent/clockjumpdetector.h"
#include "core/model/ids.h"
#include "core/model/instance.h"
#include "core/service/runs/meternow.h"

#include <QHash>
#include <QObject>
#include <QSet>
#include <QTimer>

#include <functional>
#include <stop_token>

namespace trainyard {

class Services;

enum class RentalReason { Asked, Time, Money, Idle, RunsEnded, NotReady, Vanished };
QString rentalReasonText(RentalReason reason);  // translated: "its time is over"

struct RentalLook {
    Instance instance;
    std::optional<Money> cost;                          // of all its rentals, so far; without the time of `saving`
    QDateTime idleSince;                                // UTC; invalid while a run is active there, and as long as it is no machine
    std::optional<std::chrono::milliseconds> idleSeen;  // how long this program has seen it idle, by elapsed time
    bool sawItBusy = false;                             // before that
    // The end waits so long at most: of its runs that were asked to save and are not known to have done so, the longest `limits.grace`.
    std::chrono::seconds saving{0};
    bool hadRuns = false;
    bool wasReady = false;                     // once; a machine that restarts is booting again
    std::chrono::milliseconds unready{0};      // how long it was watched getting ready; this computer's sleep does not count
    std::chrono::milliseconds readyWithin{0};  // the longest that renting takes
};
// Why this machine is given back now; nullopt: not yet. Pure.
std::optional<RentalReason> rentalReason(const RentalLook &look, const QDateTime &now);
// Whether it is on its way to being ready, by this program or another one, or by none that lives. Pure.
bool isBeingRented(const RentalLook &look);
// Whether it is a ready machine, or was one.
bool wasOnceReady(const StateDatabase &database, const Instance &instance);

class RentalWatch : public QObject {
    Q_OBJECT
public:
    using Clock = std::function<ClockJumpDetector::Reading()>;
    explicit RentalWatch(Services &services, QObject *parent = nullptr, Clock clock = &ClockJumpDetector::now);

    // Only the agent that acts gives machines back. Looks at once, then every half minute. Time, money and idleness are counted by
    // ClockJumpDetector::steady(), so that a clock that is set wrong and right again neither ends a machine nor keeps it. The provider is
    // asked about machines that run every two minutes, about stopped ones every quarter of an hour.
    void setActing(bool isActing);
    void look();

Q_SIGNALS:
    void givenBack(const QString &name, const QString &reason);
    void unsaved(const QString &name, const QString &text);           // before it is given back: what is only there, in a sentence
    void becameReady(const QString &name);                            // after its renting was resumed here
    void failed(const QString &name, const trainyard::Error &error);  // the same error once

private:
    void giveBack(const Instance &instance, RentalReason reason);
    void giveBackNow(const Instance &instance, RentalReason reason);
    void resume(const Instance &instance);
    void resumed(InstanceId id, const QString &name, const Error &error);
    void refresh(const Instance &instance);
    void lookAt(const Instance &instance);
    void lookAtHostKey(const Instance &instance);
    void forgetGone();
    void forget(const Instance &instance, RentalReason reason, bool isVerified = true);

    Services &m_services;
    Clock m_clock;
    ClockJumpDetector m_guard;
    QTimer m_timer;
    QSet<InstanceId> m_lookedAt;  // whose host key is looked at, at this moment
    QSet<InstanceId> m_going;     // being given back, or asked about, at this moment
    struct Renting {
        std::stop_source stop;  // gives it back
        std::optional<RentalReason> why;
    };
    QHash<InstanceId, Renting> m_renting;  // resumed here, at this moment
    QHash<InstanceId, int> m_unready;      // looks at which it was being rented
    struct Idle {
        std::optional<std::chrono::milliseconds> since;  // boot
        bool wasBusy = false;
    };
    QHash<InstanceId, Idle> m_idle;
    int m_looks = 0;
    QHash<InstanceId, QString> m_problems;
    QHash<InstanceId, bool> m_saidUnsaved;
};

}  // namespace trainyard
