// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/leaseservice.h"

#include "core/service/machines/servicecontext.h"

namespace trainyard {

namespace {

using namespace std::chrono_literals;
constexpr auto kRetry = 60s;  // an unreachable machine is not dialled continuously

}  // namespace

Result<LeaseState> LeaseService::ask(const RunId &runId, const LeaseRequest &request, std::stop_token stop)
{
    TRY(const auto run, m_store.runs.find(runId));
    if (hasEnded(run.state))
        return leaseGone(run, true);
    TRY(const auto machine, m_store.machines.find(run.head().machineId));
    TRY(const auto connection, m_pool.get(machine, Interaction::Allowed, QDeadlineTimer(kDialDeadline), stop));
    LocalCopy copy(m_paths.runs() + u'/' + runId.text());
    TRY_DO(copy.create());
    if (request.isRenewed)
        return renewLease(run, copy, *connection, stop);
    if (request.extendedBy > 0s)
        return extendLease(run, copy, request.extendedBy, *connection, stop);
    return readLease(run, *connection, stop);
}

void LeaseService::renewDue(const QList<RunId> &only, std::stop_token stop)
{
    const auto runs = m_store.runs.running();
    if (!runs)
        return;
    for (const Run &run : *runs) {
        if (!only.isEmpty() && !only.contains(run.id))
            continue;
        LocalCopy copy(m_paths.runs() + u'/' + run.id.text());
        const auto retry = m_retries.constFind(run.id);
        const bool isWaiting = retry != m_retries.constEnd() && !retry->hasExpired();
        if (stop.stop_requested() || isWaiting || !isRenewalDue(copy))
            continue;
        const auto machine = m_store.machines.find(run.head().machineId);
        const auto connection = machine ? m_pool.get(*machine, Interaction::None, QDeadlineTimer(kDialDeadline), stop)
                                        : Result<std::shared_ptr<SshConnection>>(machine.error());
        if (connection && renewLease(run, copy, **connection, stop))
            m_retries.remove(run.id);
        else
            m_retries[run.id] = QDeadlineTimer(kRetry);
    }
}

}  // namespace trainyard
