// SPDX-License-Identifier: GPL-3.0-or-later
// Resuming from a checkpoint: whether the run would continue correctly, and whether it did (docs/resuming.md). Main thread; what waits is
// done on the context's pool.
#pragma once

#include "core/service/machines/servicecontext.h"
#include "core/service/runs/checkpointscan.h"
#include "core/service/runs/earlierloss.h"
#include "core/service/runs/resumeplan.h"

#include <QCoreApplication>

namespace trainyard {

class ResumeService {
    Q_DECLARE_TR_FUNCTIONS(trainyard::ResumeService)
public:
    explicit ResumeService(ServiceContext &context) : m_context(context) {}

    // A request that starts the run's task again from a checkpoint, on its machine.
    Result<LaunchRequest> requestFrom(const FoundCheckpoint &from) const;
    // What that would do, and whether the run would continue correctly; launch its request. Takes some seconds.
    QFuture<Result<ResumePlan>> plan(const ResumeRequest &request, std::stop_token stop = {});
    // What its launch recorded; NotFound when it recorded nothing.
    QFuture<Result<LaunchFacts>> launchFacts(const RunId &runId, std::stop_token stop = {});
    // What the first steps of a resumed run are compared with.
    QFuture<Result<EarlierLoss>> earlierLoss(const RunId &runId, std::stop_token stop = {});
    QFuture<Result<ResumedLoss>> resumedLoss(const RunId &runId, std::stop_token stop = {});

private:
    ServiceContext &m_context;
};

}  // namespace trainyard
