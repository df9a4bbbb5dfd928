// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/execution/launchplan/launchplan.h"

#include "core/base/shellquote.h"
#include "core/execution/launchplan/containername.h"
#include "core/execution/launchplan/internal/envfile.h"
#include "core/execution/launchplan/internal/launchscript.h"
#include "core/execution/launchplan/internal/storefiles.h"
#include "core/execution/launchplan/internal/visiblegpus.h"
#include "core/execution/launchplan/leasefile.h"
#include "core/execution/launchplan/onboxfiles.h"
#include "core/model/shelltext.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

namespace trainyard {

namespace {

Error invalid(const char *text, const QString &argument = {})
{
    QString what = QCoreApplication::translate("trainyard::LaunchPlan", text);
    return {ErrorCode::InvalidInput, argument.isEmpty() ? what : what.arg(argument), {}};
}

bool isRunId(const QString &text)
{
    static const QRegularExpression kId(QStringLiteral("\\A[a-z0-9][a-z0-9-]{0,62}\\z"));
    return kId.match(text).hasMatch();
}

bool hasControlCharacter(const QString &text)
{
    return std::any_of(text.begin(), text.end(), [](QChar c) { return c.unicode() < 0x20 || c.unicode() == 0x7f; });
}

Result<void> checkImage(const LaunchInput &input)
{
    const QString &image = input.task.image;
    if (input.engine == EngineKind::Process) {
        if (!image.isEmpty())
            return invalid(QT_TRANSLATE_NOOP("trainyard::LaunchPlan",
                                             "The engine `process` does not use an image. Remove image_id, or choose docker or podman."));
        return {};
    }
    if (image.isEmpty())
        return invalid(QT_TRANSLATE_NOOP("trainyard::LaunchPlan",
                                         "A container needs an image. Set resources.image_id, or choose the engine `process`."));
    if (image.startsWith(u'-') || hasControlCharacter(image))
        return invalid(QT_TRANSLATE_NOOP("trainyard::LaunchPlan", "%1 is not a valid image name. Correct resources.image_id."), image);
    return {};
}

// As the run sees it: the task's directory, or else one of ours.
Result<QString> checkpointDirInRun(const LaunchInput &input)
{
    if (!input.task.checkpoints)
        return QString();
    const QString &dir = input.task.checkpoints->dir;
    const bool isProcess = input.engine == EngineKind::Process;
    if (dir.isEmpty() && isProcess)
        return QStringLiteral("~/.trainyard/checkpoints/") + input.lineage;
    if (!dir.startsWith(u'/') || hasControlCharacter(dir))
        return invalid(QT_TRANSLATE_NOOP("trainyard::LaunchPlan", "checkpoints.dir must be an absolute path, like /checkpoints."));
    if (!isProcess && (dir.contains(u',') || dir.contains(u'"')))
        return invalid(
            QT_TRANSLATE_NOOP("trainyard::LaunchPlan", "checkpoints.dir cannot contain a comma or a double quote in a container."));
    return dir;
}

Result<void> checkEventFolders(const LaunchInput &input)
{
    for (const QString &folder : input.task.tensorboard) {
        if (input.engine != EngineKind::Process && (folder.contains(u',') || folder.contains(u'"'))) {
            return invalid(QT_TRANSLATE_NOOP("trainyard::LaunchPlan",
                                             "tensorboard cannot name a folder with a comma or a double quote in a container."));
        }
    }
    return {};
}

// The same with what its launcher starts as the text of `run`.
Result<LaunchInput> withLauncher(const LaunchInput &given)
{
    LaunchInput input = given;
    std::optional<int> gpus;
    if (const auto visible = visibleGpus(given.task, given.engine))
        gpus = std::max(1, int(visible->size()));  // without any, one process on the processor
    else if (!given.task.gpus.isEmpty())
        gpus = int(given.task.gpus.size());
    else if (given.task.accelerators)
        gpus = given.task.accelerators->count;
    // DeepSpeed's runner drops CUDA_VISIBLE_DEVICES and counts from GPU 0. What a container was given holds.
    const bool isByVariable = input.engine == EngineKind::Process ? visibleGpus(given.task, given.engine).has_value()
                                                                  : given.task.envs.contains(QStringLiteral("CUDA_VISIBLE_DEVICES"));
    if (given.task.launcher == LauncherKind::DeepSpeed && isByVariable)
        return invalid(QT_TRANSLATE_NOOP("trainyard::LaunchPlan",
                                         "DeepSpeed's launcher ignores which GPUs were chosen. Set `launcher: torchrun`, which starts "
                                         "DeepSpeed as well, or choose docker or podman and `gpus`."));
    const auto run = launchedText(given.task.run, given.task.launcher, gpus);
    if (!run)
        return invalid(
            QT_TRANSLATE_NOOP("trainyard::LaunchPlan",
                              "%1 needs exactly one line in `run` that starts Python, like python train.py. Write its line there "
                              "and remove `launcher`."),
            launcherName(given.task.launcher));
    input.task.run = *run;
    return input;
}

// A process sees the machine as it is: only what a container changes about that is refused.
Result<void> checkSurroundings(const LaunchInput &input)
{
    const Task &task = input.task;
    for (auto mount = task.mounts.begin(); mount != task.mounts.end(); ++mount) {
        if (!isMountTarget(mount.key()) || !isMountSource(mount->source))
            return invalid(QT_TRANSLATE_NOOP("trainyard::LaunchPlan", "%1 cannot be mounted. Correct `mounts`."), mount.key());
        if (input.engine == EngineKind::Process && (mount->isReadOnly || pathBelow(mount.key(), mount->source) != QString()))
            return invalid(QT_TRANSLATE_NOOP("trainyard::LaunchPlan",
                                             "The engine `process` cannot mount folders at %1. Use their own paths in `run` and remove "
                                             "`mounts` or `volumes`, or choose docker or podman."),
                           mount.key());
    }
    if (input.engine == EngineKind::Process && task.network.value_or(NetworkKind::Host) != NetworkKind::Host)
        return invalid(QT_TRANSLATE_NOOP(
            "trainyard::LaunchPlan", "The engine `process` always has the network of the machine. Remove `network`, or choose docker or "
                                     "podman."));
    return {};
}

// As the parser refuses them together: a variable may come from the command line, too.
Result<void> checkGpus(const Task &task)
{
    if (!task.gpus.isEmpty()
        && (task.envs.contains(QStringLiteral("CUDA_VISIBLE_DEVICES")) || task.envs.contains(QStringLiteral("NVIDIA_VISIBLE_DEVICES")))) {
        return invalid(QT_TRANSLATE_NOOP("trainyard::LaunchPlan", "Both `gpus` and a variable choose GPUs. Remove one of the two."));
    }
    return {};
}

QByteArray specFile(const LaunchInput &input, const QString &checkpointDir)
{
    const bool isProcess = input.engine == EngineKind::Process;
    const double hours = input.task.limits.hours.value_or(0);
    const auto maxSeconds = static_cast<qint64>(std::ceil(std::clamp(hours, 0.0, 1e6) * 3600));
    // sleep and nvidia-smi both support hundredths; more than ten samples a second cannot be read.
    const double sampleSeconds = std::clamp(std::isfinite(input.sampleSeconds) ? input.sampleSeconds : 1.0, 0.1, 3600.0);
    QString sample = QString::number(sampleSeconds, 'f', 2);
    while (sample.endsWith(u'0'))
        sample.chop(1);
    if (sample.endsWith(u'.'))
        sample.chop(1);
    QString text = QStringLiteral("RUN_ID=%1\nENGINE=%2\nCONTAINER=%3\nGRACE=%4\nSAMPLE_SECONDS=%5\nMAX_SECONDS=%6\n")
                       .arg(input.runId.text(), engineName(input.engine), isProcess ? QString() : containerName(input.runId))
                       .arg(std::max(0, input.task.graceSeconds))
                       .arg(sample)
                       .arg(maxSeconds);
    const auto visible = visibleGpus(input.task, input.engine);
    text += QStringLiteral("GPUS=%1\nVISIBLE=%2\n")
                .arg(gpuCount(input.task))
                .arg(shellQuoted(visible ? visible->join(u',') : QStringLiteral("all")));
    if (input.step) {
        text += QStringLiteral("STEP=%1\nFIRST=%2\nAFTER=%3\nNEXT=%4\n")
                    .arg(input.step->number)
                    .arg(input.step->first.text(), input.step->before.text(), input.step->after.text());
    }
    if (!checkpointDir.isEmpty()) {
        text += QStringLiteral("CHECKPOINTS=%1\nPATTERN=%2\nSIGNAL=%3\n")
                    .arg(shellPath(checkpointDir), shellQuoted(input.task.checkpoints->pattern),
                         shellQuoted(input.task.checkpoints->signal));
    }
    return text.toUtf8();
}

// The arguments that must be part of the command itself; the rest are passed in the variables.
Result<QString> addedArguments(const LaunchInput &input, const QString &arguments)
{
    const QString &run = input.task.run;
    if (!run.contains(QLatin1String("TRAINYARD_RESUME")))
        return arguments;
    if (!run.contains(QLatin1String("TRAINYARD_RESUME_ARGS")))
        return shellJoined(input.resumeWords);
    // A shell splits the variable at blanks and ignores quotes in it.
    for (const QString &word : input.resumeWords) {
        if (shellQuoted(word) != word)
            return invalid(
                QT_TRANSLATE_NOOP(
                    "trainyard::LaunchPlan",
                    "“%1” cannot be passed through $TRAINYARD_RESUME_ARGS. Leave out spaces and characters with a meaning for the shell."),
                word);
    }
    return QString();
}

// The run section with the resume arguments in the right place.
Result<QString> runText(const LaunchInput &input, const QString &arguments)
{
    const QString &run = input.task.run;
    if (run.trimmed().isEmpty())
        return invalid(QT_TRANSLATE_NOOP("trainyard::LaunchPlan", "There is nothing to run. Fill in `run`."));
    if (run.contains(QChar(u'\0')) || input.task.setup.contains(QChar(u'\0')))
        return invalid(QT_TRANSLATE_NOOP("trainyard::LaunchPlan", "`run` and `setup` cannot contain NUL characters."));
    if (arguments.isEmpty())
        return run;
    if (const auto extended = withArguments(run, arguments))
        return *extended;
    return invalid(QT_TRANSLATE_NOOP(
        "trainyard::LaunchPlan",
        "`run` contains more than one command, so it is unclear which of them resumes. Add $TRAINYARD_RESUME_ARGS to the command that "
        "loads the checkpoint."));
}

}  // namespace

Result<LaunchPlan> makeLaunchPlan(const LaunchInput &given)
{
    TRY(const auto input, withLauncher(given));
    if (input.engine == EngineKind::Auto)
        return invalid(QT_TRANSLATE_NOOP("trainyard::LaunchPlan", "No engine was chosen for this run."));
    if (!isRunId(input.runId.text()) || !isRunId(input.lineage))
        return invalid(QT_TRANSLATE_NOOP("trainyard::LaunchPlan", "“%1” is not a valid run ID."), input.runId.text());
    TRY_DO(checkImage(input));
    TRY_DO(checkSurroundings(input));
    TRY(const auto inRun, checkpointDirInRun(input));
    TRY_DO(checkEventFolders(input));
    TRY_DO(checkGpus(input.task));
    if (!input.resumePath.isEmpty() && hasControlCharacter(input.resumePath))
        return invalid(
            QT_TRANSLATE_NOOP("trainyard::LaunchPlan", "The path of this checkpoint contains control characters. Rename it first."));
    TRY(const auto arguments, resumeArguments(input));
    TRY(const auto added, addedArguments(input, arguments));
    TRY(const auto run, runText(input, added));
    TRY(const auto env, envFiles(input, inRun, arguments));

    TRY(auto lease, leaseOf(input.task.limits));
    if (input.saveBefore.count() > 0) {
        lease.backAt = input.givenBackAt;
        lease.backBefore = input.saveBefore;
    }
    if (input.task.limits.shutdown.contains(QChar(u'\0')))
        return invalid(QT_TRANSLATE_NOOP("trainyard::LaunchPlan", "`shutdown` cannot contain NUL characters."));

    LaunchPlan plan;
    if (!inRun.isEmpty()) {
        plan.checkpointDir = input.engine == EngineKind::Process ? inRun : QStringLiteral("~/.trainyard/checkpoints/") + input.lineage;
    }
    plan.files << RunFile{QStringLiteral("env.sh"), env.text, 0600};
    if (!env.keptAfterwards.isEmpty())
        plan.files << RunFile{QStringLiteral("env-kept.sh"), env.keptAfterwards, 0600};
    if (!input.task.setup.trimmed().isEmpty())
        plan.files << RunFile{QStringLiteral("setup.sh"), input.task.setup.toUtf8(), 0600};
    plan.files << RunFile{QStringLiteral("run.sh"), run.toUtf8(), 0600};
    if (const auto words = plainCommandWords(run)) {
        QByteArray argv;
        for (const QString &word : *words)
            argv += word.toUtf8() + '\0';
        plan.files << RunFile{QStringLiteral("argv"), argv, 0600};
    }
    plan.files << RunFile{QStringLiteral("launch.sh"), launchScript(input, plan.checkpointDir), 0700}
               << RunFile{QStringLiteral("spec.sh"), specFile(input, plan.checkpointDir), 0600}
               << RunFile{QStringLiteral("lease"), leaseText(lease), 0600};
    if (!input.task.limits.shutdown.isEmpty())
        plan.files << RunFile{QStringLiteral("shutdown.sh"), input.task.limits.shutdown.toUtf8(), 0600};
    QByteArray links;
    const QList<HomeLink> placed = homeLinks(input);
    for (const HomeLink &link : placed)
        links += link.belowHome.toUtf8() + '\n' + link.belowRun.toUtf8() + '\n';
    if (!links.isEmpty())
        plan.files << RunFile{QStringLiteral("links"), links, 0600};
    if (!input.stores.isEmpty())
        plan.files << storeFiles(input) << RunFile{QStringLiteral("stores.sh"), onboxFile(QStringLiteral("stores.sh")), 0700};
    for (const QString &name :
         {QStringLiteral("starter.sh"), QStringLiteral("profile.sh"), QStringLiteral("supervise.sh"), QStringLiteral("sample.sh"),
          QStringLiteral("guard.sh"), QStringLiteral("gpus.sh"), QStringLiteral("starter")}) {
        if (const QByteArray content = onboxFile(name); !content.isEmpty())
            plan.files << RunFile{name, content, 0700};
    }
    plan.added = added;
    plan.commandPreview = launchPreview(input, plan.checkpointDir, run);
    return plan;
}

QString makeLineage(const QString &name, quint32 random)
{
    constexpr int kMaxSlug = 40;
    QString slug;
    for (const QChar c : name.toLower()) {
        if ((c >= u'a' && c <= u'z') || (c >= u'0' && c <= u'9'))
            slug += c;
        else if (!slug.isEmpty() && !slug.endsWith(u'-'))
            slug += u'-';
    }
    slug.truncate(kMaxSlug);
    while (slug.endsWith(u'-'))
        slug.chop(1);
    if (slug.isEmpty())
        slug = QStringLiteral("run");
    // Without 0, 1, l and o, which are easily confused: 32 characters, so six of them hold 30 bits.
    static const QLatin1String kSigns("abcdefghijkmnpqrstuvwxyz23456789");
    QString tail;
    for (int i = 0; i < 6; ++i, random >>= 5)
        tail += kSigns[random & 31];
    return slug + u'-' + tail;
}

QString lineageBeside(const QString &lineage, const QString &name)
{
    constexpr qsizetype kTail = 6;
    return makeLineage(name, 0).chopped(kTail) + lineage.right(kTail);
}

}  // namespace trainyard
