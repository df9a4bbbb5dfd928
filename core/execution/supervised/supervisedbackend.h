// SPDX-License-Identifier: GPL-3.0-or-later
// Runs on a machine reached over SSH, as processes or in a container of docker or podman: supervise.sh in the run's directory starts,
// watches and ends them (docs/run-directory.md). core/execution/slurm is based on it.
#pragma once

#include "core/execution/backend/executionbackend.h"

namespace trainyard {

class SupervisedBackend : public ExecutionBackend {
public:
    SupervisedBackend(EngineKind kind, const ExecutionCapabilities &capabilities) : m_kind(kind), m_capabilities(capabilities) {}

    EngineKind kind() const override { return m_kind; }
    ExecutionCapabilities capabilities() const override { return m_capabilities; }
    Result<LaunchPlan> plan(const LaunchInput &input) const override { return makeLaunchPlan(input); }
    Result<void> submit(const Run &run, SshConnection &connection, std::stop_token stop) const override;
    Result<SupervisorAnswer> poll(const Run &run, SshConnection &connection, std::stop_token stop) const override;
    Result<StopAnswer> stop(const Run &run, const StopRequest &request, SshConnection &connection, std::stop_token stop) const override;
    Result<std::unique_ptr<RunFiles>> attach(const RunNode &node, SshConnection &connection, std::stop_token stop) const override;
    QString shellLine(const Run &run) const override;
    QString scriptLine(const Run &run, const QStringList &arguments) const override;
    Result<bool> signal(const Run &run, const QString &name, SshConnection &connection, std::stop_token stop) const override;

private:
    const EngineKind m_kind;
    const ExecutionCapabilities m_capabilities;
};

}  // namespace trainyard
