// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/diagnosis/internal/explainrules.h"

#include <QHash>
#include <QRegularExpression>

namespace trainyard {
namespace {

const QString kErrno = QStringLiteral("https://man7.org/linux/man-pages/man3/errno.3.html");

bool readFullDisk(const QString &line, const HealthFacts *, ExplainCard &card)
{
    static const QRegularExpression form(QStringLiteral(
        "(?:\\[Errno 28\\]|os error 28|ENOSPC|[:\\]]) ?:?,? ?[Nn]o space left on device|No space left on device \\(os error 28\\)"));
    static const QRegularExpression path(QStringLiteral("on device: '([^']{1,200})'"));
    if (!form.match(line).hasMatch() || line.contains(QLatin1String("/dev/shm")))
        return false;
    const Match match = path.match(line);
    card.what = match.hasMatch() ? Explained::tr("The disk is full; %1 could not be written.").arg(match.captured(1))
                                 : Explained::tr("The disk is full.");
    card.why = Explained::tr("Checkpoints and caches grow until it is full. The file that was being written is incomplete.");
    card.todo = Explained::tr(
        "Delete what you do not need (the command lists the largest folders), keep fewer checkpoints, then resume from the last good one.");
    card.command = QStringLiteral("df -h; du -xh ~ | sort -h | tail -20");
    setSource(card, QStringLiteral("errno(3): ENOSPC"), kErrno);
    return true;
}

bool readQuota(const QString &line, const HealthFacts *, ExplainCard &card)
{
    static const QRegularExpression form(QStringLiteral("(?:\\[Errno 122\\]|EDQUOT|:) ?Disk quota exceeded"));
    if (!form.match(line).hasMatch())
        return false;
    card.what = Explained::tr("Your disk quota is used up.");
    card.why = Explained::tr("The file system has a quota per user; the disk itself may have space.");
    card.todo = Explained::tr("Delete what you do not need, or write to another file system.");
    card.command = QStringLiteral("quota -s; du -xh ~ | sort -h | tail -20");
    setSource(card, QStringLiteral("errno(3): EDQUOT"), kErrno);
    return true;
}

bool readTorchWriter(const QString &line, const HealthFacts *, ExplainCard &card)
{
    static const QRegularExpression form(
        QStringLiteral("PytorchStreamWriter failed writing file ([^ :]{1,200})|unexpected pos [0-9]{1,20} vs [0-9]{1,20}"));
    if (!form.match(line).hasMatch())
        return false;
    card.what = Explained::tr("A checkpoint could not be written completely.");
    card.why = Explained::tr("Usually the disk or the quota is full, or a network file system failed.");
    card.todo = Explained::tr("Free up space, then resume from the last complete checkpoint.");
    card.command = QStringLiteral("df -h; quota -s");
    setSource(card, QStringLiteral("PyTorch: torch.save"),
              QStringLiteral("https://docs.pytorch.org/docs/stable/generated/torch.save.html"));
    return true;
}

bool readModule(const QString &line, const HealthFacts *, ExplainCard &card)
{
    static const QRegularExpression form(QStringLiteral("ModuleNotFoundError: No module named '([A-Za-z_][A-Za-z0-9_.]{0,80})'"));
    static const QHash<QString, QString> packages = {
        {QStringLiteral("cv2"), QStringLiteral("opencv-python-headless")},
        {QStringLiteral("yaml"), QStringLiteral("pyyaml")},
        {QStringLiteral("PIL"), QStringLiteral("pillow")},
        {QStringLiteral("sklearn"), QStringLiteral("scikit-learn")},
        {QStringLiteral("skimage"), QStringLiteral("scikit-image")},
        {QStringLiteral("bs4"), QStringLiteral("beautifulsoup4")},
        {QStringLiteral("flash_attn"), QStringLiteral("flash-attn --no-build-isolation")},
        {QStringLiteral("dateutil"), QStringLiteral("python-dateutil")},
        {QStringLiteral("google.protobuf"), QStringLiteral("protobuf")},
        {QStringLiteral("pkg_resources"), QStringLiteral("'setuptools<81'")},
    };
    const Match match = form.match(line);
    if (!match.hasMatch())
        return false;
    const QString module = match.captured(1), top = module.section(u'.', 0, 0);
    const bool isKnown = packages.contains(module) || packages.contains(top);
    card.what = Explained::tr("The Python module %1 is missing.").arg(module);
    card.why = Explained::tr(
        "It is not installed in the environment used, or it is one of your own files and the working folder is wrong.");
    card.todo =
        isKnown ? Explained::tr("Install its package in the setup part of the task.")
                : Explained::tr(
                    "Install its package in the setup part of the task; the package may be called differently from the module, so check "
                    "before you install.");
    card.command = QStringLiteral("pip install ") + (packages.contains(module) ? packages.value(module) : packages.value(top, top));
    setSource(card, QStringLiteral("Python: ModuleNotFoundError"),
              QStringLiteral("https://docs.python.org/3/library/exceptions.html#ModuleNotFoundError"));
    return true;
}

bool readLibrary(const QString &line, const HealthFacts *, ExplainCard &card)
{
    static const QRegularExpression form(QStringLiteral(
        "(?:Error: |error while loading shared libraries: )(lib[A-Za-z0-9_.+-]{1,80}\\.so[0-9.]{0,20}): cannot open shared object file"));
    const Match match = form.match(line);
    if (!match.hasMatch())
        return false;
    const bool isCuda = match.captured(1).startsWith(QLatin1String("libcu")) || match.captured(1).startsWith(QLatin1String("libnv"));
    card.what = Explained::tr("The library %1 is missing.").arg(match.captured(1));
    card.why = isCuda ? Explained::tr("The program was built for a different CUDA version than the environment has.")
                      : Explained::tr("The image lacks a system package.");
    card.todo = isCuda
                    ? Explained::tr("Install builds of the framework and its extensions for the same CUDA, one that the driver supports.")
                    : Explained::tr("Install the package that contains it in the image.");
    card.command = isCuda ? QStringLiteral("pip list | grep -i -E 'torch|nvidia|cuda'")
                          : QStringLiteral("apt-file search %1").arg(match.captured(1));
    setSource(card, QStringLiteral("ld.so(8)"), QStringLiteral("https://man7.org/linux/man-pages/man8/ld.so.8.html"));
    return true;
}

bool readPermission(const QString &line, const HealthFacts *, ExplainCard &card)
{
    static const QRegularExpression form(QStringLiteral("PermissionError: \\[Errno 13\\] Permission denied(?:: '([^']{1,200})')?"));
    const Match match = form.match(line);
    if (!match.hasMatch())
        return false;
    card.what = match.hasCaptured(1) ? Explained::tr("The run has no permission to open %1.").arg(match.captured(1))
                                     : Explained::tr("The run has no permission to open a file.");
    card.why = Explained::tr("The file belongs to another user: often an earlier container wrote it as root.");
    card.todo = Explained::tr("Change the owner of the folder, or write to another one.");
    card.command =
        QStringLiteral("ls -ld %1").arg(match.hasCaptured(1) ? QStringLiteral("'%1'").arg(match.captured(1)) : QStringLiteral("."));
    setSource(card, QStringLiteral("Python: PermissionError"),
              QStringLiteral("https://docs.python.org/3/library/exceptions.html#PermissionError"));
    return true;
}

bool readNoFile(const QString &line, const HealthFacts *, ExplainCard &card)
{
    static const QRegularExpression form(QStringLiteral("FileNotFoundError: \\[Errno 2\\] No such file or directory: '([^']{1,200})'"));
    const Match match = form.match(line);
    if (!match.hasMatch())
        return false;
    card.what = Explained::tr("%1 does not exist on the machine.").arg(match.captured(1));
    card.why = Explained::tr("The path is relative to another folder, or the data was not copied there.");
    card.todo = Explained::tr("Check the path from the run's working folder, and file_mounts in the task.");
    setSource(card, QStringLiteral("Python: FileNotFoundError"),
              QStringLiteral("https://docs.python.org/3/library/exceptions.html#FileNotFoundError"));
    return true;
}

bool readOpenFiles(const QString &line, const HealthFacts *, ExplainCard &card)
{
    static const QRegularExpression form(QStringLiteral("\\[Errno 24\\] Too many open files|Error: .{0,100}Too many open files"));
    if (!form.match(line).hasMatch())
        return false;
    card.what = Explained::tr("The run has too many files open.");
    card.why = Explained::tr("With PyTorch's default sharing, each batch waiting in a data loader holds open files.");
    card.todo = Explained::tr(
        "Raise the limit before the program starts, or call torch.multiprocessing.set_sharing_strategy('file_system').");
    card.command = QStringLiteral("ulimit -n 65535");
    setSource(card, QStringLiteral("PyTorch: multiprocessing, sharing strategies"),
              QStringLiteral("https://docs.pytorch.org/docs/stable/multiprocessing.html#sharing-strategies"));
    return true;
}

bool readTokenizers(const QString &line, const HealthFacts *, ExplainCard &card)
{
    if (!line.contains(QLatin1String("huggingface/tokenizers: The current process just got forked")))
        return false;
    card.severity = ExplainSeverity::Warning;
    card.what = Explained::tr("The tokenizer uses only one thread from here on.");
    card.why = Explained::tr(
        "It was used before the data loader forked its workers, and turned off its threads to prevent a deadlock. The run continues, "
        "with slower tokenizing.");
    card.todo = Explained::tr("Tokenize before training, or set this variable to hide the message.");
    card.command = QStringLiteral("TOKENIZERS_PARALLELISM=false");
    setSource(card, QStringLiteral("Hugging Face transformers, issue 5486"),
              QStringLiteral("https://github.com/huggingface/transformers/issues/5486"));
    return true;
}

bool readGated(const QString &line, const HealthFacts *, ExplainCard &card)
{
    static const QRegularExpression form(
        QStringLiteral("Cannot access gated repo for url https://huggingface\\.co/([A-Za-z0-9_./-]{1,150})"));
    const Match match = form.match(line);
    if (!match.hasMatch())
        return false;
    card.what = Explained::tr("Hugging Face does not give this account access to %1.")
                    .arg(match.captured(1).section(QStringLiteral("/resolve"), 0, 0));
    card.why = Explained::tr(
        "Its owner requires accepting the terms, and the machine must be logged in with the account that accepted them.");
    card.todo = Explained::tr("Accept the terms on the model's page, then give the task HF_TOKEN as a secret.");
    setSource(card, QStringLiteral("Hugging Face: gated models"), QStringLiteral("https://huggingface.co/docs/hub/models-gated"));
    return true;
}

}  // namespace

std::vector<ExplainRule> systemRules()
{
    return {
        {"disk-full", {"no space left on device"}, readFullDisk},
        {"disk-quota", {"disk quota exceeded"}, readQuota},
        {"checkpoint-not-written", {"pytorchstreamwriter failed", "unexpected pos"}, readTorchWriter},
        {"missing-module", {"no module named"}, readModule},
        {"missing-library", {"cannot open shared object file"}, readLibrary},
        {"permission", {"permission denied"}, readPermission},
        {"missing-file", {"no such file or directory"}, readNoFile},
        {"too-many-files", {"too many open files"}, readOpenFiles},
        {"tokenizers-fork", {"current process just got forked"}, readTokenizers},
        {"gated-model", {"access gated repo"}, readGated},
    };
}

}  // namespace trainyard
