// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/cluster.h"

#include <algorithm>
#include <numeric>

namespace trainyard {

int ClusterNode::gpuCount() const { return std::accumulate(gpus.begin(), gpus.end(), 0); }

int ClusterNode::freeGpus(const QString &type) const
{
    if (!isUsable)
        return 0;
    int free = 0;
    for (auto one = gpus.begin(); one != gpus.end(); ++one) {
        if (type.isEmpty() || one.key() == type)
            free += std::max(0, one.value() - usedGpus.value(one.key()));
    }
    return free;
}

QList<ClusterNode> Cluster::nodesOf(const QString &partition) const
{
    QList<ClusterNode> found;
    std::copy_if(nodes.begin(), nodes.end(), std::back_inserter(found),
                 [&](const ClusterNode &node) { return node.partitions.contains(partition); });
    return found;
}

QList<ClusterJob> Cluster::jobsOf(const QString &partition) const
{
    QList<ClusterJob> found;
    std::copy_if(jobs.begin(), jobs.end(), std::back_inserter(found),
                 [&](const ClusterJob &job) { return job.partition.split(u',').contains(partition); });
    return found;
}

}  // namespace trainyard
