// SPDX-License-Identifier: GPL-3.0-or-later
// The sandbox as a provider with one instance on this computer, which costs nothing and has simulated GPUs. sandbox.h describes each
// call; the files of an instance that was returned, including those of runs, stay where they are.
#pragma once

#include "core/base/paths.h"
#include "core/model/sandbox.h"
#include "core/provider/interface/machineprovider.h"

namespace trainyard {

class SandboxProvider : public MachineProvider {
public:
    static inline const QString kKind = QStringLiteral("sandbox");
    // A request for the sandbox. There is one sandbox per data directory, so the client token is always the same.
    static InstanceRequest request(const SandboxOptions &options);

    explicit SandboxProvider(const Paths &paths) : m_paths(paths) {}

    QString kind() const override { return kKind; }
    QString name() const override;
    ProviderCapabilities capabilities() const override;
    Result<InstanceReport> create(const InstanceRequest &request, const StepReport &report, std::stop_token stop) const override;
    Result<InstanceReport> describe(const Instance &instance, std::stop_token stop) const override;
    Result<QList<InstanceReport>> list(const InstanceFilter &filter, std::stop_token stop) const override;
    Result<void> stop(const Instance &instance, std::stop_token stop) const override;
    Result<void> start(const Instance &instance, const StepReport &report, std::stop_token stop) const override;
    Result<void> terminate(const Instance &instance, std::stop_token stop) const override;
    Result<SshTarget> sshTarget(const Instance &instance, std::stop_token stop) const override;
    Result<QByteArray> consoleOutput(const Instance &instance, qint64 limit, std::stop_token stop) const override;

private:
    const Paths m_paths;
};

}  // namespace trainyard
