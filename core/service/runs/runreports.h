// SPDX-License-Identifier: GPL-3.0-or-later
// Documents about runs. What they need from the services is fetched immediately, in the main thread; the reading and writing is done by a
// worker that does not use the services. They are made from the copy on this computer: machines are only asked which checkpoints there are.
#pragma once

#include "core/model/ids.h"
#include "core/observe/report/runcomparison.h"
#include "core/service/runs/services.h"

namespace trainyard {

// One HTML file (docs/report.md). `program`: "Trainyard 0.1.0".
QFuture<Result<QByteArray>> reportRun(Services &services, const RunId &runId, const QString &program, std::stop_token stop = {});
QFuture<Result<QList<ComparedRun>>> readForComparison(Services &services, const QList<RunId> &runIds, std::stop_token stop = {});

}  // namespace trainyard
