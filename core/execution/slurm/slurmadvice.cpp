// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/execution/slurm/slurmadvice.h"

#include "core/base/duration.h"

#include <QCoreApplication>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Slurm)
};

// Limits of an account, an association, a quality of service or a user have reasons like "QOSMaxGRESPerUser" and "AssocGrpCpuLimit".
QString limitSentence(const QString &reason)
{
    const QString whose = reason.startsWith(QLatin1String("QOS"))     ? Words::tr("the limits of its quality of service (QOS)")
                          : reason.startsWith(QLatin1String("Assoc")) ? Words::tr("the limits of your account")
                                                                      : Words::tr("the cluster's limits");
    const auto has = [&](const char *word) { return reason.contains(QLatin1String(word), Qt::CaseInsensitive); };
    if (has("JobsPer") || has("JobsLimit") || has("GrpJobs") || has("MaxJobs") || has("Submit"))
        return Words::tr("As many jobs run as %1 allow. It starts when one of them ends.").arg(whose);
    if (has("Min"))
        return Words::tr("It asks for less than %1 require (%2). Ask for more.").arg(whose, reason);
    if (has("Wall") && has("Max"))
        return Words::tr("Its time limit is longer than %1 allow (%2). Submit it with a shorter one.").arg(whose, reason);
    if (has("Wall") || has("RunMinutes") || has("Minutes") || has("Billing"))
        return Words::tr("The time or the budget of %1 is used up (%2). Ask the cluster's administrators when it is renewed.")
            .arg(whose, reason);
    if (has("GRES") || has("Gres"))
        return Words::tr("As many GPUs are in use as %1 allow (%2). It starts when some are given back.").arg(whose, reason);
    return Words::tr("As much is in use as %1 allow (%2). It starts when some of it is given back.").arg(whose, reason);
}

// On how many nodes of the partition so many GPUs are free now.
int nodesWithRoom(const Cluster &cluster, const QString &partition, const QString &type, int perNode)
{
    return static_cast<int>(std::count_if(cluster.nodes.begin(), cluster.nodes.end(), [&](const ClusterNode &node) {
        return node.partitions.contains(partition) && node.freeGpus(type) >= perNode;
    }));
}

bool mayRunIn(const ClusterPartition &partition, const ClusterJob &job)
{
    return partition.isUp && partition.isForAll && (!partition.longest || (job.limit && *job.limit <= *partition.longest));
}

}  // namespace

bool waitsForRoom(const ClusterJob &job)
{
    return job.state == ClusterJob::State::Waiting
           && (job.reason == QLatin1String("Resources") || job.reason == QLatin1String("Priority") || job.reason == QLatin1String("None"));
}

QString slurmWhy(const ClusterJob &job, int ahead)
{
    const QString reason = job.reason.section(u',', 0, 0).trimmed();
    const auto is = [&](const char *word) { return reason == QLatin1String(word); };
    if (is("Resources"))
        return Words::tr("It is next: it starts when what it asks for is free.");
    if (is("Priority"))
        return ahead > 0 ? Words::tr("%n job(s) of its partition with a higher priority wait before it.", nullptr, ahead)
                         : Words::tr("Jobs with a higher priority wait before it.");
    if (is("None") || reason.isEmpty())
        return Words::tr("The scheduler has not looked at it yet.");
    if (is("BeginTime"))
        return Words::tr("It was submitted to start at a later time, or waits two minutes because it was put back into the queue.");
    if (is("Dependency"))
        return Words::tr("It waits for another job to end.");
    if (is("DependencyNeverSatisfied"))
        return Words::tr("It will never start: the job that it waits for did not end as required. Cancel it and submit it again.");
    if (is("JobHeldUser"))
        return Words::tr("It is held by its user. scontrol release, with its number, lets it start.");
    if (is("JobHeldAdmin"))
        return Words::tr("An administrator holds it. Ask them why.");
    if (is("JobArrayTaskLimit"))
        return Words::tr("As many tasks of its array run as it allows at once. It starts when one of them ends.");
    if (is("ReqNodeNotAvail"))
        return Words::tr("A node that it needs is not available: in maintenance, reserved or out of order (%1).").arg(job.reason);
    if (is("Reservation") || is("ReservationDeleted"))
        return Words::tr("Its reservation has not begun or was removed.");
    if (is("NodeDown"))
        return Words::tr("A node that it needs is down.");
    if (is("PartitionDown") || is("PartitionInactive"))
        return Words::tr("Its partition starts no jobs now.");
    if (is("PartitionNodeLimit"))
        return Words::tr("It asks for more nodes than its partition allows or has. Ask for fewer, or use another partition.");
    if (is("PartitionTimeLimit"))
        return Words::tr("Its time limit is longer than its partition allows. Submit it with a shorter one, or use another partition.");
    if (is("Licenses"))
        return Words::tr("It waits for a licence that others use.");
    if (is("BadConstraints"))
        return Words::tr("No node can ever give what it asks for. Cancel it and ask for something else.");
    if (is("InvalidAccount"))
        return Words::tr("Its account is not valid. Submit it with one of yours; sacctmgr show associations user=$USER lists them.");
    if (is("InvalidQOS") || is("QOSNotAllowed"))
        return Words::tr("Its quality of service (QOS) may not be used there. Submit it with another one.");
    if (is("JobLaunchFailure") || is("launch failed requeued held"))
        return Words::tr("It could not be started on its node and is held. Look at its node, then release it.");
    if (is("SystemFailure"))
        return Words::tr("The cluster has a fault: its administrators have to look at it.");
    if (is("FrontEndDown"))
        return Words::tr("The computer that would start it is down.");
    if (is("Cleaning"))
        return Words::tr("It is being put back into the queue and cleaned up.");
    if (is("Prolog"))
        return Words::tr("Its node is being prepared.");
    if (reason.startsWith(QLatin1String("QOS")) || reason.startsWith(QLatin1String("Assoc")) || reason.contains(QLatin1String("Max")))
        return limitSentence(reason);
    return Words::tr("Slurm's reason: %1").arg(job.reason);
}

QStringList slurmSooner(const ClusterJob &job, const Cluster &cluster)
{
    const int nodes = std::max(1, job.nodeCount);
    if (job.gpus <= 0 || job.gpus % nodes != 0)
        return {};
    const int perNode = job.gpus / nodes;
    QStringList found;
    const QStringList own = job.partition.split(u',');
    for (const ClusterPartition &partition : cluster.partitions) {
        if (!own.contains(partition.name) && mayRunIn(partition, job)
            && nodesWithRoom(cluster, partition.name, job.gpuType, perNode) >= nodes)
            found << Words::tr("In the partition %1, the GPUs that it needs are free now.").arg(partition.name);
    }
    int most = 0;
    bool hasRoom = false;
    for (const QString &partition : own) {
        hasRoom = hasRoom || nodesWithRoom(cluster, partition, job.gpuType, perNode) >= nodes;
        for (int fewer = perNode - 1; fewer > most; --fewer) {
            if (nodesWithRoom(cluster, partition, job.gpuType, fewer) >= nodes)
                most = fewer;
        }
    }
    if (hasRoom) {
        // Free, but kept for one with a higher priority: who ends before that one starts may go first.
        QDateTime next;
        for (const ClusterJob &other : cluster.jobs) {
            if (waitsForRoom(other) && other.id != job.id && own.contains(other.partition) && other.start > cluster.asked
                && (!next.isValid() || other.start < next))
                next = other.start;
        }
        const auto before = std::chrono::seconds(next.isValid() ? cluster.asked.secsTo(next) : 0);
        if (before > std::chrono::minutes(2) && (!job.limit || *job.limit > before))
            found
                << Words::tr(
                       "The GPUs that it needs are free, but kept for a job that starts in %1: with a shorter time limit, it may start before.")
                       .arg(durationText(std::chrono::floor<std::chrono::minutes>(before)));
    } else if (most > 0) {
        found << (nodes == 1 ? Words::tr("With %n GPU(s) instead of %1, there is room now.", nullptr, most).arg(perNode)
                             : Words::tr("With %n GPU(s) on each node instead of %1, there is room now.", nullptr, most).arg(perNode));
    }
    return found;
}

}  // namespace trainyard
