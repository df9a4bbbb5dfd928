// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/machines/sandboxservice.h"

#include "core/provider/sandbox/sandbox.h"

namespace trainyard {

namespace {

const QString kSandboxName = QStringLiteral("sandbox");

}  // namespace

QFuture<Result<Machine>> SandboxService::start(const SandboxOptions &options, const StepReport &report, std::stop_token stop)
{
    ServiceContext *const context = &m_context;
    return context->async(stop, [context, options, report](std::stop_token token) -> Result<Machine> {
        const auto status = trainyard::startSandbox(context->paths, options, report, token);
        if (!status)
            return status.error();
        context->forgetFacts();
        auto known = context->database->machines.find(kSandboxName);
        if (!known) {
            Machine machine;
            machine.name = kSandboxName;
            machine.kind = MachineKind::Sandbox;
            machine.target = status->target;
            machine.added = QDateTime::currentDateTimeUtc();
            return context->database->machines.add(machine);
        }
        if (!known->isSimulated()) {
            return Error{
                ErrorCode::AlreadyExists, tr("Another machine is named “sandbox”. Remove or rename it, then start the sandbox."), {}};
        }
        known->target = status->target;
        const auto updated = context->database->machines.update(*known);
        if (!updated)
            return updated.error();
        return known;
    });
}

QFuture<Result<void>> SandboxService::stop(std::stop_token stop)
{
    ServiceContext *const context = &m_context;
    return context->async(stop, [context](std::stop_token token) { return trainyard::stopSandbox(context->paths, token); });
}

QFuture<SandboxStatus> SandboxService::status()
{
    ServiceContext *const context = &m_context;
    return context->async({}, [context](std::stop_token) { return trainyard::sandboxStatus(context->paths); });
}

Task SandboxService::demoTask(const SandboxStatus &status, DemoLength length) const { return trainyard::demoTask(status, length); }

}  // namespace trainyard
