// SPDX-License-Identifier: GPL-3.0-or-later
// Machines that providers create: requested, stopped, started and terminated (instanceoperations.h says how this survives a crash). Main
// thread; the work is done on the context's pool.
#pragma once

#include "core/model/instance.h"
#include "core/model/providercapabilities.h"
#include "core/model/stepreport.h"
#include "core/service/machines/servicecontext.h"

#include <QFuture>

namespace trainyard {

class InstanceService {
public:
    explicit InstanceService(ServiceContext &context) : m_context(context) {}

    // What can be done with this machine through its provider.
    ProviderCapabilities capabilitiesOf(const Machine &machine) const;
    // With a price, the choice made here is metered. `report` is called on a worker thread.
    QFuture<Result<Instance>> create(const InstanceRequest &request, const StepReport &report, std::stop_token stop = {});
    QFuture<Result<Machine>> putMachine(InstanceId id, const QString &name, std::stop_token stop = {});
    QFuture<Result<Instance>> start(InstanceId id, const StepReport &report, std::stop_token stop = {});
    QFuture<Result<Instance>> stop(InstanceId id, std::stop_token stop = {});
    QFuture<Result<Instance>> terminate(InstanceId id, std::stop_token stop = {});
    QFuture<Result<Instance>> refresh(InstanceId id, std::stop_token stop = {});
    // The end of its console output, at most `limit` bytes; hostile.
    QFuture<Result<QByteArray>> consoleOutput(InstanceId id, qint64 limit, std::stop_token stop = {});
    // Settles calls that programs abandoned; run at the start of a program, and every minute by the agent that acts. While one is running,
    // returns that one.
    QFuture<Result<QList<Instance>>> settle(std::stop_token stop = {});

private:
    ServiceContext &m_context;
    QFuture<Result<QList<Instance>>> m_settling;
};

}  // namespace trainyard
