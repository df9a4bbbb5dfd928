// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/resumeplan.h"

#include "core/base/shellquote.h"
#include "core/execution/registry/executionbackends.h"
#include "core/model/gitsource.h"
#include "core/model/tasklauncher.h"
#include "core/model/taskvariables.h"
#include "core/service/machines/compatadvisor.h"
#include "core/service/runs/internal/codefiles.h"
#include "core/service/runs/internal/coderevisions.h"
#include "core/service/runs/internal/deadlines.h"
#include "core/service/runs/internal/taskfiles.h"
#include "core/service/runs/localcopy.h"
#include "core/service/runs/runfeed.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStorageInfo>

namespace trainyard {

namespace {

constexpr qint64 kMaxFacts = 16 * 1024 * 1024;  // 20,000 files with long names

// Free bytes where checkpoints are written, and whether the paths exist, in one command.
void askMachine(ResumeQuestion *question, const QString &checkpointDir, SshConnection &connection, std::stop_token stop)
{
    RemoteCommand command;
    command.outputLimit = 64 * 1024;
    // A folder that does not exist yet will be on the disk of its nearest existing parent. Works with any login shell.
    const QString script = QStringLiteral(
        "d=$1; shift; while [ ! -d \"$d\" ] && [ \"$d\" != / ] && [ -n \"$d\" ]; do d=$(dirname -- \"$d\"); done; "
        "df -Pk \"$d\" 2>/dev/null | tail -n 1; echo --; "
        "for p in \"$@\"; do if [ -e \"$p\" ]; then echo yes; else echo no; fi; done");
    QStringList paths{checkpointDir};
    for (const DataPath &path : std::as_const(question->data))
        paths << path.path;
    command.line = QStringLiteral("sh -c %1 sh %2").arg(shellQuoted(script), shellJoined(paths));
    const auto answer = connection.run(command, QDeadlineTimer(kPlaceAnswer), stop);
    if (!answer)
        return;
    const QList<QByteArray> lines = answer->out.split('\n');
    const qsizetype end = lines.indexOf(QByteArrayLiteral("--"));
    if (end < 0)
        return;
    // Blocks, used, available, share: names on both sides of them may contain blanks.
    static const QRegularExpression kNumbers(QStringLiteral("\\s\\d+\\s+\\d+\\s+(\\d{1,15})\\s+\\d+%"));
    if (const auto match = kNumbers.match(QString::fromUtf8(lines.first())); end > 0 && match.hasMatch())
        question->freeBytes = match.captured(1).toLongLong() * 1024;
    for (qsizetype i = 0; i < question->data.size() && end + 1 + i < lines.size(); ++i) {
        const QByteArray &word = lines[end + 1 + i];
        if (word == "yes" || word == "no")
            question->data[i].isThere = word == "yes";
    }
}

// In a container, a path in the command refers to another place.
std::optional<CodeRevision> revisionThere(const Task &task, EngineKind engine, SshConnection &connection, std::stop_token stop)
{
    return capabilitiesOf(engine).isContainer ? std::nullopt
                                              : askRevision(codeFoldersIn(task.run, task.workdir.isEmpty()), connection, stop);
}

void judgeImage(ResumeQuestion *question, EngineKind engine, const MachineFacts &facts)
{
    const auto advisor = question->image.isEmpty() ? nullptr : CompatAdvisor::builtIn().value_or(nullptr);
    if (!advisor)
        return;
    const auto answer = advisor->imageOn(facts, question->image, QDate::currentDate(), engine);
    if (!answer || answer->verdict == CompatVerdict::Unknown)
        return;
    question->fit = answer->verdict;
    question->fitSentence = answer->reasons.isEmpty() ? verdictSentence(answer->verdict) : answer->reasons.first().sentence;
}

}  // namespace

std::optional<LaunchFacts> launchFactsOfRun(const RunId &runId, const Paths &paths)
{
    const LocalCopy copy(paths.runs() + u'/' + runId.text());
    const QString name = QStringLiteral("launch-facts.json");
    if (!copy.has(name))
        return std::nullopt;
    const auto facts = parseLaunchFacts(copy.read(name, 0, kMaxFacts));
    return facts ? std::optional<LaunchFacts>(*facts) : std::nullopt;
}

LaunchFacts launchFactsOf(const LaunchRequest &request, EngineKind engine, const MachineFacts &facts, SshConnection &connection,
                          std::stop_token stop, const CodeManifest *known)
{
    LaunchFacts recorded;
    for (const MachineFacts::Gpu &gpu : facts.gpus) {
        recorded.gpus << gpu.name;
        recorded.isSimulated = recorded.isSimulated || gpu.isSimulated();
    }
    recorded.driver = facts.driverVersion;
    recorded.image = request.task.image;
    if (!request.task.workdir.isEmpty()) {
        const QString folder = localTaskPath(request.task.workdir, request.taskDirectory);
        if (const auto code = readCode(folder, stop, known))
            recorded.code = *code;
        recorded.revision = readRevision(folder, stop);
    }
    recorded.machineRevision = revisionThere(request.task, engine, connection, stop);
    if (!request.resumePath.isEmpty()) {
        if (request.resumeStep >= 0)
            recorded.resumedStep = request.resumeStep;
        recorded.resumePreset = request.resumePreset;
        recorded.resumeWords = request.resumeWords;
    }
    return recorded;
}

ResumePlan completeRequest(const ResumeRequest &asked, const Task &task, const std::optional<LaunchFacts> &before)
{
    ResumePlan plan;
    plan.request = resumeRequest(task, asked.from);
    const QString own = task.checkpoints ? task.checkpoints->resume : QString();
    const QList<ResumePreset> presets = resumePresets();
    plan.preset = asked.preset;
    // The choice of last time, unless another template was written into the task since.
    if (plan.preset.isEmpty() && before && !before->resumePreset.isEmpty()) {
        const ResumePreset *const last = presetById(presets, before->resumePreset);
        if (last && (last->id == kOwnPreset ? !own.isEmpty() : last->pattern == own))
            plan.preset = last->id;
    }
    if (plan.preset.isEmpty())
        plan.preset = own.isEmpty() && task.run.contains(QLatin1String("TRAINYARD_RESUME"))
                          ? kVariablePreset
                          : recognisedPreset(asked.from.checkpoint.framework, task.run, own);
    const ResumePreset *const preset = presetById(presets, plan.preset);
    plan.pattern = plan.preset == kOwnPreset ? (asked.preset == kOwnPreset ? asked.pattern : own) : preset ? preset->pattern : QString();
    plan.words = asked.words ? *asked.words : before ? before->resumeWords : QStringList();
    plan.limits = asked.limits.value_or(ResumeLimits{task.limits.hours, task.limits.budget});
    plan.request.task.limits.hours = plan.limits.hours;
    plan.request.task.limits.budget = plan.limits.budget;
    if (plan.request.task.checkpoints)
        plan.request.task.checkpoints->resume = plan.pattern;
    plan.request.resumePreset = plan.preset;
    plan.request.resumeWords = plan.words;
    return plan;
}

Result<void> checkNotWriting(const std::optional<Run> &running, MachineId machineId)
{
    if (!running || !running->isOn(machineId))
        return {};
    return Error{
        ErrorCode::AlreadyExists,
        QCoreApplication::translate("trainyard::Launcher",
                                    "Attempt %1 of %2 is still running, and two attempts would write to the same folder. Stop it first.")
            .arg(running->attempt)
            .arg(running->name),
        running->id.text()};
}

namespace {

ResumePace paceOf(const Run &run, const Paths &paths)
{
    constexpr qint64 kPaceTail = 4 * 1024 * 1024;  // the end of it is enough for the pace
    const RunObservation seen = observeCopy(run, paths, kPaceTail);
    ResumePace pace;
    pace.totalSteps = seen.totalSteps;
    if (seen.forecast)
        pace.secondsPerStep = seen.forecast->secondsPerStep;
    return pace;
}

void setCheckpoint(ResumeQuestion *question, const FoundCheckpoint &from, const std::optional<Inspection> &inspection)
{
    question->framework = inspection && !inspection->framework.isEmpty() ? inspection->framework : from.checkpoint.framework;
    question->format = from.checkpoint.format;
    question->layout = layoutOfCheckpoint(from.checkpoint.files,
                                          inspection ? inspection->hyperparameters : QList<QPair<QString, QString>>());
    question->checkpointBytes = from.checkpoint.sizeBytes;
    question->isWithoutOptimizer = from.checkpoint.isWithoutOptimizer;
    if (inspection) {
        question->safety = inspection->safety;
        if (!inspection->findings.isEmpty())
            question->gravestFinding = inspection->findings.first().text;
    }
}

// The copy's future path, as the run sees it.
QString pathThere(const LaunchPreview &preview, const Checkpoint &checkpoint)
{
    return checkpoint.name == QLatin1String(".") ? preview.checkpointsSeenAs : preview.checkpointsSeenAs + u'/' + checkpoint.name;
}

}  // namespace

Result<ResumePlan> planResume(const ResumeRequest &asked, const ResumeContext &context, const Paths &paths, StateDatabase &store,
                              SshConnection &connection, std::stop_token stop)
{
    const FoundCheckpoint &from = asked.from;
    const Task &task = context.task;
    const MachineFacts &facts = context.facts;
    const auto before = launchFactsOfRun(from.source.runId(), paths);
    ResumePlan plan = completeRequest(asked, task, before);
    plan.request.machineId = context.machine.id;
    plan.request.copy = context.copy;

    ResumeQuestion question;
    setCheckpoint(&question, from, context.inspection);
    plan.safety = question.safety;
    question.attempt = from.source.run->attempt;
    if (context.running) {
        question.attempt = context.running->attempt;
        question.runningOn = context.running->head().machineName;
        question.isRunningHere = context.running->isOn(context.machine.id);
    }
    question.before = before;
    question.isMachineAsked = true;
    for (const MachineFacts::Gpu &gpu : facts.gpus) {
        question.gpus << gpu.name;
        question.isSimulated = question.isSimulated || gpu.isSimulated();
    }
    question.driver = facts.driverVersion;
    question.image = task.image;
    judgeImage(&question, task.engine, facts);
    question.hasWorkdir = !task.workdir.isEmpty() && !gitSource(task.workdir);
    if (question.hasWorkdir) {
        const QString folder = localTaskPath(withVariables(task).value_or(task).workdir, {});
        const auto code = readCode(folder, stop);
        if (code)
            question.code = *code;
        question.revision = readRevision(folder, stop);
    }
    // With the line of its launcher, which says how many processes there will be.
    const int given = !task.gpus.isEmpty() ? int(task.gpus.size()) : task.accelerators ? task.accelerators->count : int(facts.gpus.size());
    question.command = launchedText(task.run, task.launcher, given > 0 ? std::optional(given) : std::nullopt).value_or(task.run);
    question.pattern = plan.pattern;
    question.words = plan.words;
    question.preset = plan.preset;

    plan.preview = Launcher(paths, store).preview(plan.request, facts);
    if (plan.preview && context.copy) {
        plan.request.resumePath = pathThere(*plan.preview, from.checkpoint);
        plan.preview = Launcher(paths, store).preview(plan.request, facts);
    }
    plan.from = from;
    plan.from.path = plan.request.resumePath;
    if (const auto free = checkNotWriting(context.running, context.machine.id); !free)
        plan.preview = free.error();
    if (context.copy) {
        question.copiedFrom = context.copy->from;
        question.isThroughHere = context.copy->folder.isOnMachine();
        const qint64 room = QStorageInfo(paths.data).bytesAvailable();
        if (room >= 0)
            question.freeHere = room;
    }
    const EngineKind engine = plan.preview ? plan.preview->engine : from.source.run->engine;
    if (!capabilitiesOf(engine).isContainer) {  // in a container the same path is another place
        for (const QString &path : pathsIn(task.run, from.source.folder.path))
            question.data << DataPath{path, std::nullopt};
    }
    question.machineRevision = revisionThere(task, engine, connection, stop);
    askMachine(&question, plan.preview ? plan.preview->checkpointDir : from.source.folder.path, connection, stop);
    if (stop.stop_requested())
        return cancelledError();
    plan.pace = paceOf(*from.source.run, paths);
    plan.pace.fromStep = question.step = from.checkpoint.step;
    question.totalSteps = plan.pace.totalSteps;
    plan.lines = checkResume(question);
    plan.pace.isOtherGpu = before && before->gpus != question.gpus;
    plan.cost = costOfResuming(plan.preview ? plan.preview->perHour : task.limits.price, plan.pace, plan.limits);
    return plan;
}

}  // namespace trainyard
