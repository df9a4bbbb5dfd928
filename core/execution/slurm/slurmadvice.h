// SPDX-License-Identifier: GPL-3.0-or-later
// Why a job of Slurm waits, in words, and what would start sooner. Reasons as in https://slurm.schedmd.com/job_reason_codes.html. Pure.
#pragma once

#include "core/model/cluster.h"

namespace trainyard {

// One sentence for ClusterJob::reason; of a reason that is not known here, the scheduler's own word. `ahead`: how many jobs that could
// start wait before it for its partition.
QString slurmWhy(const ClusterJob &job, int ahead);
// True if it waits for free resources only: it is not held, and does not wait for another job or for a start time.
bool waitsForRoom(const ClusterJob &job);
// Sentences; none if nothing is known that would help.
QStringList slurmSooner(const ClusterJob &job, const Cluster &cluster);

}  // namespace trainyard
