// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/runreports.h"

#include "core/observe/report/htmlreport.h"
#include "core/observe/report/reportfiles.h"
#include "core/service/runs/resumeplan.h"
#include "core/service/runs/runreporter.h"

#include <QtConcurrentRun>

namespace trainyard {

QFuture<Result<QByteArray>> reportRun(Services &services, const RunId &runId, const QString &program, std::stop_token stop)
{
    StateDatabase &store = services.database();
    const auto run = store.runs.find(runId);
    auto meter = meterNow(store, QDateTime::currentDateTimeUtc());
    if (!run || !meter)
        return QtFuture::makeReadyFuture(Result<QByteArray>(run ? meter.error() : run.error()));
    ReportContext context;
    context.program = program;
    context.meter = *std::move(meter);
    if (const auto rentals = store.rentals.all())
        context.rentals = *rentals;
    context.isMachineRemoved = !store.machines.find(run->head().machineId);
    context.wereCheckpointsAsked = !context.isMachineRemoved && !run->checkpointDir.isEmpty();
    QFuture<Result<CheckpointScan>> asked;
    if (context.wereCheckpointsAsked)
        asked = services.checkpoints.find(run->lineage, stop);
    return QtConcurrent::run([run = *run, context, asked, paths = services.paths(), stop]() mutable -> Result<QByteArray> {
        TRY(auto record, readRunRecord(run, paths, stop));
        if (context.wereCheckpointsAsked) {
            asked.waitForFinished();
            TRY(const auto scan, asked.resultCount() > 0 ? asked.result() : Result<CheckpointScan>(cancelledError()));
            context.checkpoints = scan;
        }
        return htmlReport(runReport(run, std::move(record), context), reportStyle());
    });
}

QFuture<Result<QList<ComparedRun>>> readForComparison(Services &services, const QList<RunId> &runIds, std::stop_token stop)
{
    using Answer = Result<QList<ComparedRun>>;
    const auto meter = meterNow(services.database(), QDateTime::currentDateTimeUtc());
    if (!meter)
        return QtFuture::makeReadyFuture(Answer(meter.error()));
    QList<Run> runs;
    for (const RunId &id : runIds) {
        const auto run = services.database().runs.find(id);
        if (!run)
            return QtFuture::makeReadyFuture(Answer(run.error()));
        runs << *run;
    }
    return QtConcurrent::run([runs, meter = *meter, paths = services.paths(), stop]() -> Answer {
        QList<ComparedRun> compared;
        for (const Run &run : runs) {
            TRY(const auto record, readRunRecord(run, paths, stop));
            compared << comparedRun(run, record, meter);
            compared.last().launch = launchKeys(run, record, launchFactsOfRun(run.id, paths));
        }
        return compared;
    });
}

}  // namespace trainyard
