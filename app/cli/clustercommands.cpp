// SPDX-License-Identifier: GPL-3.0-or-later
// `yard cluster`: what a cluster's scheduler says, asked on its login node.
#include "app/cli/commands.h"
#include "app/cli/jsonvalues.h"
#include "core/service/clusters/clustertexts.h"

#include <QCoreApplication>
#include <QSet>

#include <algorithm>

namespace trainyard {

namespace {

struct ClusterWords {
    Q_DECLARE_TR_FUNCTIONS(trainyard::ClusterCommands)
};

const QString kNone = QStringLiteral("-");

QString orNone(const QString &text) { return text.isEmpty() ? kNone : text; }

QJsonValue secondsOrNull(const std::optional<std::chrono::seconds> &time)
{
    return time ? QJsonValue(qint64(time->count())) : QJsonValue();
}

QJsonObject toJson(const ClusterNode &node)
{
    QJsonObject gpus;
    for (auto one = node.gpus.begin(); one != node.gpus.end(); ++one)
        gpus[one.key()] = QJsonObject{{QStringLiteral("count"), one.value()}, {QStringLiteral("free"), node.freeGpus(one.key())}};
    return {{QStringLiteral("name"), node.name},
            {QStringLiteral("partitions"), QJsonArray::fromStringList(node.partitions)},
            {QStringLiteral("state"), node.state},
            {QStringLiteral("usable"), node.isUsable},
            {QStringLiteral("reason"), node.reason.isEmpty() ? QJsonValue() : QJsonValue(node.reason)},
            {QStringLiteral("gpus"), gpus},
            {QStringLiteral("cpus"), node.cpus},
            {QStringLiteral("used_cpus"), node.usedCpus},
            {QStringLiteral("memory_mib"), node.memoryMiB},
            {QStringLiteral("used_memory_mib"), node.usedMemoryMiB}};
}

QJsonObject toJson(const ClusterPartition &partition, const Cluster &cluster)
{
    const QList<ClusterJob> jobs = cluster.jobsOf(partition.name);
    return {{QStringLiteral("name"), partition.name},
            {QStringLiteral("default"), partition.isDefault},
            {QStringLiteral("up"), partition.isUp},
            {QStringLiteral("for_all"), partition.isForAll},
            {QStringLiteral("longest_seconds"), secondsOrNull(partition.longest)},
            {QStringLiteral("waiting"), countOfJobs(jobs, false)},
            {QStringLiteral("running"), countOfJobs(jobs, true)}};
}

QString stateName(ClusterJob::State state)
{
    switch (state) {
    case ClusterJob::State::Waiting: return QStringLiteral("waiting");
    case ClusterJob::State::Starting: return QStringLiteral("starting");
    case ClusterJob::State::Running: return QStringLiteral("running");
    case ClusterJob::State::Paused: return QStringLiteral("paused");
    case ClusterJob::State::Ending: return QStringLiteral("ending");
    case ClusterJob::State::Ended: break;
    }
    return QStringLiteral("ended");
}

QJsonObject toJson(const ClusterJob &job)
{
    const bool isWaiting = !job.hasStarted();
    return {{QStringLiteral("id"), job.id},
            {QStringLiteral("name"), job.name},
            {QStringLiteral("user"), job.user},
            {QStringLiteral("mine"), job.isMine},
            {QStringLiteral("account"), job.account},
            {QStringLiteral("partition"), job.partition},
            {QStringLiteral("state"), stateName(job.state)},
            {QStringLiteral("nodes"), job.nodeCount},
            {QStringLiteral("on"), job.nodes.isEmpty() ? QJsonValue() : QJsonValue(job.nodes)},
            {QStringLiteral("gpus"), job.gpus},
            {QStringLiteral("gpu_type"), job.gpuType.isEmpty() ? QJsonValue() : QJsonValue(job.gpuType)},
            {QStringLiteral("submitted"), timeOrNull(job.submitted)},
            {QStringLiteral("started"), isWaiting ? QJsonValue() : timeOrNull(job.start)},
            {QStringLiteral("expected_start"), isWaiting ? timeOrNull(job.start) : QJsonValue()},
            {QStringLiteral("ends_at_latest"), isWaiting ? QJsonValue() : timeOrNull(job.end)},
            {QStringLiteral("limit_seconds"), secondsOrNull(job.limit)},
            {QStringLiteral("reason"), job.reason.isEmpty() ? QJsonValue() : QJsonValue(job.reason)},
            {QStringLiteral("why"), job.why.isEmpty() ? QJsonValue() : QJsonValue(job.why)},
            {QStringLiteral("sooner"), QJsonArray::fromStringList(job.sooner)}};
}

QJsonObject headOf(const Cluster &cluster)
{
    return {{QStringLiteral("version"), cluster.version},
            {QStringLiteral("user"), cluster.user},
            {QStringLiteral("asked"), timeOrNull(cluster.asked)}};
}

void printPartitions(Console &console, const Cluster &cluster)
{
    QList<QStringList> rows{{QStringLiteral("PARTITION"), QStringLiteral("STARTS JOBS"), QStringLiteral("NODES"),
                             QStringLiteral("FREE GPUS"), QStringLiteral("LONGEST JOB"), QStringLiteral("RUNNING"),
                             QStringLiteral("WAITING")}};
    for (const ClusterPartition &partition : cluster.partitions) {
        const QList<ClusterNode> nodes = cluster.nodesOf(partition.name);
        const QList<ClusterJob> jobs = cluster.jobsOf(partition.name);
        rows << QStringList{partition.isDefault ? ClusterWords::tr("%1 (default)").arg(partition.name) : partition.name,
                            startsJobsText(partition),
                            usableNodesText(nodes),
                            orNone(freeGpusText(nodes)),
                            jobLimitText(partition.longest),
                            QString::number(countOfJobs(jobs, true)),
                            QString::number(countOfJobs(jobs, false))};
    }
    console.printTable(rows);
    for (const ClusterNode &node : cluster.nodes) {
        if (!node.isUsable)
            console.print(node.reason.isEmpty()
                              ? ClusterWords::tr("Node %1 is not available: %2.").arg(node.name, node.state)
                              : ClusterWords::tr("Node %1 is not available: %2 (%3).").arg(node.name, node.state, node.reason));
    }
}

QString momentText(const QDateTime &when) { return when.isValid() ? when.toLocalTime().toString(QStringLiteral("MM-dd HH:mm")) : kNone; }

void printJobs(Console &console, const QList<ClusterJob> &jobs)
{
    QList<QStringList> rows{{QStringLiteral("ID"), QStringLiteral("NAME"), QStringLiteral("USER"), QStringLiteral("PARTITION"),
                             QStringLiteral("STATE"), QStringLiteral("NODES"), QStringLiteral("GPUS"), QStringLiteral("SUBMITTED"),
                             QStringLiteral("START"), QStringLiteral("LIMIT")}};
    for (const ClusterJob &job : jobs) {
        const QString start = momentText(job.start);
        rows << QStringList{job.id,
                            job.name,
                            job.user,
                            job.partition,
                            jobStateText(job.state),
                            QString::number(job.nodeCount),
                            orNone(jobGpusText(job)),
                            momentText(job.submitted),
                            job.hasStarted() || !job.start.isValid() ? start : ClusterWords::tr("about %1", "a time").arg(start),
                            jobLimitText(job.limit)};
    }
    console.printTable(rows);
    for (const ClusterJob &job : jobs) {
        if (!job.isMine || job.why.isEmpty())
            continue;
        console.print(ClusterWords::tr("%1 waits: %2", "a job, a sentence").arg(job.id, job.why));
        for (const QString &line : job.sooner)
            console.print(QStringLiteral("  ") + line);
    }
}

Result<Cluster> clusterOf(CommandContext &context, const QString &name)
{
    TRY(const auto machine, context.services.database().machines.find(name));
    return context.console.wait(context.services.clusters.look(machine.id, context.console.stop()));
}

QString nameLoginNode() { return ClusterWords::tr("Name the cluster's login node, as yard machine list shows it."); }

int show(CommandContext &context, const Command &self)
{
    const auto words = readWords(context.arguments, 1, 1, nameLoginNode());
    if (!words)
        return usageError(context, self, words.error().what);
    const auto cluster = clusterOf(context, words->first());
    if (!cluster)
        return context.console.fail(cluster.error());
    if (!context.console.isJson) {
        printPartitions(context.console, *cluster);
        return 0;
    }
    QJsonObject object = headOf(*cluster);
    QJsonArray partitions, nodes;
    for (const ClusterPartition &partition : cluster->partitions)
        partitions << toJson(partition, *cluster);
    for (const ClusterNode &node : cluster->nodes)
        nodes << toJson(node);
    object[QStringLiteral("partitions")] = partitions;
    object[QStringLiteral("nodes")] = nodes;
    context.console.print(object);
    return 0;
}

int queue(CommandContext &context, const Command &self)
{
    const auto options = readOptions(context.arguments, {QStringLiteral("--partition")}, {QStringLiteral("--all")},
                                     {1, 1, nameLoginNode()});
    if (!options)
        return usageError(context, self, options.error().what);
    Console &console = context.console;
    const auto cluster = clusterOf(context, options->rest.first());
    if (!cluster)
        return console.fail(cluster.error());
    const QString partition = options->value(QStringLiteral("--partition"));
    if (options->has(QStringLiteral("--partition"))
        && std::none_of(cluster->partitions.begin(), cluster->partitions.end(),
                        [&](const ClusterPartition &one) { return one.name == partition; })) {
        QStringList names;
        for (const ClusterPartition &one : cluster->partitions)
            names << one.name;
        return console.fail(invalidInput(
            ClusterWords::tr("There is no partition “%1”. The cluster has: %2.").arg(partition, names.join(QStringLiteral(", ")))));
    }
    QList<ClusterJob> jobs = partition.isEmpty() ? cluster->jobs : cluster->jobsOf(partition);
    const bool isOfAll = options->has(QStringLiteral("--all"));
    if (!isOfAll)
        jobs.removeIf([](const ClusterJob &job) { return !job.isMine; });
    if (console.isJson) {
        QJsonObject object = headOf(*cluster);
        QJsonArray array;
        for (const ClusterJob &job : std::as_const(jobs))
            array << toJson(job);
        object[QStringLiteral("jobs")] = array;
        console.print(object);
    } else if (jobs.isEmpty()) {
        console.print(isOfAll ? ClusterWords::tr("No job waits or runs.")
                              : ClusterWords::tr("None of your jobs waits or runs. For the others: --all"));
    } else {
        printJobs(console, jobs);
    }
    return 0;
}

}  // namespace

void addClusterCommands(Commands &commands)
{
    Command &showing = commands[QStringLiteral("cluster show")];
    showing = {QStringLiteral("cluster show MACHINE"),
               ClusterWords::tr("Shows a Slurm cluster's partitions, nodes and free GPUs, asked on its login node."),
               [&showing](CommandContext &context) { return show(context, showing); }};
    Command &queueing = commands[QStringLiteral("cluster queue")];
    queueing = {QStringLiteral("cluster queue [--all] [--partition NAME] MACHINE"),
                ClusterWords::tr("Lists your jobs in a Slurm cluster's queue, why they wait, and what would start sooner."),
                [&queueing](CommandContext &context) { return queue(context, queueing); }};
}

}  // namespace trainyard
