// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/json.h"

#include "app/cli/costjson.h"
#include "app/cli/jsonvalues.h"
#include "core/service/machines/gpuchoice.h"
#include "core/service/machines/gputrouble.h"

#include <QJsonArray>

namespace trainyard {

namespace {

QJsonValue utcTimeOrNull(const QDateTime &when) { return when.isValid() ? QJsonValue(when.toUTC().toString(Qt::ISODate)) : QJsonValue(); }

QJsonArray issues(const QList<TaskIssue> &list)
{
    QJsonArray array;
    for (const TaskIssue &issue : list) {
        array << QJsonObject{
            {QStringLiteral("line"), issue.line}, {QStringLiteral("column"), issue.column}, {QStringLiteral("what"), issue.what}};
    }
    return array;
}

}  // namespace

QJsonObject toJson(const Machine &machine)
{
    return {{QStringLiteral("name"), machine.name},
            {QStringLiteral("kind"), machine.isSimulated ? QStringLiteral("sandbox") : QStringLiteral("ssh")},
            {QStringLiteral("simulated"), machine.isSimulated},
            {QStringLiteral("host"), machine.target.host},
            {QStringLiteral("port"), machine.target.port},
            {QStringLiteral("user"), machine.target.user},
            {QStringLiteral("group"), machine.group},
            {QStringLiteral("notes"), machine.notes},
            {QStringLiteral("added"), utcTimeOrNull(machine.added)}};
}

QJsonObject toJson(const ConnectionReport &report)
{
    QJsonArray steps;
    for (const StepFinding &step : report.steps) {
        steps << QJsonObject{
            {QStringLiteral("step"), connectionStepName(step.step)},
            {QStringLiteral("state"), stepStateName(step.state)},
            {QStringLiteral("sentence"), step.sentence},
            {QStringLiteral("remedy"), step.remedy},
            {QStringLiteral("command"), step.command},
            {QStringLiteral("detail"), step.detail},
            {QStringLiteral("error"), step.state == StepState::Failed ? QJsonValue(errorCodeName(step.code)) : QJsonValue()},
            {QStringLiteral("elapsed_ms"), step.elapsedMs}};
    }
    return {{QStringLiteral("ok"), report.isOk()},
            {QStringLiteral("cancelled"), report.isCancelled},
            {QStringLiteral("elapsed_ms"), report.elapsedMs},
            {QStringLiteral("steps"), steps}};
}

static QJsonArray toJson(const QList<GpuHolder> &holders)
{
    QJsonArray list;
    for (const GpuHolder &holder : holders) {
        list << QJsonObject{{QStringLiteral("pid"), holder.pid > 0 ? QJsonValue(holder.pid) : QJsonValue()},
                            {QStringLiteral("user"), holder.user.isEmpty() ? QJsonValue() : QJsonValue(holder.user)},
                            {QStringLiteral("command"), holder.command.isEmpty() ? QJsonValue() : QJsonValue(holder.command)},
                            {QStringLiteral("running_s"), holder.running ? QJsonValue(qint64(holder.running->count())) : QJsonValue()},
                            {QStringLiteral("memory_mib"), holder.memoryMiB ? QJsonValue(*holder.memoryMiB) : QJsonValue()}};
    }
    return list;
}

QJsonObject toJson(const MachineFacts &facts)
{
    QJsonArray gpus, engines, devices;
    for (const GpuDevice &device : gpuDevices(facts)) {
        devices << QJsonObject{{QStringLiteral("number"), device.number},
                               {QStringLiteral("uuid"), device.uuid},
                               {QStringLiteral("name"), device.name},
                               {QStringLiteral("holders"), facts.areHoldersKnown ? QJsonValue(toJson(device.holders)) : QJsonValue()}};
    }
    for (const MachineFacts::Gpu &gpu : facts.gpus) {
        gpus << QJsonObject{{QStringLiteral("index"), gpu.index},
                            {QStringLiteral("name"), gpu.name},
                            {QStringLiteral("uuid"), gpu.uuid},
                            {QStringLiteral("memory_mib"), gpu.memoryMiB ? QJsonValue(*gpu.memoryMiB) : QJsonValue()},
                            {QStringLiteral("state"), gpuStateName(gpu.health)},
                            {QStringLiteral("simulated"), gpu.isSimulated()}};
    }
    for (const EngineFact &engine : facts.engines) {
        engines << QJsonObject{{QStringLiteral("engine"), engineName(engine.engine)},
                               {QStringLiteral("usable"), engine.isUsable},
                               {QStringLiteral("version"), engine.version},
                               {QStringLiteral("problem"), engine.problem}};
    }
    return {{QStringLiteral("host_name"), facts.hostName},
            {QStringLiteral("system"), facts.system},
            {QStringLiteral("kernel"), facts.kernel},
            {QStringLiteral("architecture"), facts.architecture},
            {QStringLiteral("user"), facts.user},
            {QStringLiteral("home"), facts.home},
            {QStringLiteral("cpus"), facts.cpuCount > 0 ? QJsonValue(facts.cpuCount) : QJsonValue()},
            {QStringLiteral("memory_bytes"), facts.memoryBytes > 0 ? QJsonValue(facts.memoryBytes) : QJsonValue()},
            {QStringLiteral("home_available_bytes"), facts.homeAvailableBytes ? QJsonValue(*facts.homeAvailableBytes) : QJsonValue()},
            {QStringLiteral("driver"), facts.driverVersion},
            {QStringLiteral("gpus"), gpus},
            {QStringLiteral("gpu_devices"), devices},
            {QStringLiteral("gpu_problem"), facts.gpuTrouble && !gpuTroubleName(facts).isEmpty()
                                                ? QJsonObject{{QStringLiteral("kind"), gpuTroubleName(facts)},
                                                              {QStringLiteral("what"), gpuTroubleText(facts)},
                                                              {QStringLiteral("said"), facts.gpuProblem}}
                                                : QJsonValue()},
            {QStringLiteral("engines"), engines}};
}

QJsonObject toJson(const Run &run, std::optional<ErrorCode> problem)
{
    return {{QStringLiteral("id"), run.id.text()},
            {QStringLiteral("lineage"), run.lineage},
            {QStringLiteral("attempt"), run.attempt},
            {QStringLiteral("name"), run.name},
            {QStringLiteral("machine"), run.head().machineName},
            {QStringLiteral("simulated"), run.isSimulated},
            {QStringLiteral("engine"), engineName(run.engine)},
            {QStringLiteral("image"), run.image},
            {QStringLiteral("state"), runStateName(run.state)},
            {QStringLiteral("problem"), problem ? QJsonValue(errorCodeName(*problem)) : QJsonValue()},
            {QStringLiteral("pipeline"), run.pipeline ? QJsonValue(QJsonObject{{QStringLiteral("name"), run.pipeline->name},
                                                                               {QStringLiteral("first"), run.pipeline->first.text()},
                                                                               {QStringLiteral("step"), run.pipeline->number},
                                                                               {QStringLiteral("steps"), run.pipeline->count}})
                                                      : QJsonValue()},
            {QStringLiteral("exit_code"), orNull(run.exitCode)},
            {QStringLiteral("signal"), orNull(run.exitSignal)},
            {QStringLiteral("out_of_memory"), run.isOutOfMemory},
            {QStringLiteral("message"), run.message},
            {QStringLiteral("checkpoint_dir"), run.checkpointDir},
            {QStringLiteral("resumed_from"), run.resumedFrom},
            {QStringLiteral("project"), run.project},
            {QStringLiteral("note"), run.note},
            {QStringLiteral("tags"), QJsonArray::fromStringList(run.tags)},
            {QStringLiteral("pinned"), run.isPinned},
            {QStringLiteral("archived"), run.isArchived},
            {QStringLiteral("price"), run.price ? amountJson(*run.price) : QJsonValue()},
            {QStringLiteral("budget"), run.budget ? amountJson(*run.budget) : QJsonValue()},
            {QStringLiteral("currency"), run.price    ? QJsonValue(currencyCode(run.price->currency()))
                                         : run.budget ? QJsonValue(currencyCode(run.budget->currency()))
                                                      : QJsonValue()},
            {QStringLiteral("created"), utcTimeOrNull(run.created)},
            {QStringLiteral("started"), utcTimeOrNull(run.started)},
            {QStringLiteral("ended"), utcTimeOrNull(run.ended)}};
}

QJsonObject toJson(const MachineSample &sample)
{
    QJsonArray gpus;
    for (const GpuSample &gpu : sample.gpus) {
        gpus << QJsonObject{{QStringLiteral("index"), gpu.index},
                            {QStringLiteral("name"), gpu.name},
                            {QStringLiteral("uuid"), gpu.uuid},
                            {QStringLiteral("simulated"), gpu.isSimulated()},
                            {QStringLiteral("busy_percent"), orNull(gpu.busyPercent)},
                            {QStringLiteral("memory_used_mib"), orNull(gpu.memoryUsedMiB)},
                            {QStringLiteral("memory_total_mib"), orNull(gpu.memoryTotalMiB)},
                            {QStringLiteral("power_watts"), orNull(gpu.powerWatts)},
                            {QStringLiteral("power_limit_watts"), orNull(gpu.powerLimitWatts)},
                            {QStringLiteral("temperature_c"), orNull(gpu.temperatureC)},
                            {QStringLiteral("sm_clock_mhz"), orNull(gpu.smClockMHz)}};
    }
    return {{QStringLiteral("time_ms"), sample.timeMs},
            {QStringLiteral("cpu_percent"), orNull(sample.cpuPercent)},
            {QStringLiteral("cpus"), orNull(sample.cpuCount)},
            {QStringLiteral("load1"), orNull(sample.load1)},
            {QStringLiteral("memory_total_bytes"), orNull(sample.memoryTotalBytes)},
            {QStringLiteral("memory_available_bytes"), orNull(sample.memoryAvailableBytes)},
            {QStringLiteral("net_received_per_second"), orNull(sample.netReceivedPerSecond)},
            {QStringLiteral("net_sent_per_second"), orNull(sample.netSentPerSecond)},
            {QStringLiteral("disk_read_per_second"), orNull(sample.diskReadPerSecond)},
            {QStringLiteral("disk_written_per_second"), orNull(sample.diskWrittenPerSecond)},
            {QStringLiteral("disk_total_bytes"), orNull(sample.diskTotalBytes)},
            {QStringLiteral("disk_available_bytes"), orNull(sample.diskAvailableBytes)},
            {QStringLiteral("gpus"), gpus},
            {QStringLiteral("gpu_absence"), sample.gpuAbsence}};
}

QJsonValue toJson(const std::optional<DiskSpaceForecast> &room)
{
    if (!room)
        return {};
    return QJsonObject{{QStringLiteral("more"), room->more},
                       {QStringLiteral("next_bytes"), room->nextBytes},
                       {QStringLiteral("every_seconds"), orNull(room->everySeconds)},
                       {QStringLiteral("full_in_seconds"), orNull(room->fullInSeconds)}};
}

QJsonObject toJson(const Checkpoint &checkpoint, bool isLatestGood)
{
    QJsonObject metrics;
    for (auto metric = checkpoint.metrics.cbegin(); metric != checkpoint.metrics.cend(); ++metric)
        metrics.insert(metric.key(), metric.value());
    return {{QStringLiteral("name"), checkpoint.name},
            {QStringLiteral("step"), orNull(checkpoint.step)},
            {QStringLiteral("epoch"), orNull(checkpoint.epoch)},
            {QStringLiteral("loss"), orNull(checkpoint.loss)},
            {QStringLiteral("format"), checkpoint.format},
            {QStringLiteral("framework"), checkpoint.framework},
            {QStringLiteral("size_bytes"), checkpoint.sizeBytes},
            {QStringLiteral("modified"), utcTimeOrNull(QDateTime::fromSecsSinceEpoch(checkpoint.modified, Qt::UTC))},
            {QStringLiteral("tensors"), orNull(checkpoint.tensorCount)},
            {QStringLiteral("parameters"), orNull(checkpoint.parameterCount)},
            {QStringLiteral("verdict"), verdictName(checkpoint.verdict)},
            {QStringLiteral("reason"), checkpoint.reason},
            {QStringLiteral("missing"), QJsonArray::fromStringList(checkpoint.missing)},
            {QStringLiteral("without_optimizer"), checkpoint.isWithoutOptimizer},
            {QStringLiteral("metrics"), metrics},
            {QStringLiteral("pinned"), checkpoint.isPinned},
            {QStringLiteral("latest_good"), isLatestGood}};
}

QJsonObject toJson(const FoundCheckpoint &found)
{
    QJsonObject object = toJson(found.checkpoint, found.isLatestGood);
    object.insert(QStringLiteral("run"), found.source.runId().text());
    object.insert(QStringLiteral("lineage"), found.source.key);
    object.insert(QStringLiteral("machine"), found.source.machineName);
    object.insert(QStringLiteral("path"), found.path);
    object.insert(QStringLiteral("room"), toJson(found.room));
    return object;
}

QJsonObject toJson(const SandboxStatus &status)
{
    return {{QStringLiteral("running"), status.isRunning},
            {QStringLiteral("simulated"), true},
            {QStringLiteral("port"), status.port},
            {QStringLiteral("pid"), status.pid},
            {QStringLiteral("engine"), engineName(status.engine)},
            {QStringLiteral("engine_note"), status.engineNote},
            {QStringLiteral("image"), status.image}};
}

QJsonObject toJson(const TaskCheck &check)
{
    return {{QStringLiteral("valid"), check.errors.isEmpty()},
            {QStringLiteral("steps"), check.later.size() + 1},
            {QStringLiteral("errors"), issues(check.errors)},
            {QStringLiteral("warnings"), issues(check.warnings)}};
}

}  // namespace trainyard
