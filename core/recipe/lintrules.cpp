#include "core/recipe/lintrules.h"

#include <QtGlobal>

#include <algorithm>
#include <cstring>

namespace trainyard {

#define SAYS(text) QT_TRANSLATE_NOOP("trainyard::LintRules", text)

const QList<LintRule> &lintRules()
{
    using enum LintSeverity;
    static const QList<LintRule> kRules{
        // What cannot be read.
        {"unreadable", Error, SAYS("Only text of up to 256 KiB in UTF-8 is looked at."), SAYS("Paste the text of one file."), "TY"},
        {"unclosed-quote", Error, SAYS("Everything after it is taken as text, so no command follows."), SAYS("Close the quote."), "TY"},
        {"blank-after-backslash", Error, SAYS("Only a backslash that is the very last sign continues a line: the rest runs as another command."),
         SAYS("Remove the blanks at the end of the line."), "TY"},
        {"instruction", Error, SAYS("The build stops there."), SAYS("Write an instruction of the Dockerfile reference; continue long lines with a backslash."), "DOCKER-BUILD"},
        {"env-blank", Error, SAYS("--env-file takes a line as NAME=VALUE without blanks around “=”, and a name may have none."), SAYS("Write NAME=VALUE."), "DOCKER-RUN"},

        // Commands and programs that are gone.
        {"dead-command", Error, SAYS("nvidia-smi has no such command or option."), SAYS("Use the command that does it today."), "SMI-DOCS"},
        {"nvidia-docker", Warning, SAYS("The nvidia-docker wrappers were for Docker before 19.03; the NVIDIA Container Toolkit took their place."),
         SAYS("Install nvidia-container-toolkit on the host and start with docker run --gpus all."), "TF-DOCS CTK"},
        {"old-runtime", Hint, SAYS("It works only where that runtime is registered with the engine, and does not look at the image's conditions."),
         SAYS("Use --gpus all with Docker, or --device nvidia.com/gpu=all by CDI."), "CTK CDI"},
        {"torch-launch", Warning, SAYS("The module torch.distributed.launch is deprecated and hands --local-rank to the script, which torchrun does not."),
         SAYS("Use torchrun, and read LOCAL_RANK from the environment."), "TORCHRUN"},
        {"dead-package", Error, SAYS("What pip finds under this name is not the framework, or refuses to install."), SAYS("Install the package by the name it has today."), "TF-DOCS"},
        {"conda-pytorch", Hint, SAYS("PyTorch's own page gives wheels of pip for today's releases; builds of conda end with older ones."),
         SAYS("Install with pip from the index of the build you need."), "PT-PREV"},
        {"nccl-version", Warning, SAYS("NCCL is in the series 2: 2.30 in the middle of 2026."), SAYS("Name a version 2.x, or leave it to the framework, which brings its own."), "NCCL-SRC PT-RELEASE"},

        // How containers get their GPUs, memory and disks.
        {"gpus-missing", Warning, SAYS("The variable alone gives a container no GPU: only --gpus, CDI or the nvidia runtime does."), SAYS("Add --gpus all."), "CTK"},
        {"gpus-twice", Warning, SAYS("--gpus sets NVIDIA_VISIBLE_DEVICES itself, and two answers to one question end in surprise."), SAYS("Name the GPUs once, with --gpus."), "CTK"},
        {"podman-gpus", Warning, SAYS("With Podman, --gpus was seen to start containers without any GPU."), SAYS("Name them by CDI: --device nvidia.com/gpu=all."), "CDI"},
        {"shared-memory", Warning, SAYS("A container gets 64 MB of /dev/shm, too little for the workers of a DataLoader and for NCCL: “bus error” or a hang."),
         SAYS("Add --ipc=host, or --shm-size with several GiB."), "PT-SHM SHM NGC-RUN"},
        {"memlock", Hint, SAYS("RDMA must lock the memory it uses, and the default limit is too low for it."), SAYS("Add --ulimit memlock=-1."), "NGC-RUN"},
        {"privileged", Warning, SAYS("A privileged container may do everything on the host; GPUs need none of it."), SAYS("Remove it, and pass the devices it is meant for."), "DOCKER-RUN"},
        {"option-after-image", Error, SAYS("What comes after the image is the command of the container: the engine never sees it."), SAYS("Put it before the image."), "DOCKER-RUN"},
        {"ephemeral-checkpoints", Warning, SAYS("What is written there is gone with the container or the next start of the machine, and with it the training."),
         SAYS("Write checkpoints to a folder that is mounted from a disk that outlives the container."), "TY DOCKER-RUN"},
        {"no-checkpoints", Hint, SAYS("Without it Trainyard cannot find, check or resume what the run saves."), SAYS("Add a section checkpoints with dir."), "TY"},
        {"image-tag", Warning, SAYS("Tomorrow it is another image, perhaps for a newer CUDA than the driver knows."), SAYS("Name a tag with versions, or a digest."), "DOCKER-BUILD"},
        {"compat", Error, SAYS("The rules of `yard compat check` say so, for the GPU and driver that were named."), SAYS("Take what is proposed there, or ask `yard compat check` about it."), "MVC"},

        {"condition", Error, SAYS("The hook of the NVIDIA Container Toolkit refuses a container when it gets to a malformed condition."),
         SAYS("Write terms with blanks between, of factors like cuda>=12.4 with commas between."), "LIBNVC CTK"},

        // Secrets.
        {"secret", Error, SAYS("Whoever sees the command line, the image's history or the shell's history reads it."),
         SAYS("Take it out, make a new one, and hand it over by an env file with mode 600, a secret mount or the secrets of a task."), "DOCKER-CHECKS"},
        {"secret-argument", Warning, SAYS("The shell puts the value into the command line, where every user of the machine can read it."),
         SAYS("Write only the name: -e NAME hands over the value without showing it."), "DOCKER-RUN"},
        {"secret-file", Error, SAYS("It stays in a layer of the image, also when a later one deletes it."), SAYS("Leave it out by .dockerignore, and mount it with RUN --mount=type=secret."), "DOCKER-CHECKS"},

        // What a Dockerfile is made of.
        {"root-user", Warning, SAYS("Whatever breaks out of the program is root, and files on mounted folders belong to root."), SAYS("Add a user, and USER before the end."), "DOCKER-BUILD"},
        {"shell-form", Warning, SAYS("A shell becomes process 1 and hands no SIGTERM on: a stop kills the program before it has saved."),
         SAYS("Write it as [\"program\", \"argument\"], or begin with exec."), "DOCKER-CHECKS"},
        {"pipe-to-shell", Warning, SAYS("Whatever the server sends runs as it is, unseen and another day another."), SAYS("Download a named version, check its SHA-256, then run it."), "DOCKER-BUILD"},
        {"apt-key", Warning, SAYS("apt-key is deprecated: its keys are trusted for every package source."), SAYS("Put the key into /etc/apt/keyrings and name it with signed-by."), "DOCKER-BUILD"},
        {"apt-update", Warning, SAYS("The lists come from an older layer, or are not there: the installation fails some day."), SAYS("Write apt-get update && apt-get install in one RUN."), "DOCKER-BUILD"},
        {"apt-yes", Error, SAYS("apt-get asks, nobody answers, and the build stops."), SAYS("Add --yes."), "DOCKER-BUILD"},
        {"apt-lists", Hint, SAYS("The package lists stay in the layer."), SAYS("End with rm -rf /var/lib/apt/lists/*, or mount a cache there."), "DOCKER-BUILD"},
        {"driver-in-image", Error, SAYS("The driver belongs to the host: another one in the image takes the place of the one that the engine mounts, and does not fit the kernel module."),
         SAYS("Leave it out; an image needs at most the CUDA toolkit."), "TF-DOCS CTK"},
        {"pip-unpinned", Hint, SAYS("The next build gets other versions."), SAYS("Name the version, as in name==1.2.3, or use a file with all of them."), "PIP-DOCS"},
        {"framework-unpinned", Warning, SAYS("pip takes the newest release and its default CUDA, which may need a newer driver than the machine has, whatever the base image is."),
         SAYS("Name version and index, as `yard environment make` does."), "PT-INFRA PT-RELEASE MVC"},
        {"framework-replaced", Warning, SAYS("pip may replace the framework that the image came with to satisfy it."), SAYS("Name the version that belongs to the framework, or hold that with a constraint file."), "PT-PREV"},
        {"pip-cache", Hint, SAYS("The downloaded wheels stay in the layer, several GB with CUDA."), SAYS("Begin with RUN --mount=type=cache,target=/root/.cache/pip, or add --no-cache-dir."), "DOCKER-BUILD PIP-DOCS"},
        {"wheel-index", Warning, SAYS("Wheels bring their own CUDA, so the image's is not used, and extensions compiled there fail for being of another CUDA."),
         SAYS("Take the index for the image's CUDA, or a plain base image."), "PT-INFRA MVC"},

        // Variables.
        {"nccl-port", Error, SAYS("There is no NCCL port: its sockets take ports that the system chooses, and 12345, 12355 and 29500 are rendezvous ports (MASTER_PORT)."),
         SAYS("Open all TCP between the nodes of a job; set MASTER_PORT for the rendezvous."), "NCCL-SRC PORT-29500"},
        {"variable-name", Warning, SAYS("Nobody reads a variable of this name, and nothing complains."), SAYS("Write the name that is meant."), "NCCL-SRC NCCL-NAMES"},
        {"variable-unknown", Hint, SAYS("It is in no list that was read; NCCL ignores what it does not know without a word."), SAYS("Check the name in NCCL's documentation."), "NCCL-NAMES"},
        {"variable-value", Error, SAYS("It is not among the values that are read."), SAYS("Write one of the known values."), "NCCL-SRC"},
        {"variable-renamed", Warning, SAYS("Today's PyTorch reads it by another name."), SAYS("Write the name of today."), "PGNCCL-DOC PGNCCL-HPP"},
        {"no-effect", Hint, SAYS("That is what it is anyway."), SAYS("Leave it out."), "NCCL-SRC"},
        {"debug-left-on", Hint, SAYS("It is for finding a fault: it fills logs or slows every step."), SAYS("Set it for one run, then take it out."), "NCCL-SRC"},
        {"switched-off", Hint, SAYS("It turns off a fast path between GPUs or nodes, which is the last resort when that path hangs."), SAYS("Take it out once the fault is found."), "NCCL-SRC NCCL-NAMES"},
        {"nccl-interface", Warning, SAYS("Other nodes cannot be reached over it."), SAYS("Name the interface that all nodes have in common, like =eth0."), "NCCL-SRC"},
        {"allocator-option", Error, SAYS("PyTorch stops at options it does not know, and takes them as key:value with commas between."), SAYS("Write it as in expandable_segments:True,max_split_size_mb:128."), "ALLOC-CPP"},
        {"visible-devices", Error, SAYS("CUDA counts the GPUs that a process has been given from 0 again, and stops reading at the first entry that is none."),
         SAYS("Name the GPUs as the process sees them."), "CUDART-HDR"},
        {"visible-devices-image", Warning, SAYS("Everyone who uses the image gets only these GPUs, and nobody sees why."), SAYS("Set it at the start, not in the image."), "CUDART-HDR"},
        {"master-address", Error, SAYS("Each node then waits for itself, until the time is out."), SAYS("Name the first node's address, which the others can reach."), "LAUNCHERS"},
        {"omp-threads", Hint, SAYS("torchrun then sets it to 1 for each process, so that CPU work such as loading data has one core."), SAYS("Set it to the cores of a node divided by its processes."), "TORCHRUN"},
        {"amp-switch", Warning, SAYS("It is read by NVIDIA's own TensorFlow containers; no source shows that stock TensorFlow does."), SAYS("Use the Keras policy mixed_float16 or mixed_bfloat16."), "TF-AMP-USE"},
        {"disable-require", Warning, SAYS("Only 1, t, T, true, TRUE and True count; everything else leaves the check on."), SAYS("Write 1, and only where `yard compat check` says that CUDA works."), "CTK"},
        {"driver-capabilities", Warning, SAYS("Only the parts of the driver that are named get into the container: CUDA needs compute, nvidia-smi needs utility."), SAYS("Write compute,utility."), "CTK LNC PT-DOCKER"},
    };
    return kRules;
}

#undef SAYS

const LintRule &lintRule(const char *id)
{
    const auto found = std::find_if(lintRules().begin(), lintRules().end(), [&](const LintRule &rule) { return std::strcmp(rule.id, id) == 0; });
    Q_ASSERT(found != lintRules().end());
    return *found;
}

}  // namespace trainyard
