// SPDX-License-Identifier: GPL-3.0-or-later
// The budgets while this program runs. When a step is reached for the first time, in this or another program, the person is notified; at
// 80 % the affected runs are asked to save, at 100 % they are stopped with time to save. A run that could not be reached is retried at
// each look until the request succeeds. A run's own budget is also enforced by its machine (docs/lease.md), even with this computer off,
// and asking it to save is left to that. Main thread.
#pragma once

#include "core/agent/clockjumpdetector.h"
#include "core/model/ids.h"
#include "core/service/runs/meternow.h"

#include <QHash>
#include <QObject>
#include <QSet>
#include <QTimer>

#include <functional>

namespace trainyard {

class Services;

class BudgetWatch : public QObject {
    Q_OBJECT
public:
    using Clock = std::function<ClockJumpDetector::Reading()>;
    explicit BudgetWatch(Services &services, QObject *parent = nullptr, Clock clock = &ClockJumpDetector::now);

    void start();                   // looks immediately, then every half minute and after changes
    void setActing(bool isActing);  // while inactive it only meters (agent.h); active by default
    const MeterNow &meter() const { return m_meter; }
    void look();  // takes no step while the clock is ahead of the elapsed time (clockjumpdetector.h), but emits failed()

Q_SIGNALS:
    void metered();  // meter() has changed
    void reached(const trainyard::BudgetState &state);
    void failed(const trainyard::Error &error);                          // a repeated one only once, until a look works
    void stopFailed(const RunId &runId, const trainyard::Error &error);  // for a run over its budget; once for each run

private:
    void act(const BudgetState &state, bool isNew);
    void askToSave(const RunId &runId);
    void stop(const RunId &runId);
    void fail(const Error &error);

    Services &m_services;
    Clock m_clock;
    ClockJumpDetector m_guard;
    MeterNow m_meter;
    QTimer m_timer, m_soon;
    QHash<QString, BudgetStep> m_taken;  // steps known to be in the database
    QSet<RunId> m_unasked;               // runs that could not be reached to be asked to save
    QSet<RunId> m_stopping;              // runs that are being asked at this moment
    QSet<RunId> m_reportedFailures;      // runs whose failed stop was reported
    QString m_problem;
    bool m_isActing = true;
};

// Whose budget it is, as a phrase in a sentence: "this month", a project, the name of a run.
QString budgetOwner(const Budget &budget, const StateDatabase &database);
// "80 % of the budget for vision is used: 8.00 USD of 10.00 USD."
QString budgetFact(const BudgetState &state, const StateDatabase &database);

}  // namespace trainyard
