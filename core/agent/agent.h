// SPDX-License-Identifier: GPL-3.0-or-later
// What acts without a person: sends alerts, enforces budgets, renews leases, maintains checkpoints, finishes calls to providers that
// a program left half done. No page owns any of it: the window holds an agent, `yard agent` holds one, and a command that follows a
// run stands in while neither is there. Of all that are open one acts (agentelection.h); when it ends, even by kill -9, the next
// begins within two seconds, and when it hangs within ten. Those that do not act show the same alerts and costs. Main thread.
#pragma once

#include "core/agent/agentelection.h"
#include "core/agent/alertwatch.h"
#include "core/agent/budgetwatch.h"
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

    void start();                               // for all runs and machines, also those to come
    void standInFor(const QList<RunId> &runs);  // for these runs alone, while no other program acts; budgets are left to their machines
    // Looks once more, for what the end of a run has brought, and waits until that is told: half a minute at most.
    void finish();

    bool isActing() const { return m_isActing; }
    static std::optional<AgentHolder> holder(const Paths &paths);  // the program that acts now

    AlertWatch &alerts() { return m_alerts; }
    BudgetWatch &budgets() { return m_budgets; }

Q_SIGNALS:
    void actingChanged(bool isActing);
    void holderChanged();  // another program acts than before, or none
    // A newer Trainyard has opened the database: this agent has stopped acting for good, so that one of the newer version can. Once.
    void outdated(const trainyard::Error &error);

private:
    void begin(AgentElection::Role role);
    void setActing(bool isActing);
    void attend();
    void maintain(const RunId &runId);

    Services &m_services;
    AlertWatch m_alerts;
    BudgetWatch m_budgets;
    std::unique_ptr<AgentElection> m_election;
    QList<RunId> m_only;
    QTimer m_beat, m_leasePoll, m_instancePoll;
    bool m_isActing = false;
    qint64 m_holder = -1;  // process ID; 0: none
};

}  // namespace trainyard
