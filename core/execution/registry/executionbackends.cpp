// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/execution/registry/executionbackends.h"

#include "core/execution/slurm/slurmbackend.h"
#include "core/execution/supervised/supervisedbackend.h"

#include <algorithm>

namespace trainyard {

const QList<const ExecutionBackend *> &executionBackends()
{
    static const SupervisedBackend process(EngineKind::Process, {});
    static const SupervisedBackend docker(EngineKind::Docker, {true, QStringLiteral("docker"), true, false});
    static const SupervisedBackend podman(EngineKind::Podman, {true, {}, false, false, true});
    static const SlurmBackend slurm;
    static const QList<const ExecutionBackend *> all{&process, &docker, &podman, &slurm};
    return all;
}

const ExecutionBackend &executionBackend(EngineKind kind)
{
    const auto &all = executionBackends();
    const auto found = std::find_if(all.begin(), all.end(), [kind](const ExecutionBackend *one) { return one->kind() == kind; });
    Q_ASSERT_X(found != all.end(), "executionBackend", "the engine is not decided");
    return found == all.end() ? *all.first() : **found;
}

}  // namespace trainyard
