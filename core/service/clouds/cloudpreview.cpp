// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/clouds/cloudpreview.h"

#include "core/storage/database/statedatabase.h"

namespace trainyard {

Result<QString> CloudPreview::policy(const QString &kind) const
{
    TRY(const auto provider, m_context.providers.find(kind));
    return provider->policy();
}

QFuture<QList<RentFinding>> CloudPreview::look(RentAsk ask, const RentOrder &order, int vcpus, std::stop_token stop)
{
    ServiceContext *const context = &m_context;
    return context->async(
        stop, [context, ask, order, vcpus](std::stop_token token) { return askBeforeRenting(*context, ask, order, vcpus, token); });
}

QFuture<Result<void>> CloudPreview::checkWatch(const CapacityWatch &watch, std::stop_token stop)
{
    ServiceContext *const context = &m_context;
    return context->async(stop, [context, watch](std::stop_token token) { return checkWatchable(*context, watch, token); });
}

QFuture<Result<QList<ProviderImage>>> CloudPreview::images(const QString &account, const QString &region, std::stop_token stop)
{
    ServiceContext *const context = &m_context;
    return context->async(stop, [context, account, region](std::stop_token token) -> Result<QList<ProviderImage>> {
        TRY(const auto known, context->database->accounts.find(account));
        TRY(const auto provider, context->providers.find(known.providerKind));
        if (!provider->capabilities().hasImages)
            return QList<ProviderImage>();
        InstanceFilter filter;
        filter.account = account;
        filter.region = region;
        return provider->images(filter, token);
    });
}

QString CloudPreview::createLine(const RentOrder &order) const
{
    const auto account = m_context.database->accounts.find(order.account);
    const auto provider = account ? m_context.providers.find(account->providerKind) : Result<const MachineProvider *>(account.error());
    if (!provider || order.places.isEmpty())
        return {};
    return (*provider)->createLine(requestOf(order, order.places.first(), *account, {}));
}

}  // namespace trainyard
