// SPDX-License-Identifier: GPL-3.0-or-later
// What a cluster has, counted and in words, for the window and the command line. Pure; names from the cluster are as it gave them.
#pragma once

#include "core/model/cluster.h"

namespace trainyard {

// All GPUs of a cluster, by what becomes of them.
struct ClusterGpus {
    int mine = 0, others = 0, free = 0;
    int unavailable = 0;  // of nodes that take no jobs, and used by none
    int all() const { return mine + others + free + unavailable; }
};
ClusterGpus clusterGpus(const Cluster &cluster);

QString freeGpusText(const QList<ClusterNode> &nodes);                   // "3 of 8 a100, 2 of 2 v100"; empty: no GPUs
QString jobGpusText(const ClusterJob &job);                              // "4 a100", "2"; empty: none
QString jobStateText(ClusterJob::State state);                           // "waiting"
QString jobLimitText(const std::optional<std::chrono::seconds> &limit);  // "1h30m", "no limit"
QString startsJobsText(const ClusterPartition &partition);               // "yes", "no", "of some users"
QString usableNodesText(const QList<ClusterNode> &nodes);                // "8", "7 of 8"
qsizetype countOfJobs(const QList<ClusterJob> &jobs, bool hasStarted);

}  // namespace trainyard
