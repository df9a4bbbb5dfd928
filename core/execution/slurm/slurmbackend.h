// SPDX-License-Identifier: GPL-3.0-or-later
// Runs that a cluster's Slurm starts as batch jobs, submitted on its login node: there, supervise.sh submits the job, asks Slurm about it and
// cancels it; on its node, the same script starts and watches the run (resources/onbox/slurm.sh, docs/clusters.md).
#pragma once

#include "core/execution/supervised/supervisedbackend.h"

namespace trainyard {

class SlurmBackend : public SupervisedBackend {
public:
    SlurmBackend() : SupervisedBackend(EngineKind::Slurm, {false, {}, false, true}) {}

    // Errors also as slurmJobScript(), and InvalidInput for what a job cannot have.
    Result<LaunchPlan> plan(const LaunchInput &input) const override;
    Result<SupervisorAnswer> poll(const Run &run, SshConnection &connection, std::stop_token stop) const override;
};

}  // namespace trainyard
