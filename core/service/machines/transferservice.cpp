// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/machines/transferservice.h"

#include "core/service/machines/copynotes.h"
#include "core/service/machines/transferlinks.h"
#include "core/service/machines/transferqueue.h"
#include "core/storage/database/objectstorefile.h"

namespace trainyard {

TransferService::TransferService(ServiceContext &context) : m_context(context) {}

TransferService::~TransferService() = default;

TransferQueue &TransferService::queue()
{
    if (!m_queue) {
        m_queue = std::make_unique<TransferQueue>(
            m_context.paths.transfers(), *m_context.database,
            [pool = m_context.connections](const Machine &machine) { return transferLinks(pool, machine, Interaction::Allowed); });
        m_queue->setStores(
            [paths = m_context.paths](const QString &address, const QString &name) -> Result<ObjectStoreConfig> {
                const auto parsed = parseStoreAddress(address);
                return parsed ? objectStoreOf(paths, *parsed, name) : parsed.error();
            },
            m_context.paths.objects());
        QObject::connect(m_queue.get(), &TransferQueue::ended, m_queue.get(),
                         [queue = m_queue.get(), paths = m_context.paths](TransferId id) {
                             const auto one = queue->transfer(id);
                             if (one && one->progress.state == TransferState::Done)
                                 noteTransfer(paths, one->machineId, one->spec, one->ended.addMSecs(-one->milliseconds));
                         });
    }
    return *m_queue;
}

DirectTransfer TransferService::begin(const Machine &machine, const TransferSpec &spec, std::stop_token stop)
{
    const auto job = std::make_shared<TransferJob>(spec, transferLinks(m_context.connections, machine, Interaction::Allowed));
    return {[job] { return job->progress(); },
            m_context.async(stop, [job, spec, id = machine.id, paths = m_context.paths](std::stop_token token) {
                const QDateTime began = QDateTime::currentDateTimeUtc();
                auto outcome = job->run(token);
                if (outcome)
                    noteTransfer(paths, id, spec, began);
                return outcome;
            })};
}

void TransferService::cancelAllOf(MachineId machineId)
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
