#include "core/recipe/lintrules.h"

#include <QtGlobal>

#include <algorithm>
#include <cstring>

namespace trainyard {

const QList<LintRule> &lintRules()
{
    using enum LintSeverity;
    static const QList<LintRule> kRules{
        // What cannot be read.
        {"unreadable", Error, QT_TRANSLATE_NOOP("trainyard::LintRules", "Only text of up to 256 KiB in UTF-8 is looked at."), QT_TRANSLATE_NOOP("trainyard::LintRules", "Paste the text of one file."), "TY"},
        {"unclosed-quote", Error, QT_TRANSLATE_NOOP("trainyard::LintRules", "Everything after it is taken as text, so no command follows."), QT_TRANSLATE_NOOP("trainyard::LintRules", "Close the quote."), "TY"},
        {"blank-after-backslash", Error, QT_TRANSLATE_NOOP("trainyard::LintRules", "Only a backslash that is the very last sign continues a line: the rest runs as another command."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Remove the blanks at the end of the line."), "TY"},
        {"instruction", Error, QT_TRANSLATE_NOOP("trainyard::LintRules", "The build stops there."), QT_TRANSLATE_NOOP("trainyard::LintRules", "Write an instruction of the Dockerfile reference; continue long lines with a backslash."), "DOCKER-BUILD"},
        {"env-blank", Error, QT_TRANSLATE_NOOP("trainyard::LintRules", "--env-file takes a line as NAME=VALUE without blanks around “=”, and a name may have none."), QT_TRANSLATE_NOOP("trainyard::LintRules", "Write NAME=VALUE."), "DOCKER-RUN"},

        // Commands and programs that are gone.
        {"dead-command", Error, QT_TRANSLATE_NOOP("trainyard::LintRules", "nvidia-smi has no such command or option."), QT_TRANSLATE_NOOP("trainyard::LintRules", "Use the command that does it today."), "SMI-DOCS"},
        {"nvidia-docker", Warning, QT_TRANSLATE_NOOP("trainyard::LintRules", "The nvidia-docker wrappers were for Docker before 19.03; the NVIDIA Container Toolkit took their place."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Install nvidia-container-toolkit on the host and start with docker run --gpus all."), "TF-DOCS CTK"},
        {"old-runtime", Hint, QT_TRANSLATE_NOOP("trainyard::LintRules", "It works only where that runtime is registered with the engine, and does not look at the image's conditions."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Use --gpus all with Docker, or --device nvidia.com/gpu=all by CDI."), "CTK CDI"},
        {"torch-launch", Warning, QT_TRANSLATE_NOOP("trainyard::LintRules", "The module torch.distributed.launch is deprecated and hands --local-rank to the script, which torchrun does not."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Use torchrun, and read LOCAL_RANK from the environment."), "TORCHRUN"},
        {"dead-package", Error, QT_TRANSLATE_NOOP("trainyard::LintRules", "What pip finds under this name is not the framework, or refuses to install."), QT_TRANSLATE_NOOP("trainyard::LintRules", "Install the package by the name it has today."), "PYPI-NAMES TF-DOCS"},
        {"conda-pytorch", Hint, QT_TRANSLATE_NOOP("trainyard::LintRules", "PyTorch's own page gives wheels of pip for today's releases; builds of conda end with older ones."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Install with pip from the index of the build you need."), "PT-PREV"},
        {"nccl-version", Warning, QT_TRANSLATE_NOOP("trainyard::LintRules", "NCCL is in the series 2: 2.30 in the middle of 2026."), QT_TRANSLATE_NOOP("trainyard::LintRules", "Name a version 2.x, or leave it to the framework, which brings its own."), "NCCL-SRC PT-RELEASE"},

        // How containers get their GPUs, memory and disks.
        {"gpus-missing", Warning, QT_TRANSLATE_NOOP("trainyard::LintRules", "The variable alone gives a container no GPU: only --gpus, CDI or the nvidia runtime does."), QT_TRANSLATE_NOOP("trainyard::LintRules", "Add --gpus all."), "CTK"},
        {"gpus-twice", Warning, QT_TRANSLATE_NOOP("trainyard::LintRules", "--gpus sets NVIDIA_VISIBLE_DEVICES itself, and two answers to one question end in surprise."), QT_TRANSLATE_NOOP("trainyard::LintRules", "Name the GPUs once, with --gpus."), "CTK"},
        {"podman-gpus", Warning, QT_TRANSLATE_NOOP("trainyard::LintRules", "With Podman, --gpus was seen to start containers without any GPU."), QT_TRANSLATE_NOOP("trainyard::LintRules", "Name them by CDI: --device nvidia.com/gpu=all."), "CDI"},
        {"shared-memory", Warning, QT_TRANSLATE_NOOP("trainyard::LintRules", "A container gets 64 MB of /dev/shm, too little for the workers of a DataLoader and for NCCL: “bus error” or a hang."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Add --ipc=host, or --shm-size with several GiB."), "PT-SHM SHM NGC-RUN"},
        {"memlock", Hint, QT_TRANSLATE_NOOP("trainyard::LintRules", "RDMA must lock the memory it uses, and the default limit is too low for it."), QT_TRANSLATE_NOOP("trainyard::LintRules", "Add --ulimit memlock=-1."), "NGC-RUN"},
        {"privileged", Warning, QT_TRANSLATE_NOOP("trainyard::LintRules", "A privileged container may do everything on the host; GPUs need none of it."), QT_TRANSLATE_NOOP("trainyard::LintRules", "Remove it, and pass the devices it is meant for."), "DOCKER-RUN"},
        {"option-after-image", Error, QT_TRANSLATE_NOOP("trainyard::LintRules", "What comes after the image is the command of the container: the engine never sees it."), QT_TRANSLATE_NOOP("trainyard::LintRules", "Put it before the image."), "DOCKER-RUN"},
        {"ephemeral-checkpoints", Warning, QT_TRANSLATE_NOOP("trainyard::LintRules", "What is written there is gone with the container or the next start of the machine, and with it the training."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Write checkpoints to a folder that is mounted from a disk that outlives the container."), "TY DOCKER-RUN"},
        {"no-checkpoints", Hint, QT_TRANSLATE_NOOP("trainyard::LintRules", "Without it Trainyard cannot find, check or resume what the run saves."), QT_TRANSLATE_NOOP("trainyard::LintRules", "Add a section checkpoints with dir."), "TY"},
        {"image-tag", Warning, QT_TRANSLATE_NOOP("trainyard::LintRules", "Tomorrow it is another image, perhaps for a newer CUDA than the driver knows."), QT_TRANSLATE_NOOP("trainyard::LintRules", "Name a tag with versions, or a digest."), "DOCKER-BUILD"},
        {"compat", Error, QT_TRANSLATE_NOOP("trainyard::LintRules", "The rules of `yard compat check` say so, for the GPU and driver that were named."), QT_TRANSLATE_NOOP("trainyard::LintRules", "Take what is proposed there, or ask `yard compat check` about it."), "MVC"},

        {"condition", Error, QT_TRANSLATE_NOOP("trainyard::LintRules", "The hook of the NVIDIA Container Toolkit refuses a container when it gets to a malformed condition."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Write terms with blanks between, of factors like cuda>=12.4 with commas between."), "LIBNVC CTK"},

        // Secrets.
        {"secret", Error, QT_TRANSLATE_NOOP("trainyard::LintRules", "Whoever sees the command line, the image's history or the shell's history reads it."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Take it out, make a new one, and hand it over by an env file with mode 600, a secret mount or the secrets of a task."), "DOCKER-CHECKS"},
        {"secret-argument", Warning, QT_TRANSLATE_NOOP("trainyard::LintRules", "The shell puts the value into the command line, where every user of the machine can read it."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Write only the name: -e NAME hands over the value without showing it."), "DOCKER-RUN"},
        {"secret-file", Error, QT_TRANSLATE_NOOP("trainyard::LintRules", "It stays in a layer of the image, also when a later one deletes it."), QT_TRANSLATE_NOOP("trainyard::LintRules", "Leave it out by .dockerignore, and mount it with RUN --mount=type=secret."), "DOCKER-CHECKS"},

        // What a Dockerfile is made of.
        {"root-user", Warning, QT_TRANSLATE_NOOP("trainyard::LintRules", "Whatever breaks out of the program is root, and files on mounted folders belong to root."), QT_TRANSLATE_NOOP("trainyard::LintRules", "Add a user, and USER before the end."), "DOCKER-BUILD"},
        {"shell-form", Warning, QT_TRANSLATE_NOOP("trainyard::LintRules", "A shell becomes process 1 and hands no SIGTERM on: a stop kills the program before it has saved."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Write it as [\"program\", \"argument\"], or begin with exec."), "DOCKER-CHECKS"},
        {"pipe-to-shell", Warning, QT_TRANSLATE_NOOP("trainyard::LintRules", "Whatever the server sends runs as it is, unseen and another day another."), QT_TRANSLATE_NOOP("trainyard::LintRules", "Download a named version, check its SHA-256, then run it."), "DOCKER-BUILD"},
        {"apt-key", Warning, QT_TRANSLATE_NOOP("trainyard::LintRules", "apt-key is deprecated: its keys are trusted for every package source."), QT_TRANSLATE_NOOP("trainyard::LintRules", "Put the key into /etc/apt/keyrings and name it with signed-by."), "DOCKER-BUILD"},
        {"apt-update", Warning, QT_TRANSLATE_NOOP("trainyard::LintRules", "The lists come from an older layer, or are not there: the installation fails some day."), QT_TRANSLATE_NOOP("trainyard::LintRules", "Write apt-get update && apt-get install in one RUN."), "DOCKER-BUILD"},
        {"apt-yes", Error, QT_TRANSLATE_NOOP("trainyard::LintRules", "apt-get asks, nobody answers, and the build stops."), QT_TRANSLATE_NOOP("trainyard::LintRules", "Add --yes."), "DOCKER-BUILD"},
        {"apt-lists", Hint, QT_TRANSLATE_NOOP("trainyard::LintRules", "The package lists stay in the layer."), QT_TRANSLATE_NOOP("trainyard::LintRules", "End with rm -rf /var/lib/apt/lists/*, or mount a cache there."), "DOCKER-BUILD"},
        {"driver-in-image", Error, QT_TRANSLATE_NOOP("trainyard::LintRules", "The driver belongs to the host: another one in the image takes the place of the one that the engine mounts, and does not fit the kernel module."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Leave it out; an image needs at most the CUDA toolkit."), "TF-DOCS CTK"},
        {"pip-unpinned", Hint, QT_TRANSLATE_NOOP("trainyard::LintRules", "The next build gets other versions."), QT_TRANSLATE_NOOP("trainyard::LintRules", "Name the version, as in name==1.2.3, or use a file with all of them."), "PIP-DOCS"},
        {"framework-unpinned", Warning, QT_TRANSLATE_NOOP("trainyard::LintRules", "pip takes the newest release and its default CUDA, which may need a newer driver than the machine has, whatever the base image is."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Name version and index, as `yard environment make` does."), "PT-INFRA PT-RELEASE MVC"},
        {"framework-replaced", Warning, QT_TRANSLATE_NOOP("trainyard::LintRules", "pip may replace the framework that the image came with to satisfy it."), QT_TRANSLATE_NOOP("trainyard::LintRules", "Name the version that belongs to the framework, or hold that with a constraint file."), "PT-PREV"},
        {"pip-cache", Hint, QT_TRANSLATE_NOOP("trainyard::LintRules", "The downloaded wheels stay in the layer, several GB with CUDA."), QT_TRANSLATE_NOOP("trainyard::LintRules", "Begin with RUN --mount=type=cache for the folder of pip's cache, or add --no-cache-dir."), "DOCKER-BUILD PIP-DOCS"},
        {"wheel-index", Warning, QT_TRANSLATE_NOOP("trainyard::LintRules", "Wheels bring their own CUDA, so the image's is not used, and extensions compiled there fail for being of another CUDA."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Take the index for the image's CUDA, or a plain base image."), "PT-INFRA MVC"},

        // Variables.
        {"nccl-port", Error, QT_TRANSLATE_NOOP("trainyard::LintRules", "There is no NCCL port: its sockets take ports that the system chooses, and 12345, 12355 and 29500 are rendezvous ports (MASTER_PORT)."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Open all TCP between the nodes of a job; set MASTER_PORT for the rendezvous."), "NCCL-SRC PORT-29500"},
        {"variable-name", Warning, QT_TRANSLATE_NOOP("trainyard::LintRules", "Nobody reads a variable of this name, and nothing complains."), QT_TRANSLATE_NOOP("trainyard::LintRules", "Write the name that is meant."), "NCCL-SRC NCCL-GUIDE"},
        {"variable-unknown", Hint, QT_TRANSLATE_NOOP("trainyard::LintRules", "It is in no list that was read; NCCL ignores what it does not know without a word."), QT_TRANSLATE_NOOP("trainyard::LintRules", "Check the name in NCCL's documentation."), "NCCL-GUIDE NCCL-LIB"},
        {"variable-value", Error, QT_TRANSLATE_NOOP("trainyard::LintRules", "It is not among the values that are read."), QT_TRANSLATE_NOOP("trainyard::LintRules", "Write one of the known values."), "NCCL-SRC"},
        {"variable-renamed", Warning, QT_TRANSLATE_NOOP("trainyard::LintRules", "Today's PyTorch reads it by another name."), QT_TRANSLATE_NOOP("trainyard::LintRules", "Write the name of today."), "PGNCCL-DOC PGNCCL-HPP"},
        {"no-effect", Hint, QT_TRANSLATE_NOOP("trainyard::LintRules", "That is what it is anyway."), QT_TRANSLATE_NOOP("trainyard::LintRules", "Leave it out."), "NCCL-SRC"},
        {"debug-left-on", Hint, QT_TRANSLATE_NOOP("trainyard::LintRules", "It is for finding a fault: it fills logs or slows every step."), QT_TRANSLATE_NOOP("trainyard::LintRules", "Set it for one run, then take it out."), "NCCL-SRC"},
        {"switched-off", Hint, QT_TRANSLATE_NOOP("trainyard::LintRules", "It turns off a fast path between GPUs or nodes, which is the last resort when that path hangs."), QT_TRANSLATE_NOOP("trainyard::LintRules", "Take it out once the fault is found."), "NCCL-SRC NCCL-GUIDE"},
        {"nccl-interface", Warning, QT_TRANSLATE_NOOP("trainyard::LintRules", "Other nodes cannot be reached over it."), QT_TRANSLATE_NOOP("trainyard::LintRules", "Name the interface that all nodes have in common, like =eth0."), "NCCL-SRC"},
        {"allocator-option", Error, QT_TRANSLATE_NOOP("trainyard::LintRules", "PyTorch stops at options it does not know, and takes them as key:value with commas between."), QT_TRANSLATE_NOOP("trainyard::LintRules", "Write it as in expandable_segments:True,max_split_size_mb:128."), "ALLOC-CPP"},
        {"visible-devices", Error, QT_TRANSLATE_NOOP("trainyard::LintRules", "CUDA counts the GPUs that a process has been given from 0 again, and stops reading at the first entry that is none."),
         QT_TRANSLATE_NOOP("trainyard::LintRules", "Name the GPUs as the process sees them."), "CUDART-HDR"},
        {"visible-devices-image", Warning, QT_TRANSLATE_NOOP("trainyard::LintRules", "Everyone who uses the image gets only these GPUs, and nobody sees why."), QT_TRANSLATE_NOOP("trainyard::LintRules", "Set it at the start, not in the image."), "CUDART-HDR"},
        {"master-address", Error, QT_TRANSLATE_NOOP("trainyard::LintRules", "Each node then waits for itself, until the time is out."), QT_TRANSLATE_NOOP("trainyard::LintRules", "Name the first node's address, which the others can reach."), "LAUNCHERS"},
        {"omp-threads", Hint, QT_TRANSLATE_NOOP("trainyard::LintRules", "torchrun then sets it to 1 for each process, so that CPU work such as loading data has one core."), QT_TRANSLATE_NOOP("trainyard::LintRules", "Set it to the cores of a node divided by its processes."), "TORCHRUN"},
        {"amp-switch", Warning, QT_TRANSLATE_NOOP("trainyard::LintRules", "It is read by NVIDIA's own TensorFlow containers; no source shows that stock TensorFlow does."), QT_TRANSLATE_NOOP("trainyard::LintRules", "Use the Keras policy mixed_float16 or mixed_bfloat16."), "TF-AMP-USE"},
        {"disable-require", Warning, QT_TRANSLATE_NOOP("trainyard::LintRules", "Only 1, t, T, true, TRUE and True count; everything else leaves the check on."), QT_TRANSLATE_NOOP("trainyard::LintRules", "Write 1, and only where `yard compat check` says that CUDA works."), "CTK"},
        {"driver-capabilities", Warning, QT_TRANSLATE_NOOP("trainyard::LintRules", "Only the parts of the driver that are named get into the container: CUDA needs compute, nvidia-smi needs utility."), QT_TRANSLATE_NOOP("trainyard::LintRules", "Write compute,utility."), "CTK LNC PT-DOCKER"},
    };
    return kRules;
}

const LintRule &lintRule(const char *id)
{
    const auto found = std::find_if(lintRules().begin(), lintRules().end(), [&](const LintRule &rule) { return std::strcmp(rule.id, id) == 0; });
    Q_ASSERT(found != lintRules().end());
    return *found;
}

}  // namespace trainyard
