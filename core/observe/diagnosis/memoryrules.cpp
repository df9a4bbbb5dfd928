// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/diagnosis/internal/explainrules.h"

#include "core/observe/trainlog/trainingline.h"

#include <QRegularExpression>

#include <cmath>

namespace trainyard {
namespace {

// "22.00 MiB", "0 bytes" → MiB
std::optional<double> mebibytes(const QString &number, const QString &unit)
{
    bool isNumber = false;
    const double value = number.toDouble(&isNumber);
    if (!isNumber || !std::isfinite(value))
        return std::nullopt;
    return unit == QLatin1String("GiB")   ? value * 1024
           : unit == QLatin1String("MiB") ? value
           : unit == QLatin1String("KiB") ? value / 1024
                                          : value / 1048576;
}

struct Amount {
    QString text;
    std::optional<double> mib;
};

Amount amountIn(const QString &line, const QRegularExpression &form)
{
    const Match match = form.match(line);
    return match.hasMatch() ? Amount{match.captured(1) + u' ' + match.captured(2), mebibytes(match.captured(1), match.captured(2))}
                            : Amount{};
}

// The numbers of PyTorch's sentence, in its forms since 0.4.
bool readTorchMemory(const QString &line, const HealthFacts *, ExplainCard &card)
{
    static const QRegularExpression tried(QStringLiteral("out of memory\\. Tried to allocate ([0-9.]+) ([KMG]iB)"));
    static const QRegularExpression device(QStringLiteral("GPU ([0-9]{1,3})"));
    static const QRegularExpression total(QStringLiteral("total capac?i?ty of ([0-9.]+) ([KMG]iB)"));
    static const QRegularExpression oldTotal(QStringLiteral("\\(GPU [0-9]+; ([0-9.]+) ([KMG]iB) total"));
    static const QRegularExpression free(QStringLiteral("of which ([0-9.]+) ([KMG]iB|bytes) is free"));
    static const QRegularExpression oldFree(QStringLiteral("; ([0-9.]+) ([KMG]iB|bytes) free"));
    static const QRegularExpression idle(QStringLiteral("and ([0-9.]+) ([KMG]iB|bytes) is reserved by PyTorch but unallocated"));
    static const QRegularExpression own(QStringLiteral("this process has ([0-9.]+) ([KMG]iB|bytes) memory in use"));
    static const QRegularExpression others(QStringLiteral("Process ([0-9]{1,10}) has ([0-9.]+ [KMG]iB) memory in use"));
    const Amount wanted = amountIn(line, tried);
    if (wanted.text.isEmpty())
        return false;
    const Match gpu = device.match(line);
    Amount all = amountIn(line, total), left = amountIn(line, free);
    if (all.text.isEmpty())
        all = amountIn(line, oldTotal);
    if (left.text.isEmpty())
        left = amountIn(line, oldFree);
    const Amount unused = amountIn(line, idle), mine = amountIn(line, own);
    const QString who = gpu.hasMatch() ? Explained::tr("GPU %1").arg(gpu.captured(1)) : Explained::tr("A GPU");
    card.what =
        all.text.isEmpty() || left.text.isEmpty()
            ? Explained::tr("%1 ran out of memory: PyTorch needed %2 more.").arg(who, wanted.text)
            : Explained::tr("%1 ran out of memory: PyTorch needed %2 more, %3 of %4 were free.").arg(who, wanted.text, left.text, all.text);
    const Match other = others.match(line);
    const bool isForeign = other.hasMatch() && all.mib && mine.mib && *mine.mib < 0.8 * *all.mib;
    if (isForeign) {
        card.why = Explained::tr("Another process, %1, uses %2 on the same GPU.").arg(other.captured(1), other.captured(2));
        card.todo = Explained::tr("End it if it is yours, or choose another GPU.");
        card.command = QStringLiteral("nvidia-smi");
    } else if (unused.mib && wanted.mib && *unused.mib >= *wanted.mib) {
        card.why =
            Explained::tr("PyTorch holds %1 of unused memory in pieces that are too small: the memory is fragmented.").arg(unused.text);
        card.todo = Explained::tr("Set this variable; it allows pieces to be merged.");
        card.command = QStringLiteral("PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True");
    } else {
        card.why = Explained::tr("Model, gradients, optimizer and activations do not fit into GPU memory at once.");
        card.todo = Explained::tr(
            "Halve the batch and double the accumulation steps, enable gradient checkpointing, or use GPUs with more memory; “yard "
            "estimate memory” shows what fits.");
    }
    setSource(card, QStringLiteral("PyTorch: CUDA semantics, memory management"),
              QStringLiteral("https://pytorch.org/docs/stable/notes/cuda.html#memory-management"));
    return true;
}

bool readTensorFlowMemory(const QString &line, const HealthFacts *, ExplainCard &card)
{
    static const QRegularExpression form(
        QStringLiteral("OOM when allocating tensor with shape ?\\[([0-9, ]{1,200})\\](?:[^/]{0,40}/.{0,80}device:(GPU:[0-9]+))?"));
    const Match match = form.match(line);
    if (!match.hasMatch() || (line.contains(QLatin1String("CPU:")) && !match.hasCaptured(2)))
        return false;
    card.what =
        match.hasCaptured(2)
            ? Explained::tr("%1 ran out of memory: TensorFlow needed a tensor of shape [%2].").arg(match.captured(2), match.captured(1))
            : Explained::tr("The GPU ran out of memory: TensorFlow needed a tensor of shape [%1].").arg(match.captured(1));
    card.why = Explained::tr("The first number of the shape is usually the batch size.");
    card.todo = Explained::tr("Reduce the batch size, or let TensorFlow allocate memory only as needed.");
    card.command = QStringLiteral("TF_FORCE_GPU_ALLOW_GROWTH=true");
    setSource(card, QStringLiteral("TensorFlow: Use a GPU"),
              QStringLiteral("https://www.tensorflow.org/guide/gpu#limiting_gpu_memory_growth"));
    return true;
}

bool readXlaMemory(const QString &line, const HealthFacts *, ExplainCard &card)
{
    static const QRegularExpression form(QStringLiteral(
        "(?:RESOURCE_EXHAUSTED|Resource exhausted): Out *of memory (?:while trying to allocate|allocating) ([0-9]{1,18}) ?bytes"));
    const Match match = form.match(line);
    if (!match.hasMatch())
        return false;
    card.what =
        Explained::tr("The GPU ran out of memory: XLA (JAX) needed %1 GiB.").arg(match.captured(1).toDouble() / 1073741824, 0, 'f', 2);
    card.why = Explained::tr(
        "JAX allocates three quarters of the memory at start; this is too little for a second process on the GPU, or for a larger "
        "program.");
    card.todo = Explained::tr(
        "Make sure that nothing else runs on the GPU; reduce the batch size, or let JAX allocate memory only as needed.");
    card.command = QStringLiteral("XLA_PYTHON_CLIENT_PREALLOCATE=false");
    setSource(card, QStringLiteral("JAX: GPU memory allocation"),
              QStringLiteral("https://docs.jax.dev/en/latest/gpu_memory_allocation.html"));
    return true;
}

bool readCublasMemory(const QString &line, const HealthFacts *, ExplainCard &card)
{
    if (!line.contains(QLatin1String("CUBLAS_STATUS_ALLOC_FAILED")) || !line.contains(QLatin1String("rror")))
        return false;
    card.what = Explained::tr("cuBLAS found no GPU memory for its workspace.");
    card.why = Explained::tr(
        "The GPU's memory is full. Sometimes the cause is an earlier index out of range: run once with the variable below.");
    card.todo = Explained::tr(
        "Reduce the batch size. If memory was free, run with this variable: the error is then reported where it happens.");
    card.command = QStringLiteral("CUDA_LAUNCH_BLOCKING=1");
    setSource(card, QStringLiteral("cuBLAS: status codes"), QStringLiteral("https://docs.nvidia.com/cuda/cublas/#cublasstatus-t"));
    return true;
}

bool readKernelKill(const QString &line, const HealthFacts *, ExplainCard &card)
{
    static const QRegularExpression form(QStringLiteral("(Memory cgroup out of memory|Out of memory): Kill(?:ed)? process ([0-9]{1,10}) "
                                                        "\\(([^)]{1,40})\\)(?:.{0,200}anon-rss:([0-9]{1,15})kB)?"));
    const Match match = form.match(line);
    if (!match.hasMatch())
        return false;
    card.what = match.hasCaptured(4)
                    ? Explained::tr("The kernel killed %1 (process %2), which used %3 GiB, because memory ran out.")
                          .arg(match.captured(3), match.captured(2), QString::number(match.captured(4).toDouble() / 1048576, 'f', 1))
                    : Explained::tr("The kernel killed %1 (process %2), because memory ran out.").arg(match.captured(3), match.captured(2));
    card.why = match.captured(1).startsWith(u'M') ? Explained::tr("The limit of its container was reached.")
                                                  : Explained::tr("The machine's own memory was full, not the GPU's.");
    card.todo = Explained::tr("Use fewer data loader workers, load the data in parts, or use a machine with more memory.");
    setSource(card, QStringLiteral("Linux kernel: out-of-memory handling"),
              QStringLiteral("https://docs.kernel.org/admin-guide/mm/concepts.html#oom-killer"));
    return true;
}

bool readCrash(const QString &line, const HealthFacts *, ExplainCard &card)
{
    static const QRegularExpression form(QStringLiteral(
        "(?:\\] |: )([^\\s\\[\\]:]{1,40})\\[([0-9]{1,10})\\]: segfault at [0-9a-f]{1,16} ip [0-9a-f]{1,16} sp [0-9a-f]{1,16} error "
        "[0-9a-f]{1,4}(?: in ([^\\s\\[]{1,120})\\[)?"));
    const Match match = form.match(line);
    if (!match.hasMatch())
        return false;
    card.severity = ExplainSeverity::Warning;  // a traceback, if there is one, is more informative
    card.what = match.hasCaptured(3)
                    ? Explained::tr("%1 (process %2) crashed in %3: it accessed invalid memory.")
                          .arg(match.captured(1), match.captured(2), match.captured(3))
                    : Explained::tr("%1 (process %2) crashed: it accessed invalid memory.").arg(match.captured(1), match.captured(2));
    card.why = Explained::tr("Usually a compiled extension that was built for another version, sometimes a faulty memory module.");
    card.todo = Explained::tr("Run once with this variable: Python then shows where it was.");
    card.command = QStringLiteral("PYTHONFAULTHANDLER=1");
    setSource(card, QStringLiteral("Python: faulthandler"), QStringLiteral("https://docs.python.org/3/library/faulthandler.html"));
    return true;
}

bool readWorkerKill(const QString &line, const HealthFacts *, ExplainCard &card)
{
    static const QRegularExpression form(QStringLiteral(
        "DataLoader worker \\(pid(?:\\(s\\))? ?([0-9]{1,10})\\) is killed by signal: Killed|Signal 9 \\(SIGKILL\\) received by PID "
        "([0-9]{1,10})|failed \\(exitcode: -9\\) local_rank: [0-9]{1,5} \\(pid: ([0-9]{1,10})\\)"));
    const Match match = form.match(line);
    if (!match.hasMatch())
        return false;
    const QString pid = match.captured(match.lastCapturedIndex());
    card.what = Explained::tr("Process %1 was killed with signal 9.").arg(pid);
    card.why = Explained::tr("If it was not killed by hand, it was usually the kernel, because memory ran out.");
    card.todo = Explained::tr("Use fewer data loader workers, and check the kernel log on the machine.");
    card.command = QStringLiteral("sudo dmesg -T | grep -i 'killed process'");
    setSource(card, QStringLiteral("Linux kernel: out-of-memory handling"),
              QStringLiteral("https://docs.kernel.org/admin-guide/mm/concepts.html#oom-killer"));
    return true;
}

bool readSharedMemory(const QString &line, const HealthFacts *, ExplainCard &card)
{
    static const QRegularExpression form(QStringLiteral(
        "is killed by signal: Bus error|ERROR: Unexpected bus error encountered in worker|unable to (?:open|mmap|write to) (?:shared "
        "memory|file) ?(?:object )?<?/torch_|No space left on device.{0,40}/dev/shm|/dev/shm.{0,200}No space left on device"));
    if (!form.match(line).hasMatch())
        return false;
    card.what = Explained::tr("The shared memory of the container is too small.");
    card.why = Explained::tr("Data loader workers pass their batches through /dev/shm, and containers have 64 MiB of it by default.");
    card.todo = Explained::tr("Start the container with the host's shared memory or a larger one, or use fewer workers.");
    card.command = QStringLiteral("docker run --ipc=host …");
    setSource(card, QStringLiteral("PyTorch README: shared memory of the container"),
              QStringLiteral("https://github.com/pytorch/pytorch#docker-image"));
    return true;
}

bool readNotANumber(const QString &line, const HealthFacts *, ExplainCard &card)
{
    static const QRegularExpression form(
        QStringLiteral("(?<![A-Za-z_/])(?:train_|training_|train/|lm[- ]|total_)?loss['\"]?(?:[ \\t]*[:=][ \\t]*|[ "
                       "\\t]+)['\"]?-?(nan|inf|infinity)(?![A-Za-z0-9_./-])"),
        QRegularExpression::CaseInsensitiveOption);
    const Match match = form.match(line);
    if (!match.hasMatch())
        return false;
    LineParser parser;
    const QList<TrainingLine> said = parser.parse(line.toUtf8());
    const bool isInfinite = match.captured(1).startsWith(u'i', Qt::CaseInsensitive);
    card.what = isInfinite ? Explained::tr("The loss is infinite.") : Explained::tr("The loss is not a number (NaN).");
    if (!said.isEmpty() && said.last().step)
        card.what = withLine(card.what, Explained::tr("First seen at step %1.").arg(qint64(*said.last().step)));
    card.why = Explained::tr(
        "The learning rate is too high, half precision is used without loss scaling, a batch is empty or broken, or there is a "
        "division by zero.");
    card.todo = Explained::tr(
        "Stop it: all further steps are lost. Resume from an earlier checkpoint with a lower learning rate, clipped gradients or bf16.");
    setSource(card, QStringLiteral("PyTorch: automatic mixed precision, troubleshooting"),
              QStringLiteral("https://pytorch.org/docs/stable/notes/amp_examples.html"));
    return true;
}

QList<QByteArray> notANumberTexts()
{
    QList<QByteArray> texts;
    for (const char *name : {"loss", "loss'", "loss\""}) {
        for (const char *between : {"=", "= ", " = ", ":", ": ", " : ", ":  ", " "}) {
            for (const char *value : {"nan", "inf", "-inf", "'nan", "'inf", "\"nan", "\"inf"})
                texts << QByteArray(name) + between + value;
        }
    }
    return texts;
}

}  // namespace

std::vector<ExplainRule> memoryRules()
{
    return {
        {"cuda-out-of-memory", {"out of memory. tried to allocate"}, readTorchMemory},
        {"tensorflow-out-of-memory", {"oom when allocating tensor"}, readTensorFlowMemory},
        {"xla-out-of-memory", {"exhausted: out"}, readXlaMemory},
        {"cublas-out-of-memory", {"cublas_status_alloc_failed"}, readCublasMemory},
        {"killed-out-of-memory", {"out of memory: kill"}, readKernelKill},
        {"crashed", {": segfault at "}, readCrash},
        {"worker-killed", {"killed by signal: killed", "signal 9 (sigkill)", "failed (exitcode: -9)"}, readWorkerKill},
        {"shared-memory", {"signal: bus error", "unexpected bus error", "/torch_", "/dev/shm"}, readSharedMemory},
        {"loss-not-a-number", notANumberTexts(), readNotANumber},
    };
}

}  // namespace trainyard
