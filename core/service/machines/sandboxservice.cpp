// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/machines/sandboxservice.h"

#include "core/provider/sandbox/sandbox.h"
#include "core/provider/sandbox/sandboxprovider.h"
#include "core/service/machines/instanceoperations.h"

namespace trainyard {

namespace {

const QString kSandboxName = QStringLiteral("sandbox");

// Its server answers once it was started, with a key that it was given here, and its GPUs are simulated and need no check.
Result<Instance> ascended(StateDatabase &database, Instance instance)
{
    for (const InstanceState state : {InstanceState::AnswersSsh, InstanceState::HostKeyChecked, InstanceState::Ready}) {
        if (!canFollow(instance.state, state))
            continue;
        const auto moved = database.instances.update(instance.id, [state](Instance &one) { one.state = state; });
        if (!moved)
            return moved.error();
        instance = *moved;
    }
    return instance;
}

bool canStop(InstanceState state)
{
    return state == InstanceState::Stopping || (state != InstanceState::Requested && canFollow(state, InstanceState::Stopping));
}

}  // namespace

QFuture<Result<Machine>> SandboxService::start(const SandboxOptions &options, const StepReport &report, std::stop_token stop)
{
    ServiceContext *const context = &m_context;
    return context->async(stop, [context, options, report](std::stop_token token) -> Result<Machine> {
        const InstanceOperations operations(*context->database, context->paths, context->providers);
        TRY(const auto made, operations.create(SandboxProvider::request(options), report, token));
        TRY(const auto ready, ascended(*context->database, made));
        context->forgetFacts();
        auto known = context->database->machines.find(kSandboxName);
        if (known && !known->isSimulated) {
            return Error{
                ErrorCode::AlreadyExists, tr("Another machine is named “sandbox”. Remove or rename it, then start the sandbox."), {}};
        }
        // The machine outlives the instance: its runs are still there when the sandbox is requested again.
        if (known && known->instanceId != ready.id) {
            known->instanceId = ready.id;
            TRY_DO(context->database->machines.update(*known));
        }
        return operations.putMachine(ready, kSandboxName, token);
    });
}

QFuture<Result<void>> SandboxService::stop(std::stop_token stop)
{
    ServiceContext *const context = &m_context;
    return context->async(stop, [context](std::stop_token token) -> Result<void> {
        const auto known = context->database->instances.find(SandboxProvider::request({}));
        // A sandbox of an earlier version, or of a database that cannot be read or written, must stop as well.
        if (!known || !canStop(known->state) || context->database->unwritable())
            return trainyard::stopSandbox(context->paths, token);
        const auto stopped = InstanceOperations(*context->database, context->paths, context->providers).stop(known->id, token);
        return stopped ? Result<void>() : Result<void>(stopped.error());
    });
}

QFuture<SandboxStatus> SandboxService::status()
{
    ServiceContext *const context = &m_context;
    return context->async({}, [context](std::stop_token) { return trainyard::sandboxStatus(context->paths); });
}

Task SandboxService::demoTask(const SandboxStatus &status, DemoLength length) const { return trainyard::demoTask(status, length); }

}  // namespace trainyard
