// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/environment/internal/recipevariables.h"

#include "core/base/shellquote.h"

#include <QCoreApplication>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::RecipeVariables)
};

QStringList codes(const char *text) { return QString::fromLatin1(text).split(u' '); }

// As one word of a shell; "~/x" becomes "$HOME"/x.
QString shellFolder(const QString &path)
{
    if (path == QLatin1String("~"))
        return QStringLiteral("\"$HOME\"");
    return path.startsWith(QLatin1String("~/")) ? QStringLiteral("\"$HOME\"/") + shellQuoted(path.mid(2)) : shellQuoted(path);
}

}  // namespace

QList<RecipeOption> recipeOptions(const RecipeOptions &asked)
{
    const bool isPodman = asked.engine == EngineKind::Podman;
    QList<RecipeOption> options{
        {QStringLiteral("--rm"), Words::tr("The container is removed when the program ends; saved files are in the mounted folders."),
         codes("DOCKER-RUN")},
        {QStringLiteral("--init"), Words::tr("A small process 1 forwards SIGTERM and cleans up ended processes."), codes("DOCKER-RUN")},
        {QStringLiteral("--stop-timeout=300"), Words::tr("A stop waits this many seconds for a checkpoint instead of ten."),
         codes("DOCKER-RUN")}};
    if (isPodman || asked.usesCdi)
        options << RecipeOption{QStringLiteral("--device nvidia.com/gpu=all"),
                                Words::tr("The GPUs by CDI, which needs `nvidia-ctk cdi generate` once on the machine."), codes("CDI CTK")};
    else
        options << RecipeOption{QStringLiteral("--gpus all"), Words::tr("The GPUs by the NVIDIA Container Toolkit."), codes("CTK")};
    if (asked.sharedMemory.isEmpty())
        options << RecipeOption{
            QStringLiteral("--ipc=host"),
            Words::tr("The machine's shared memory: the container's own 64 MB are too little for a DataLoader and NCCL."),
            codes("PT-SHM SHM")};
    else
        options << RecipeOption{QStringLiteral("--shm-size=") + asked.sharedMemory,
                                Words::tr("Shared memory for DataLoader workers and NCCL."), codes("PT-SHM SHM")};
    options << RecipeOption{QStringLiteral("--ulimit memlock=-1"), Words::tr("RDMA and pinned memory may lock what they need."),
                            codes("NGC-RUN")}
            << RecipeOption{QStringLiteral("--ulimit stack=67108864"), Words::tr("64 MiB of stack, as NVIDIA's containers ask for."),
                            codes("NGC-RUN")};
    if (asked.nodes > 1)
        options << RecipeOption{QStringLiteral("--network=host"),
                                Words::tr("NCCL uses ports that the system chooses, so they cannot be published one by one."),
                                codes("NCCL-SRC")};
    if (isPodman)
        options << RecipeOption{QStringLiteral("--userns=keep-id:uid=%1,gid=%1").arg(asked.uid),
                                Words::tr("Files in the mounted folders belong to you, not to a user ID of the container."),
                                codes("KEEP-ID")};
    options << RecipeOption{QStringLiteral("--env-file \"$here\"/run.env"),
                            Words::tr("The variables below; secrets go into a separate file with mode 600, never into the command."),
                            codes("DOCKER-RUN")};
    const auto mount = [](const QString &source, const QString &target, bool isReadOnly) {
        return QStringLiteral("--mount type=bind,source=%1,target=%2").arg(source, target)
               + (isReadOnly ? QStringLiteral(",readonly") : QString());
    };
    options << RecipeOption{mount(QStringLiteral("\"$PWD\""), QStringLiteral("/workspace"), false),
                            Words::tr("The folder you start from: your program."), codes("DOCKER-RUN")};
    if (!asked.dataDir.isEmpty())
        options << RecipeOption{mount(shellFolder(asked.dataDir), QStringLiteral("/data"), true),
                                Words::tr("The data, which the training only reads."), codes("DOCKER-RUN")};
    options << RecipeOption{mount(shellFolder(asked.checkpointDir), QStringLiteral("/checkpoints"), false),
                            Words::tr("Checkpoints in this folder are kept after the container ends."), codes("DOCKER-RUN TY")};
    return options;
}

QList<RecipeVariable> recipeVariables(const RecipeOptions &asked, const EnvironmentRecipe &recipe)
{
    QList<RecipeVariable> variables;
    const auto add = [&](const char *name, const QString &value, const QString &why, const char *sources, bool isSet = true) {
        variables << RecipeVariable{QLatin1String(name), value, why, codes(sources), isSet};
    };
    Version least;
    for (const GpuKind &gpu : asked.host.gpus) {
        if (gpu.capability && (least.isNull() || *gpu.capability < least))
            least = *gpu.capability;
    }
    const bool hasTf32 = !least.isNull() && least >= Version::parse(u"8.0").value();
    const bool isTorch = recipe.framework.name == QLatin1String("torch");
    const bool hasSeveral = asked.gpuCount > 1 || asked.nodes > 1;
    if (asked.cpuCount > 0) {
        add("OMP_NUM_THREADS", QString::number(std::max(1, asked.cpuCount / asked.gpuCount)),
            Words::tr("Threads of each process: the machine's %1 cores divided by its %2 processes. torchrun sets 1 otherwise.")
                .arg(asked.cpuCount)
                .arg(asked.gpuCount),
            "TORCHRUN");
    }
    if (asked.cpuCount <= 0 && asked.gpuCount > 1 && isTorch)
        add("OMP_NUM_THREADS", QStringLiteral("8"),
            Words::tr("Threads of each process: the cores of a machine divided by its processes. torchrun sets 1 otherwise."), "TORCHRUN",
            false);
    if (hasSeveral)
        add("NCCL_DEBUG", QStringLiteral("WARN"), Words::tr("NCCL reports only problems. Use INFO for the first run on new machines."),
            "NCCL-SRC MLENG");
    if (isTorch) {
        if (recipe.framework.version >= Version::parse(u"2.1").value()) {
            add("PYTORCH_CUDA_ALLOC_CONF", QStringLiteral("expandable_segments:True"),
                Words::tr("Memory grows in place, the usual fix for “out of memory” while much memory is free. Newer PyTorch also reads "
                          "PYTORCH_ALLOC_CONF."),
                "ALLOC-CPP MLENG TORCHTITAN");
        }
        if (hasSeveral) {
            const bool isNew = recipe.framework.version >= Version::parse(u"2.9").value();
            add("TORCH_NCCL_DUMP_ON_TIMEOUT", QStringLiteral("1"), Words::tr("Records the last collectives, for when one hangs."),
                "PGNCCL-DOC MLENG", false);
            add(isNew ? "TORCH_FR_BUFFER_SIZE" : "TORCH_NCCL_TRACE_BUFFER_SIZE", QStringLiteral("2000"),
                Words::tr("The number of collectives kept in that record."), "PGNCCL-DOC MLENG", false);
        }
        if (hasTf32) {
            add("TORCH_ALLOW_TF32_CUBLAS_OVERRIDE", QStringLiteral("1"),
                Words::tr(
                    "float32 matrix products run as TF32: faster, with 10 instead of 23 bits of mantissa. Remove it if precision matters."),
                "TF32-USE", false);
        }
    } else if (recipe.framework.name == QLatin1String("tensorflow")) {
        add("TF_FORCE_GPU_ALLOW_GROWTH", QStringLiteral("true"), Words::tr("TensorFlow allocates memory as needed, not all at once."),
            "TF-AMP-USE");
        if (hasTf32)
            add("NVIDIA_TF32_OVERRIDE", QStringLiteral("0"), Words::tr("Turns TF32 off, to compare results in full float32."), "TF32-USE",
                false);
    } else {
        add("XLA_PYTHON_CLIENT_PREALLOCATE", QStringLiteral("false"),
            Words::tr("JAX allocates memory as needed; otherwise three quarters at start, which is faster."), "XLA-USE", false);
    }
    if (asked.nodes > 1) {
        add("NCCL_SOCKET_IFNAME", QStringLiteral("=eth0"),
            Words::tr("The network interface that all nodes share, if they have several; “=” requires the exact name."), "NCCL-SRC MLENG",
            false);
        add("NCCL_IB_DISABLE", QStringLiteral("1"), Words::tr("Only to prove that RDMA is the cause: it costs bandwidth."), "NCCL-SRC",
            false);
        add("MASTER_ADDR", QStringLiteral("node-0"), Words::tr("The first node, by a name or address that all others can reach."),
            "LAUNCHERS PORT-29500", false);
        add("MASTER_PORT", QStringLiteral("29500"), Words::tr("The rendezvous port on it; NCCL itself has none to open."),
            "PORT-29500 NCCL-SRC", false);
    }
    return variables;
}

}  // namespace trainyard
