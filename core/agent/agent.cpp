// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/agent/agent.h"

#include "core/service/runs/services.h"

#include <QCoreApplication>

namespace trainyard {

namespace {

using namespace std::chrono_literals;
constexpr auto kLeasePoll = 5s;  // half of the shortest lease
constexpr auto kInstancePoll = 1min;
constexpr auto kLastNotices = 30s;  // the longest time that a webhook without an answer may delay shutdown

QString lockFile(const Paths &paths) { return paths.data + QStringLiteral("/agent.lock"); }

}  // namespace

Agent::Agent(Services &services, QObject *parent)
    : QObject(parent), m_services(services), m_alerts(services), m_budgets(services), m_rentals(services), m_capacity(services),
      m_prices(services)
{
    m_alerts.setActing(false);
    m_budgets.setActing(false);
    connect(&m_budgets, &BudgetWatch::reached, &m_alerts,
            [this](const BudgetState &state) { m_alerts.budgetReached(state, budgetFact(state, m_services.database())); });
    connect(&m_budgets, &BudgetWatch::metered, &m_alerts, [this] { m_alerts.setBudgets(m_budgets.meter().budgets); });
    connect(&m_capacity, &CapacityWatcher::ended, &m_alerts, &AlertWatch::capacityReached);
    connect(&m_prices, &SpotPriceWatch::followed, &m_budgets, &BudgetWatch::look);
    connect(&m_prices, &SpotPriceWatch::rose, &m_alerts, &AlertWatch::priceRose);
    connect(&services.runs, &RunService::checkpointsTouched, this, &Agent::maintain);
    m_beat.setInterval(AgentElection::kBeat);
    connect(&m_beat, &QTimer::timeout, this, &Agent::attend);
    m_leasePoll.setInterval(kLeasePoll);
    connect(&m_leasePoll, &QTimer::timeout, this, [this] { m_services.runs.renewLeases(m_only); });
    m_instancePoll.setInterval(kInstancePoll);
    connect(&m_instancePoll, &QTimer::timeout, this, [this] { m_services.instances.settle(); });
}

Agent::~Agent() = default;

void Agent::start()
{
    begin(AgentElection::Role::Candidate);
    m_alerts.start();
    m_budgets.start();
}

void Agent::standInFor(const QList<RunId> &runs)
{
    m_only = runs;
    begin(AgentElection::Role::StandIn);
    m_alerts.start(runs);
}

void Agent::begin(AgentElection::Role role)
{
    m_election = std::make_unique<AgentElection>(lockFile(m_services.paths()), role);
    attend();
    m_beat.start();
}

void Agent::attend()
{
    if (const auto problem = m_services.database().outdated()) {
        m_beat.stop();
        m_election->resign();
        setActing(false);
        Q_EMIT outdated(*problem);
        return;
    }
    const bool isActing = m_election->attend();
    if (const qint64 holder = FileLock(lockFile(m_services.paths())).holder(); std::exchange(m_holder, holder) != holder)
        QMetaObject::invokeMethod(this, &Agent::holderChanged, Qt::QueuedConnection);
    setActing(isActing);
}

void Agent::setActing(bool isActing)
{
    if (std::exchange(m_isActing, isActing) == isActing)
        return;
    m_alerts.setActing(isActing);
    m_budgets.setActing(isActing);
    if (isActing) {
        m_leasePoll.start();
        // Finish what the previously active program left undone.
        m_services.runs.renewLeases(m_only);
        const QList<RunId> followed = m_alerts.followed();
        for (const RunId &run : followed)
            maintain(run);
        if (m_only.isEmpty()) {
            m_services.instances.settle();
            m_instancePoll.start();
            m_rentals.setActing(true);
            m_capacity.setActing(true);
            m_prices.setActing(true);
        }
    } else {
        m_leasePoll.stop();
        m_instancePoll.stop();
        m_rentals.setActing(false);
        m_capacity.setActing(false);
        m_prices.setActing(false);
    }
    Q_EMIT actingChanged(isActing);
}

void Agent::maintain(const RunId &runId)
{
    if (m_isActing && (m_only.isEmpty() || m_only.contains(runId)))
        m_services.maintenance.touch(runId);
}

void Agent::finish()
{
    if (!m_election)
        return;
    m_alerts.look();
    m_alerts.notifier().wait(kLastNotices);
    QCoreApplication::sendPostedEvents();  // deliver the results
}

std::optional<AgentHolder> Agent::holder(const Paths &paths) { return agentHolder(lockFile(paths)); }

}  // namespace trainyard

#include "moc_agent.cpp"
