// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/machines/instanceservice.h"

#include "core/service/machines/instanceoperations.h"

namespace trainyard {

namespace {

InstanceOperations operationsOf(const ServiceContext &context) { return {*context.database, context.paths, context.providers}; }

}  // namespace

ProviderCapabilities InstanceService::capabilitiesOf(const Machine &machine) const
{
    const auto instance = m_context.database->instances.find(machine.instanceId);
    return instance ? m_context.providers.capabilitiesOf(instance->request.providerKind) : ProviderCapabilities();
}

QFuture<Result<Instance>> InstanceService::create(const InstanceRequest &request, const StepReport &report, std::stop_token stop)
{
    ServiceContext *const context = &m_context;
    return context->async(
        stop, [context, request, report](std::stop_token token) { return operationsOf(*context).create(request, report, token); });
}

QFuture<Result<Machine>> InstanceService::putMachine(InstanceId id, const QString &name, std::stop_token stop)
{
    ServiceContext *const context = &m_context;
    return context->async(stop, [context, id, name](std::stop_token token) -> Result<Machine> {
        const auto instance = context->database->instances.find(id);
        return instance ? operationsOf(*context).putMachine(*instance, name, token) : Result<Machine>(instance.error());
    });
}

QFuture<Result<Instance>> InstanceService::start(InstanceId id, const StepReport &report, std::stop_token stop)
{
    ServiceContext *const context = &m_context;
    return context->async(stop, [context, id, report](std::stop_token token) { return operationsOf(*context).start(id, report, token); });
}

QFuture<Result<Instance>> InstanceService::stop(InstanceId id, std::stop_token stop)
{
    ServiceContext *const context = &m_context;
    return context->async(stop, [context, id](std::stop_token token) { return operationsOf(*context).stop(id, token); });
}

QFuture<Result<Instance>> InstanceService::terminate(InstanceId id, std::stop_token stop)
{
    ServiceContext *const context = &m_context;
    return context->async(stop, [context, id](std::stop_token token) { return operationsOf(*context).terminate(id, token); });
}

QFuture<Result<Instance>> InstanceService::refresh(InstanceId id, std::stop_token stop)
{
    ServiceContext *const context = &m_context;
    return context->async(stop, [context, id](std::stop_token token) { return operationsOf(*context).refresh(id, token); });
}

QFuture<Result<QByteArray>> InstanceService::consoleOutput(InstanceId id, qint64 limit, std::stop_token stop)
{
    ServiceContext *const context = &m_context;
    return context->async(stop, [context, id, limit](std::stop_token token) -> Result<QByteArray> {
        TRY(const auto instance, context->database->instances.find(id));
        const auto provider = context->providers.find(instance.request.providerKind);
        return provider ? (*provider)->consoleOutput(instance, limit, token) : Result<QByteArray>(provider.error());
    });
}

QFuture<Result<QList<Instance>>> InstanceService::settle(std::stop_token stop)
{
    ServiceContext *const context = &m_context;
    // Rarely anyone rents: then no thread, and no connection to the database, is needed every minute.
    if (const auto live = context->database->instances.live(); live && live->isEmpty())
        return QtFuture::makeReadyFuture(Result<QList<Instance>>(QList<Instance>()));
    if (!m_settling.isRunning())
        m_settling = context->async(stop, [context](std::stop_token token) { return operationsOf(*context).settle(token); });
    return m_settling;
}

}  // namespace trainyard
