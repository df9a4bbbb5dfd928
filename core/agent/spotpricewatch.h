// SPDX-License-Identifier: GPL-3.0-or-later
// Follows the prices of rented spot machines where a cloud moves them while they run: one question per account and region every five
// minutes, for all machines there, also until shortly after their end. A cloud that throttles or does not answer is asked less and less often,
// down to once an hour; the last known price stays, with its age. Main thread.
#pragma once

#include "core/agent/clockjumpdetector.h"
#include "core/base/error.h"
#include "core/service/clouds/spotprices.h"

#include <QHash>
#include <QObject>
#include <QTimer>

#include <functional>

namespace trainyard {

class Services;

class SpotPriceWatch : public QObject {
    Q_OBJECT
public:
    using Clock = std::function<ClockJumpDetector::Reading()>;
    explicit SpotPriceWatch(Services &services, QObject *parent = nullptr, Clock clock = &ClockJumpDetector::now);

    // Only the agent that acts asks. Pauses are counted by elapsed time, and go on after a restart.
    void setActing(bool isActing);
    void look();

    static constexpr std::chrono::minutes kRound{5};  // prices move by the hour at most clouds, and each request counts against a limit
    static constexpr std::chrono::hours kLongest{1};

Q_SIGNALS:
    void followed();                                                     // a question was answered, or failed: prices may be others now
    void rose(const QString &machine, const QString &words);             // each new height once
    void failed(const QString &account, const trainyard::Error &error);  // the same error once

private:
    struct Place {
        std::chrono::milliseconds due{0}, pause{kRound};  // on the clock that runs since the computer started
        bool isAsked = false;                             // at this moment
        QString problem;
    };
    void ask(const PriceQuestion &question);

    Services &m_services;
    const Clock m_clock;
    ClockJumpDetector m_guard;
    QTimer m_timer;
    QHash<QString, Place> m_places;  // by PriceQuestion::key()
};

}  // namespace trainyard
