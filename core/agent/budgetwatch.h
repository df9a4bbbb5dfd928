// SPDX-License-Identifier: GPL-3.0-or-later
// The budgets while this program runs: at each step that is reached for the first time, by this program or
// another, a person is told; at 80 % the runs under it are asked to save, at 100 % they are stopped with time to save. A
// run that could not be reached is tried again at each look, until it was asked once. A run's own budget is kept by its machine as
// well (docs/lease.md), with this computer off, and asking it to save is left to that. Main thread.
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

    void start();                   // looks now, then every half minute and after changes
    void setActing(bool isActing);  // while it does not act it only meters (agent.h); acts unless told otherwise
    const MeterNow &meter() const { return m_meter; }
    void look();  // takes no step while the clock is ahead of the time that passed (clockjumpdetector.h), but failed()

Q_SIGNALS:
    void metered();  // meter() is new
    void reached(const trainyard::BudgetState &state);
    void failed(const trainyard::Error &error);                          // the same one once, until a look works
    void stopFailed(const RunId &runId, const trainyard::Error &error);  // of a run over its budget; once for each run

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
    QHash<QString, BudgetStep> m_taken;  // steps that are known to be in the database
    QSet<RunId> m_unasked;               // runs that could not be reached to be asked to save
    QSet<RunId> m_stopping;              // runs that are asked at this moment
    QSet<RunId> m_told;                  // runs whose failed stop was told
    QString m_problem;
    bool m_isActing = true;
};

// Whose it is, as a part of a sentence: "this month", a project, the name of a run.
QString budgetOwner(const Budget &budget, const StateDatabase &database);
// "80 % of the budget for vision is used: 8.00 USD of 10.00 USD."
QString budgetFact(const BudgetState &state, const StateDatabase &database);

}  // namespace trainyard
