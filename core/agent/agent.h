// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that runs without a person: sends alerts, enforces budgets, renews leases, maintains checkpoints, watches for capacity, follows
// spot prices, gives rented machines back, and finishes provider calls that a program left half done. No page owns any of it: the window has an agent,
// `yard agent` has one, and a command that follows a run stands in if neither is running. Only one of the open agents is active
// (agentelection.h). When it ends, even by kill -9, the next
// one takes over within two seconds, and when it hangs, within ten. Inactive agents show the same alerts and costs. Main thread.
#pragma once

#include "core/agent/agentelection.h"
#include "core/agent/alertwatch.h"
#include "core/agent/budgetwatch.h"
#include "core/agent/capacitywatcher.h"
#include "core/agent/rentalwatch.h"
#include "core/agent/spotpricewatch.h"
#include "core/base/paths.h"
#include "core/model/ids.h"

#include <QObject>
#include <QTimer>

namespace trainyard {

class Agent : public QObject {
    Q_OBJECT
public:
    explicit Agent(Services &services, QObject *parent = nullptr);
    ~Agent() override;

    void start();                               // for all runs and machines, including future ones
    void standInFor(const QList<RunId> &runs);  // only for these runs, while no other program is active; budgets are left to the machines
    // Looks once more for what the end of a run has brought, and waits until it has been reported: half a minute at most.
    void finish();

    bool isActing() const { return m_isActing; }
    static std::optional<AgentHolder> holder(const Paths &paths);  // the program that is active now

    AlertWatch &alerts() { return m_alerts; }
    BudgetWatch &budgets() { return m_budgets; }
    RentalWatch &rentals() { return m_rentals; }
    CapacityWatcher &capacity() { return m_capacity; }
    SpotPriceWatch &prices() { return m_prices; }

Q_SIGNALS:
    void actingChanged(bool isActing);
    void holderChanged();  // another program is active than before, or none
    // A newer Trainyard has opened the database: this agent has stopped permanently, so that one of the newer version can take over.
    // Emitted once.
    void outdated(const trainyard::Error &error);

private:
    void begin(AgentElection::Role role);
    void setActing(bool isActing);
    void attend();
    void maintain(const RunId &runId);

    Services &m_services;
    AlertWatch m_alerts;
    BudgetWatch m_budgets;
    RentalWatch m_rentals;
    CapacityWatcher m_capacity;
    SpotPriceWatch m_prices;
    std::unique_ptr<AgentElection> m_election;
    QList<RunId> m_only;
    QTimer m_beat, m_leasePoll, m_instancePoll;
    bool m_isActing = false;
    qint64 m_holder = -1;  // process ID; 0: none
};

}  // namespace trainyard
