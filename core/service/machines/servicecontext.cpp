// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/machines/servicecontext.h"

#include "core/service/machines/cloudcredentials.h"
#include "core/service/machines/machineinspector.h"

namespace trainyard {

namespace {

constexpr int kServiceThreads = 16;
constexpr std::chrono::seconds kFactsAge{60};  // an engine installed a minute ago is noticed

}  // namespace

ServiceContext::ServiceContext(const Paths &given, std::unique_ptr<StateDatabase> opened, SshQuestions asked)
    : paths(given), database(std::move(opened)), questions(asked), connections(std::make_shared<ConnectionPool>(std::move(asked))),
      providers(MachineProviders::standard(paths, storedCredentials(*database, paths)))
{
    threads.setMaxThreadCount(kServiceThreads);
    connect = [pool = connections](const Machine &machine, Interaction asking, std::stop_token stop) {
        return pool->get(machine, asking, QDeadlineTimer(kDialDeadline), stop);
    };
}

Result<std::shared_ptr<SshConnection>> ServiceContext::connectTo(MachineId machineId, std::stop_token stop)
{
    TRY(const auto machine, database->machines.find(machineId));
    return connect(machine, Interaction::Allowed, stop);
}

Result<MachineFacts> ServiceContext::inspect(const Machine &machine, SshConnection &connection, bool mayBeOld, std::stop_token stop)
{
    if (mayBeOld) {
        const std::lock_guard lock(m_guard);
        const auto known = m_facts.constFind(machine.id);
        if (known != m_facts.constEnd() && !known->until.hasExpired())
            return known->facts;
    }
    auto asked = inspectMachine(connection, QDeadlineTimer(kInspectDeadline), stop);
    if (asked) {
        const std::lock_guard lock(m_guard);
        m_facts[machine.id] = Known{*asked, QDeadlineTimer(kFactsAge)};
    }
    return asked;
}

void ServiceContext::forgetFacts(std::optional<MachineId> machineId)
{
    const std::lock_guard lock(m_guard);
    if (machineId)
        m_facts.remove(*machineId);
    else
        m_facts.clear();
}

}  // namespace trainyard
