// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/machines/transferservice.h"

#include "core/service/machines/transferlinks.h"
#include "core/service/machines/transferqueue.h"
#include "core/storage/database/objectstorefile.h"

namespace trainyard {

TransferService::TransferService(ServiceContext &context) : m_context(context) {}

TransferService::~TransferService() = default;

TransferQueue &TransferService::queue()
{
    if (!m_queue) {
        m_queue = std::make_unique<TransferQueue>(m_context.paths.transfers(), *m_context.database,
                                                  [this](const Machine &machine) { return links(machine); });
        m_queue->setStores(
            [paths = m_context.paths](const QString &address, const QString &name) -> Result<ObjectStoreConfig> {
                const auto parsed = parseStoreAddress(address);
                const auto stores = loadObjectStores(paths);
                if (!parsed || !stores)
                    return parsed ? stores.error() : parsed.error();
                return storeFor(*stores, *parsed, name);
            },
            m_context.paths.objects());
    }
    return *m_queue;
}

DirectTransfer TransferService::begin(const Machine &machine, const TransferSpec &spec, std::stop_token stop)
{
    const auto job = std::make_shared<TransferJob>(spec, links(machine));
    return {[job] { return job->progress(); }, m_context.async(stop, [job](std::stop_token token) { return job->run(token); })};
}

TransferLinks TransferService::links(const Machine &machine) const
{
    return transferLinks(m_context.connections, machine, Interaction::Allowed);
}

void TransferService::cancelAllOf(qint64 machineId)
{
    if (m_queue)
        m_queue->cancelAllOf(machineId);
}

void TransferService::stop()
{
    if (m_queue)
        m_queue->stop();
}

}  // namespace trainyard
