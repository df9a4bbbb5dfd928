// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/clusters/clustertexts.h"

#include "core/base/format.h"

#include <QCoreApplication>

#include <algorithm>
#include <numeric>

namespace trainyard {

namespace {

struct ClusterTexts {
    Q_DECLARE_TR_FUNCTIONS(trainyard::ClusterTexts)
};

}  // namespace

ClusterGpus clusterGpus(const Cluster &cluster)
{
    ClusterGpus gpus;
    for (const ClusterJob &job : cluster.jobs) {
        if (job.isMine && job.hasStarted() && job.state != ClusterJob::State::Ended)
            gpus.mine += job.gpus;
    }
    int all = 0, used = 0;
    for (const ClusterNode &node : cluster.nodes) {
        const int busy = std::accumulate(node.usedGpus.begin(), node.usedGpus.end(), 0);
        all += node.gpuCount();
        used += std::min(busy, node.gpuCount());
        gpus.free += node.freeGpus();
    }
    // Nodes and queue were read one after the other: a job may have started or ended between.
    gpus.mine = std::min(gpus.mine, used);
    gpus.others = used - gpus.mine;
    gpus.unavailable = std::max(0, all - used - gpus.free);
    return gpus;
}

QString freeGpusText(const QList<ClusterNode> &nodes)
{
    QMap<QString, std::pair<int, int>> byType;
    for (const ClusterNode &node : nodes) {
        for (auto one = node.gpus.begin(); one != node.gpus.end(); ++one) {
            auto &[free, all] = byType[one.key()];
            free += node.freeGpus(one.key());
            all += one.value();
        }
    }
    QStringList texts;
    for (auto one = byType.begin(); one != byType.end(); ++one)
        texts << ClusterTexts::tr("%1 of %2 %3", "free GPUs, all GPUs, type").arg(one->first).arg(one->second).arg(one.key());
    return texts.join(QStringLiteral(", "));
}

QString jobGpusText(const ClusterJob &job)
{
    if (job.gpus == 0)
        return {};
    return job.gpuType.isEmpty() ? QString::number(job.gpus) : QStringLiteral("%1 × %2").arg(job.gpus).arg(job.gpuType);
}

QString jobStateText(ClusterJob::State state)
{
    switch (state) {
    case ClusterJob::State::Waiting: return ClusterTexts::tr("waiting");
    case ClusterJob::State::Starting: return ClusterTexts::tr("starting");
    case ClusterJob::State::Running: return ClusterTexts::tr("running");
    case ClusterJob::State::Paused: return ClusterTexts::tr("paused");
    case ClusterJob::State::Ending: return ClusterTexts::tr("ending");
    case ClusterJob::State::Ended: break;
    }
    return ClusterTexts::tr("ended");
}

QString jobLimitText(const std::optional<std::chrono::seconds> &limit)
{
    return limit ? formatDuration(std::chrono::milliseconds(*limit).count()) : ClusterTexts::tr("no limit");
}

QString startsJobsText(const ClusterPartition &partition)
{
    if (!partition.isUp)
        return ClusterTexts::tr("no");
    return partition.isForAll ? ClusterTexts::tr("yes") : ClusterTexts::tr("of some users");
}

QString usableNodesText(const QList<ClusterNode> &nodes)
{
    const auto usable = std::count_if(nodes.begin(), nodes.end(), [](const ClusterNode &node) { return node.isUsable; });
    return usable == nodes.size() ? QString::number(nodes.size()) : ClusterTexts::tr("%1 of %2").arg(usable).arg(nodes.size());
}

qsizetype countOfJobs(const QList<ClusterJob> &jobs, bool hasStarted)
{
    return std::count_if(jobs.begin(), jobs.end(), [=](const ClusterJob &job) { return job.hasStarted() == hasStarted; });
}

}  // namespace trainyard
