// SPDX-License-Identifier: GPL-3.0-or-later
// The sandbox on this computer; its machine is called "sandbox". Main thread; the work is done on the context's pool.
#pragma once

#include "core/model/sandbox.h"
#include "core/model/stepreport.h"
#include "core/service/machines/servicecontext.h"

#include <QCoreApplication>

namespace trainyard {

class SandboxService {
    Q_DECLARE_TR_FUNCTIONS(trainyard::SandboxService)
public:
    explicit SandboxService(ServiceContext &context) : m_context(context) {}

    QFuture<Result<Machine>> start(const SandboxOptions &options, const StepReport &report, std::stop_token stop = {});
    QFuture<Result<void>> stop(std::stop_token stop = {});
    QFuture<SandboxStatus> status();
    // A task for a sandbox in that state. Each call returns one with its own checkpoint folder.
    Task demoTask(const SandboxStatus &status, DemoLength length = DemoLength::Tour) const;

private:
    ServiceContext &m_context;
};

}  // namespace trainyard
