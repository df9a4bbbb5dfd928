// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/environment/internal/lintrules.h"

#include <QtGlobal>

#include <algorithm>
#include <cstring>

namespace trainyard {

const QList<LintRule> &lintRules()
{
    using enum LintSeverity;
    static const QList<LintRule> kRules{
        // Unreadable text.
        {"unreadable", Error, QT_TRANSLATE_NOOP("trainyard::LintRules", "Only UTF-8 text of up to 256 KiB is checked."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Paste the text of one file."), "TY"},
        {"unclosed-quote", Error, QT_TRANSLATE_NOOP("trainyard::LintRules", "Everything after it is taken as text, so no command follows."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Close the quote."), "TY"},
        {"blank-after-backslash", Error,
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Only a backslash at the very end continues a line: the rest runs as another command."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Remove the spaces at the end of the line."), "TY"},
        {"instruction", Error, QT_TRANSLATE_NOOP("trainyard::LintRules", "The build stops there."),
         QT_TRANSLATE_NOOP("trainyard::LintRules",
                           "Write an instruction of the Dockerfile reference; continue long lines with a backslash."),
         "DOCKER-BUILD"},
        {"env-blank", Error,
         QT_TRANSLATE_NOOP("trainyard::LintRules",
                           "--env-file needs lines of the form NAME=VALUE without spaces around “=” or in the name."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Write NAME=VALUE."), "DOCKER-RUN"},

        // Commands and programs that no longer exist.
        {"dead-command", Error, QT_TRANSLATE_NOOP("trainyard::LintRules", "nvidia-smi has no such command or option."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Use the command that does it today."), "SMI-DOCS"},
        {"nvidia-docker", Warning,
         QT_TRANSLATE_NOOP("trainyard::LintRules",
                           "The nvidia-docker wrappers were for Docker before 19.03; the NVIDIA Container Toolkit took their place."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Install nvidia-container-toolkit on the host and start with docker run --gpus all."),
         "TF-DOCS CTK"},
        {"old-runtime", Hint,
         QT_TRANSLATE_NOOP("trainyard::LintRules",
                           "It works only where that runtime is registered with the engine, and does not look at the image's conditions."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Use --gpus all with Docker, or --device nvidia.com/gpu=all by CDI."), "CTK CDI"},
        {"torch-launch", Warning,
         QT_TRANSLATE_NOOP(
             "trainyard::LintRules",
             "The module torch.distributed.launch is deprecated and hands --local-rank to the script, which torchrun does not."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Use torchrun, and read LOCAL_RANK from the environment."), "TORCHRUN"},
        {"dead-package", Error,
         QT_TRANSLATE_NOOP("trainyard::LintRules", "What pip finds under this name is not the framework, or refuses to install."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Install the package by the name it has today."), "PYPI-NAMES TF-DOCS"},
        {"conda-pytorch", Hint,
         QT_TRANSLATE_NOOP("trainyard::LintRules",
                           "PyTorch's own page gives wheels of pip for today's releases; builds of conda end with older ones."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Install with pip from the index of the build you need."), "PT-PREV"},
        {"nccl-version", Warning, QT_TRANSLATE_NOOP("trainyard::LintRules", "NCCL is in the series 2: 2.30 in the middle of 2026."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Name a version 2.x, or leave it to the framework, which brings its own."),
         "NCCL-SRC PT-RELEASE"},

        // Access of containers to GPUs, memory and disks.
        {"gpus-missing", Warning,
         QT_TRANSLATE_NOOP("trainyard::LintRules",
                           "The variable alone gives a container no GPU: only --gpus, CDI or the nvidia runtime does."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Add --gpus all."), "CTK"},
        {"gpus-twice", Warning,
         QT_TRANSLATE_NOOP("trainyard::LintRules",
                           "--gpus sets NVIDIA_VISIBLE_DEVICES itself, and two conflicting settings have surprising results."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Name the GPUs once, with --gpus."), "CTK"},
        {"podman-gpus", Warning,
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Podman with --gpus has been seen to start containers without any GPU."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Name them by CDI: --device nvidia.com/gpu=all."), "CDI"},
        {"shared-memory", Warning,
         QT_TRANSLATE_NOOP(
             "trainyard::LintRules",
             "A container gets 64 MB of /dev/shm, too little for DataLoader workers and NCCL: it ends with “bus error” or hangs."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Add --ipc=host, or --shm-size with several GiB."), "PT-SHM SHM NGC-RUN"},
        {"memlock", Hint,
         QT_TRANSLATE_NOOP("trainyard::LintRules", "RDMA must lock the memory it uses, and the default limit is too low for it."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Add --ulimit memlock=-1."), "NGC-RUN"},
        {"privileged", Warning,
         QT_TRANSLATE_NOOP("trainyard::LintRules", "A privileged container can do anything on the host; GPUs do not need this."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Remove it, and pass the devices it is meant for."), "DOCKER-RUN"},
        {"option-after-image", Error,
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Everything after the image is the container's command: the engine ignores it."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Put it before the image."), "DOCKER-RUN"},
        {"ephemeral-checkpoints", Warning,
         QT_TRANSLATE_NOOP(
             "trainyard::LintRules",
             "Everything written there, including the training, is lost with the container or at the next restart of the machine."),
         QT_TRANSLATE_NOOP("trainyard::LintRules",
                           "Write checkpoints to a folder that is mounted from a disk that outlives the container."),
         "TY DOCKER-RUN"},
        {"no-checkpoints", Hint,
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Without it Trainyard cannot find, check or resume what the run saves."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Add a section checkpoints with dir."), "TY"},
        {"image-tag", Warning,
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Tomorrow it may be another image, perhaps for a newer CUDA than the driver supports."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Use a tag with versions, or a digest."), "DOCKER-BUILD"},
        {"compat", Error,
         QT_TRANSLATE_NOOP("trainyard::LintRules", "According to the rules of `yard compat check`, for the given GPU and driver."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Use one of the suggestions, or check it with `yard compat check`."), "MVC"},

        {"condition", Error,
         QT_TRANSLATE_NOOP("trainyard::LintRules",
                           "The hook of the NVIDIA Container Toolkit refuses a container when it gets to a malformed condition."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Write terms with blanks between, of factors like cuda>=12.4 with commas between."),
         "LIBNVC CTK"},

        // Secrets.
        {"secret", Error,
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Anyone who sees the command line, the image history or the shell history can read it."),
         QT_TRANSLATE_NOOP(
             "trainyard::LintRules",
             "Remove it, create a new one, and pass it with an env file with mode 600, a secret mount or the secrets of a task."),
         "DOCKER-CHECKS"},
        {"secret-argument", Warning,
         QT_TRANSLATE_NOOP("trainyard::LintRules",
                           "The shell puts the value into the command line, where every user of the machine can read it."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Write only the name: -e NAME hands over the value without showing it."), "DOCKER-RUN"},
        {"secret-file", Error,
         QT_TRANSLATE_NOOP("trainyard::LintRules", "It stays in a layer of the image, even if a later layer deletes it."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Exclude it with .dockerignore, and mount it with RUN --mount=type=secret."),
         "DOCKER-CHECKS"},

        // The content of a Dockerfile.
        {"root-user", Warning,
         QT_TRANSLATE_NOOP("trainyard::LintRules",
                           "A program that escapes from the container is root, and files in mounted folders belong to root."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Add a user, and USER before the end of the file."), "DOCKER-BUILD"},
        {"shell-form", Warning,
         QT_TRANSLATE_NOOP("trainyard::LintRules",
                           "A shell becomes process 1 and does not forward SIGTERM: a stop kills the program before it has saved."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Write it as [\"program\", \"argument\"], or begin with exec."), "DOCKER-CHECKS"},
        {"pipe-to-shell", Warning,
         QT_TRANSLATE_NOOP("trainyard::LintRules", "The server's response runs unseen, and it may be different at any time."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Download a named version, check its SHA-256, then run it."), "DOCKER-BUILD"},
        {"apt-key", Warning,
         QT_TRANSLATE_NOOP("trainyard::LintRules", "apt-key is deprecated: its keys are trusted for every package source."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Put the key into /etc/apt/keyrings and name it with signed-by."), "DOCKER-BUILD"},
        {"apt-update", Warning,
         QT_TRANSLATE_NOOP("trainyard::LintRules",
                           "The lists come from an older layer or are missing: the installation will fail some day."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Write apt-get update && apt-get install in one RUN."), "DOCKER-BUILD"},
        {"apt-yes", Error,
         QT_TRANSLATE_NOOP("trainyard::LintRules", "apt-get asks a question that cannot be answered, and the build stops."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Add --yes."), "DOCKER-BUILD"},
        {"apt-lists", Hint, QT_TRANSLATE_NOOP("trainyard::LintRules", "The package lists stay in the layer."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "End with rm -rf /var/lib/apt/lists/*, or mount a cache there."), "DOCKER-BUILD"},
        {"driver-in-image", Error,
         QT_TRANSLATE_NOOP(
             "trainyard::LintRules",
             "The driver belongs to the host: another one in the image replaces the one that the engine mounts, and does not match the "
             "kernel module."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Remove it; an image needs at most the CUDA toolkit."), "TF-DOCS CTK"},
        {"pip-unpinned", Hint, QT_TRANSLATE_NOOP("trainyard::LintRules", "The next build gets other versions."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Specify the version, as in name==1.2.3, or use a requirements file."), "PIP-DOCS"},
        {"framework-unpinned", Warning,
         QT_TRANSLATE_NOOP(
             "trainyard::LintRules",
             "pip installs the newest release with its default CUDA, which may need a newer driver than the machine has, whatever the "
             "base image is."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Specify version and index, as `yard environment make` does."),
         "PT-INFRA PT-RELEASE MVC"},
        {"framework-replaced", Warning,
         QT_TRANSLATE_NOOP("trainyard::LintRules", "pip may replace the framework of the image to satisfy it."),
         QT_TRANSLATE_NOOP("trainyard::LintRules",
                           "Specify the version that belongs to the framework, or pin the framework with a constraints file."),
         "PT-PREV"},
        {"pip-cache", Hint, QT_TRANSLATE_NOOP("trainyard::LintRules", "The downloaded wheels stay in the layer, several GB with CUDA."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Begin with RUN --mount=type=cache for pip's cache folder, or add --no-cache-dir."),
         "DOCKER-BUILD PIP-DOCS"},
        {"wheel-index", Warning,
         QT_TRANSLATE_NOOP(
             "trainyard::LintRules",
             "Wheels bring their own CUDA, so the image's CUDA is not used, and extensions compiled there fail because their CUDA "
             "differs."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Use the index for the image's CUDA, or a plain base image."), "PT-INFRA MVC"},

        // Variables.
        {"nccl-port", Error,
         QT_TRANSLATE_NOOP(
             "trainyard::LintRules",
             "There is no NCCL port: its sockets use ports that the system chooses, and 12345, 12355 and 29500 are rendezvous ports "
             "(MASTER_PORT)."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Open all TCP between the nodes of a job; set MASTER_PORT for the rendezvous."),
         "NCCL-SRC PORT-29500"},
        {"variable-name", Warning,
         QT_TRANSLATE_NOOP("trainyard::LintRules", "No program reads a variable of this name, and there is no warning."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Correct the name."), "NCCL-SRC NCCL-GUIDE"},
        {"variable-unknown", Hint,
         QT_TRANSLATE_NOOP("trainyard::LintRules", "It is in none of the known lists; NCCL silently ignores unknown variables."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Check the name in NCCL's documentation."), "NCCL-GUIDE NCCL-LIB"},
        {"variable-value", Error, QT_TRANSLATE_NOOP("trainyard::LintRules", "It is not one of the accepted values."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Write one of the known values."), "NCCL-SRC"},
        {"variable-renamed", Warning, QT_TRANSLATE_NOOP("trainyard::LintRules", "Current PyTorch reads it under another name."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Use the current name."), "PGNCCL-DOC PGNCCL-HPP"},
        {"no-effect", Hint, QT_TRANSLATE_NOOP("trainyard::LintRules", "This is the default."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Remove it."), "NCCL-SRC"},
        {"debug-left-on", Hint, QT_TRANSLATE_NOOP("trainyard::LintRules", "It is for debugging: it fills logs or slows down every step."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Set it for one run, then remove it."), "NCCL-SRC"},
        {"switched-off", Hint,
         QT_TRANSLATE_NOOP("trainyard::LintRules",
                           "It turns off a fast path between GPUs or nodes. Use this only as a last resort if that path hangs."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Remove it once the fault is found."), "NCCL-SRC NCCL-GUIDE"},
        {"nccl-interface", Warning, QT_TRANSLATE_NOOP("trainyard::LintRules", "Other nodes cannot be reached over it."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Name the interface that all nodes have in common, like =eth0."), "NCCL-SRC"},
        {"allocator-option", Error,
         QT_TRANSLATE_NOOP("trainyard::LintRules", "PyTorch stops at unknown options; write them as key:value, separated by commas."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Write it as in expandable_segments:True,max_split_size_mb:128."), "ALLOC-CPP"},
        {"visible-devices", Error,
         QT_TRANSLATE_NOOP("trainyard::LintRules",
                           "CUDA numbers the GPUs of a process from 0, and stops reading at the first invalid entry."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Number the GPUs as the process sees them."), "CUDART-HDR"},
        {"visible-devices-image", Warning,
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Every user of the image gets only these GPUs, for no visible reason."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Set it at start, not in the image."), "CUDART-HDR"},
        {"master-address", Error, QT_TRANSLATE_NOOP("trainyard::LintRules", "Each node then waits for itself until the timeout."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Use the first node's address, which the other nodes can reach."), "LAUNCHERS"},
        {"omp-threads", Hint,
         QT_TRANSLATE_NOOP("trainyard::LintRules",
                           "torchrun then sets it to 1 for each process, so that CPU work such as data loading uses one core."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Set it to the cores of a node divided by its processes."), "TORCHRUN"},
        {"amp-switch", Warning,
         QT_TRANSLATE_NOOP("trainyard::LintRules",
                           "It is read by NVIDIA's own TensorFlow containers; no source shows that stock TensorFlow does."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Use the Keras policy mixed_float16 or mixed_bfloat16."), "TF-AMP-USE"},
        {"disable-require", Warning,
         QT_TRANSLATE_NOOP("trainyard::LintRules",
                           "Only 1, t, T, true, TRUE and True are accepted; every other value leaves the check on."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Write 1, and only if `yard compat check` says that CUDA works."), "CTK"},
        {"driver-capabilities", Warning,
         QT_TRANSLATE_NOOP(
             "trainyard::LintRules",
             "Only the named parts of the driver are available in the container: CUDA needs compute, nvidia-smi needs utility."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Write compute,utility."), "CTK LNC PT-DOCKER"},
    };
    return kRules;
}

const LintRule &lintRule(const char *id)
{
    const auto found = std::find_if(lintRules().begin(), lintRules().end(),
                                    [&](const LintRule &rule) { return std::strcmp(rule.id, id) == 0; });
    Q_ASSERT(found != lintRules().end());
    return *found;
}

}  // namespace trainyard
