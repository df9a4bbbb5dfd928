#include "core/run/resumeoutlook.h"

#include "core/base/shellquote.h"
#include "core/machine/compatadvisor.h"
#include "core/run/codefiles.h"
#include "core/run/localcopy.h"
#include "core/run/taskfiles.h"

#include <QRegularExpression>

namespace trainyard {

namespace {

using namespace std::chrono_literals;
constexpr auto kAnswer = 30s;
constexpr qint64 kMostFacts = 16 * 1024 * 1024;      // 20,000 files with long names

// Free bytes where checkpoints are written, and whether the paths are there, in one command.
void askMachine(ResumeQuestion *question, const QString &checkpointDir, SshConnection &connection, std::stop_token stop)
{
    RemoteCommand command;
    command.outputLimit = 64 * 1024;
    command.line = QStringLiteral("df -Pk %1 2>/dev/null | tail -n 1; echo --").arg(shellQuoted(checkpointDir));
    if (!question->data.isEmpty()) {
        QStringList paths;
        for (const DataPath &path : std::as_const(question->data))
            paths << path.path;
        command.line += QStringLiteral("; for p in %1; do if [ -e \"$p\" ]; then echo yes; else echo no; fi; done").arg(shellJoined(paths));
    }
    const auto answer = connection.run(command, QDeadlineTimer(kAnswer), stop);
    if (!answer)
        return;
    const QList<QByteArray> lines = answer->out.split('\n');
    const qsizetype end = lines.indexOf(QByteArrayLiteral("--"));
    if (end < 0)
        return;
    // Blocks, used, available, share: names on both sides of them may hold blanks.
    static const QRegularExpression kNumbers(QStringLiteral("\\s\\d+\\s+\\d+\\s+(\\d{1,15})\\s+\\d+%"));
    if (const auto match = kNumbers.match(QString::fromUtf8(lines.first())); end > 0 && match.hasMatch())
        question->freeBytes = match.captured(1).toLongLong() * 1024;
    for (qsizetype i = 0; i < question->data.size() && end + 1 + i < lines.size(); ++i) {
        const QByteArray &word = lines[end + 1 + i];
        if (word == "yes" || word == "no")
            question->data[i].isThere = word == "yes";
    }
}

void judgeImage(ResumeQuestion *question, const MachineFacts &facts)
{
    const auto advisor = question->image.isEmpty() ? nullptr : CompatAdvisor::builtIn().value_or(nullptr);
    if (!advisor)
        return;
    const auto answer = advisor->imageOn(facts, question->image, QDate::currentDate());
    if (!answer || answer->verdict == CompatVerdict::Unknown)
        return;
    question->fit = answer->verdict;
    question->fitSentence = answer->reasons.isEmpty() ? verdictSentence(answer->verdict) : answer->reasons.first().sentence;
}

}  // namespace

std::optional<LaunchFacts> launchFactsOfRun(const QString &runId, const Paths &paths)
{
    const LocalCopy copy(paths.runs() + u'/' + runId);
    const QString name = QStringLiteral("launch-facts.json");
    if (!copy.has(name))
        return std::nullopt;
    const auto facts = parseLaunchFacts(copy.read(name, 0, kMostFacts));
    return facts ? std::optional<LaunchFacts>(*facts) : std::nullopt;
}

LaunchFacts launchFactsOf(const LaunchRequest &request, const MachineFacts &facts, std::stop_token stop)
{
    LaunchFacts recorded;
    for (const MachineFacts::Gpu &gpu : facts.gpus) {
        recorded.gpus << gpu.name;
        recorded.isSimulated = recorded.isSimulated || gpu.isSimulated();
    }
    recorded.driver = facts.driverVersion;
    recorded.image = request.task.image;
    if (!request.task.workdir.isEmpty()) {
        if (const auto code = readCode(localTaskPath(request.task.workdir, request.taskDirectory), stop))
            recorded.code = *code;
    }
    if (!request.resumePath.isEmpty()) {
        if (request.resumeStep >= 0)
            recorded.resumedStep = request.resumeStep;
        recorded.resumePreset = request.resumePreset;
        recorded.resumeWords = request.resumeWords;
    }
    return recorded;
}

ResumeOutlook resolveWish(const ResumeWish &wish, const Task &task, const std::optional<LaunchFacts> &before)
{
    ResumeOutlook outlook;
    outlook.request = resumeRequest(task, wish.from);
    const QString own = task.checkpoints ? task.checkpoints->resume : QString();
    const QList<ResumePreset> presets = resumePresets();
    outlook.preset = wish.preset;
    // What was chosen last time, unless somebody wrote another template into the task since.
    if (outlook.preset.isEmpty() && before && !before->resumePreset.isEmpty()) {
        const ResumePreset *const last = presetById(presets, before->resumePreset);
        if (last && (last->id == kOwnPreset ? !own.isEmpty() : last->pattern == own))
            outlook.preset = last->id;
    }
    if (outlook.preset.isEmpty())
        outlook.preset = own.isEmpty() && task.run.contains(QLatin1String("TRAINYARD_RESUME"))
            ? kVariablePreset : recognisedPreset(wish.from.checkpoint.framework, task.run, own);
    const ResumePreset *const preset = presetById(presets, outlook.preset);
    outlook.pattern = outlook.preset == kOwnPreset ? (wish.preset == kOwnPreset ? wish.pattern : own)
                      : preset ? preset->pattern : QString();
    outlook.words = wish.words ? *wish.words : before ? before->resumeWords : QStringList();
    if (outlook.request.task.checkpoints)
        outlook.request.task.checkpoints->resume = outlook.pattern;
    outlook.request.resumePreset = outlook.preset;
    outlook.request.resumeWords = outlook.words;
    return outlook;
}

Result<ResumeOutlook> lookAhead(const ResumeWish &wish, const Task &task, const Paths &paths, Store &store, const MachineFacts &facts,
                                SshConnection &connection, const std::optional<Inspection> &inspection, std::stop_token stop)
{
    const FoundCheckpoint &from = wish.from;
    const auto before = launchFactsOfRun(from.run.id, paths);
    ResumeOutlook outlook = resolveWish(wish, task, before);

    ResumeQuestion question;
    question.framework = inspection && !inspection->framework.isEmpty() ? inspection->framework : from.checkpoint.framework;
    question.format = from.checkpoint.format;
    question.layout = layoutOfCheckpoint(from.checkpoint.files, inspection ? inspection->hyperparameters : QList<QPair<QString, QString>>());
    question.checkpointBytes = from.checkpoint.sizeBytes;
    question.isWithoutOptimizer = from.checkpoint.isWithoutOptimizer;
    if (inspection) {
        question.safety = outlook.safety = inspection->safety;
        if (!inspection->findings.isEmpty())
            question.gravestFinding = inspection->findings.first().text;
    }
    question.attempt = from.run.attempt;
    question.before = before;
    question.isMachineAsked = true;
    for (const MachineFacts::Gpu &gpu : facts.gpus) {
        question.gpus << gpu.name;
        question.isSimulated = question.isSimulated || gpu.isSimulated();
    }
    question.driver = facts.driverVersion;
    question.image = task.image;
    judgeImage(&question, facts);
    question.hasWorkdir = !task.workdir.isEmpty();
    if (question.hasWorkdir) {
        const auto code = readCode(localTaskPath(task.workdir, {}), stop);
        if (code)
            question.code = *code;
    }
    question.command = task.run;
    question.pattern = outlook.pattern;
    question.words = outlook.words;
    if (from.run.engine == EngineKind::Process) {      // in a container the same path is another place
        for (const QString &path : pathsIn(task.run, from.run.checkpointDir))
            question.data << DataPath{path, std::nullopt};
    }
    askMachine(&question, from.run.checkpointDir, connection, stop);
    if (stop.stop_requested())
        return cancelledError();
    outlook.lines = checkResume(question);
    outlook.preview = Launcher(paths, store).preview(outlook.request, facts);
    return outlook;
}

}  // namespace trainyard
