// SPDX-License-Identifier: GPL-3.0-or-later
// Runs again: what changed in the workdir of a run's task is sent, and the next attempt starts on the same machine, from the beginning
// (docs/run-again.md). Main thread; what waits is done on the context's pool.
#pragma once

#include "core/service/machines/servicecontext.h"
#include "core/service/runs/launcher.h"

#include <QFuture>
#include <QObject>

namespace trainyard {

struct RunAgain {
    Run run;
    SyncSummary synced;
};

class RunAgainService : public QObject {
    Q_OBJECT
public:
    explicit RunAgainService(ServiceContext &context) : m_context(context) {}

    // Of the run that this is an attempt of. AlreadyExists: one is still running, and `stopsFormer` is false; otherwise that is stopped as
    // soon as the files are there. A failure before that stops and starts nothing. `report` is called on a worker.
    QFuture<Result<RunAgain>> start(const RunId &runId, bool stopsFormer, const StepReport &report = {}, std::stop_token stop = {});

private:
    ServiceContext &m_context;
};

}  // namespace trainyard
