// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/clouds/letinservice.h"

#include "core/service/clouds/ownaddress.h"

namespace trainyard {

bool LetInService::isLimited(const QString &account) const
{
    const auto found = m_context.database->accounts.find(account);
    return found && m_context.providers.capabilitiesOf(found->providerKind).limitsSsh;
}

QFuture<Result<QString>> LetInService::ownAddress(std::stop_token stop)
{
    ServiceContext *const context = &m_context;
    return context->async(stop, [context](std::stop_token token) { return findOwnAddress(context->paths, token); });
}

Result<LetIn> LetInService::plan(InstanceId id, const QString &address) const
{
    return planLetIn(*m_context.database, m_context.providers, id, address);
}

QFuture<Result<LetIn>> LetInService::letIn(InstanceId id, const QString &address, const StepReport &report, std::stop_token stop)
{
    ServiceContext *const context = &m_context;
    return context->async(
        stop, [context, id, address, report](std::stop_token token) { return trainyard::letIn(*context, id, address, report, token); });
}

}  // namespace trainyard
