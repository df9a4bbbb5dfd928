// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/costjson.h"
#include "app/cli/follow.h"
#include "app/cli/json.h"
#include "app/cli/observation.h"
#include "app/cli/pipelinesteps.h"
#include "app/cli/reportcommands.h"
#include "app/cli/resumedloss.h"
#include "app/cli/runlaunch.h"
#include "app/cli/runlist.h"
#include "app/cli/savecommand.h"
#include "app/cli/trainingprinter.h"
#include "core/base/retry.h"
#include "core/base/secretname.h"
#include "core/base/shownpath.h"
#include "core/model/runexit.h"
#include "core/service/runs/localcopy.h"
#include "core/service/runs/runrecord.h"
#include "core/service/runs/runseries.h"

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QFile>
#include <QFileInfo>
#include <QLocale>
#include <QRegularExpression>

namespace trainyard {

namespace {

constexpr std::chrono::seconds kOtherFollower{10};  // it checks at least once a second, over a link like ours
constexpr std::chrono::milliseconds kLookAgain{100};

// "12.34 USD of 40.00 USD"
QString costText(const MeterNow &meter, const Run &run)
{
    if (run.isSimulated)
        return QCoreApplication::translate("trainyard::RunCommands", "none: the sandbox is this computer");
    QStringList costs;
    for (const Money &cost : meter.costOf(run.id))
        costs << cost.roundedToCents().text();
    for (const Money &cost : meter.ownCostOf(run.id))
        costs << QCoreApplication::translate("trainyard::RunCommands", "%1 by your own figures").arg(cost.roundedToCents().text());
    const QString cost = costs.isEmpty() ? QCoreApplication::translate("trainyard::RunCommands", "unknown: no price set")
                                         : costs.join(QStringLiteral(" + "));
    return run.budget ? QCoreApplication::translate("trainyard::RunCommands", "%1 of %2").arg(cost, run.budget->text()) : cost;
}

std::optional<CodeRevision> recordedCode(CommandContext &context, const RunId &runId)
{
    const auto facts = context.console.wait(context.services.resumes.launchFacts(runId));
    return !facts ? std::nullopt : facts->revision ? facts->revision : facts->machineRevision;
}

QJsonValue codeJson(const std::optional<CodeRevision> &code)
{
    if (!code)
        return {};
    return QJsonObject{{QStringLiteral("commit"), code->commit},
                       {QStringLiteral("branch"), code->branch},
                       {QStringLiteral("remote"), code->remote},
                       {QStringLiteral("changes"), code->changes ? QJsonValue(*code->changes) : QJsonValue()},
                       {QStringLiteral("machine_folder"), code->folder.isEmpty() ? QJsonValue() : QJsonValue(code->folder)}};
}

struct Looked {
    RunSnapshot look;
    std::optional<ErrorCode> problem;  // why its machine could not be asked
};

// The state of the run from its machine; if that cannot be asked, the recorded state, with a message.
Result<Looked> lookAt(CommandContext &context, const QString &what)
{
    TRY(const auto run, findRun(context.services.database(), what));
    const auto look = context.console.wait(context.services.runs.look(run.id, context.console.stop()));
    if (look) {
        if (look->unkept) {
            context.console.say(QStringLiteral("yard: ") + look->unkept->what);
            context.console.say(QCoreApplication::translate("trainyard::RunCommands",
                                                            "The state is what the machine reports; the copy on this computer is older."));
        }
        return Looked{*look, {}};
    }
    if (look.error().isCancelled())
        return look.error();
    context.console.say(QStringLiteral("yard: ") + look.error().what);
    context.console.say(QCoreApplication::translate("trainyard::RunCommands", "This is the copy on this computer."));
    return Looked{{run, 0, {}}, look.error().code};
}

QJsonArray earlierLogs(CommandContext &context, const Run &run)
{
    return QJsonArray::fromStringList(LocalCopy(context.services.paths().runs() + u'/' + run.id.text()).earlier(QStringLiteral("log")));
}

int printRun(CommandContext &context, const RunSnapshot &look, std::optional<ErrorCode> problem)
{
    const Run &run = look.run;
    // Anything about its training would be out of date.
    const bool isBehind = look.behindBytes > 0;
    const auto observation = [&] { return isBehind ? RunObservation() : observe(context, run, false); };
    const auto meter = meterNow(context.services.database(), QDateTime::currentDateTimeUtc());
    if (!meter)
        return context.console.fail(meter.error());
    if (context.console.isJson) {
        QJsonObject object = toJson(run, problem);
        const auto exit = readRunExit(run, context.services.paths());
        object[QStringLiteral("ended_by")] = exit && hasEnded(run.state) ? QJsonValue(exitReasonName(exit->reason)) : QJsonValue();
        object[QStringLiteral("code")] = codeJson(recordedCode(context, run.id));
        object[QStringLiteral("continuation")] = isBehind ? QJsonValue() : toJson(resumedLoss(context, run));
        object[QStringLiteral("log_behind_bytes")] = look.behindBytes;
        object[QStringLiteral("earlier_logs")] = earlierLogs(context, run);
        context.console.print(withObservation(withCosts(object, *meter, run.id), context, run, observation(), *meter));
        return 0;
    }
    QList<QStringList> rows{
        {QCoreApplication::translate("trainyard::RunCommands", "Run"), run.id.text()},
        {QCoreApplication::translate("trainyard::RunCommands", "Name"), run.name},
        {QCoreApplication::translate("trainyard::RunCommands", "State"),
         runStateText(run, problem) + (run.message.isEmpty() ? QString() : QStringLiteral(": ") + run.message)},
        {QCoreApplication::translate("trainyard::RunCommands", "Machine"), run.head().machineName},
        {QCoreApplication::translate("trainyard::RunCommands", "Engine"),
         engineName(run.engine) + (run.image.isEmpty() ? QString() : u' ' + run.image)},
        {QCoreApplication::translate("trainyard::RunCommands", "Exit"), runOutcomeText(run)},
        {QCoreApplication::translate("trainyard::RunCommands", "Note"), run.note.isEmpty() ? QStringLiteral("-") : run.note.simplified()},
        {QCoreApplication::translate("trainyard::RunCommands", "Tags"), run.tags.isEmpty() ? QStringLiteral("-") : run.tags.join(u' ')},
        {QCoreApplication::translate("trainyard::RunCommands", "Project"), run.project.isEmpty() ? QStringLiteral("-") : run.project},
        {QCoreApplication::translate("trainyard::RunCommands", "Cost"), costText(*meter, run)}};
    rows << pipelineRows(context, run);
    if (const auto code = recordedCode(context, run.id)) {
        rows << QStringList{QCoreApplication::translate("trainyard::RunCommands", "Code"),
                            revisionText(*code) + (code->remote.isEmpty() ? QString() : u' ' + shownPath(code->remote))};
    }
    for (const QJsonValue &earlier : earlierLogs(context, run))
        rows << QStringList{QCoreApplication::translate("trainyard::RunCommands", "Replaced log"), shownPath(earlier.toString())};
    if (isBehind) {
        rows << QStringList{
            QCoreApplication::translate("trainyard::RunCommands", "Log"),
            QCoreApplication::translate("trainyard::RunCommands", "%1 of it is only on the machine. `yard run logs %2` fetches it.")
                .arg(QLocale().formattedDataSize(look.behindBytes), run.id.text())};
        context.console.printTable(rows);
        return 0;
    }
    if (const auto resumed = resumedLoss(context, run); resumed && !resumed->verdict.sentence.isEmpty())
        rows << QStringList{QCoreApplication::translate("trainyard::RunCommands", "After resuming"), resumed->verdict.sentence};
    context.console.printTable(rows + observationRows(run, observation(), *meter));
    return 0;
}

bool wantsFollowing(const Options &options) { return options.has(QStringLiteral("-f")) || options.has(QStringLiteral("--follow")); }

int launchRun(CommandContext &context, const Command &self)
{
    const auto options = readOptions(context.arguments,
                                     {QStringLiteral("--machine"), QStringLiteral("--env"), QStringLiteral("--secret"),
                                      QStringLiteral("--partition"), QStringLiteral("--account"), QStringLiteral("--qos")},
                                     {QStringLiteral("--follow"), QStringLiteral("-f"), QStringLiteral("--dry-run")});
    if (!options)
        return usageError(context, self, options.error().what);
    if (options->rest.size() != 1 || !options->has(QStringLiteral("--machine"))) {
        return usageError(context, self,
                          QCoreApplication::translate("trainyard::RunCommands", "Name one task file, and a machine with --machine NAME."));
    }
    auto request = readLaunchRequest(context, options->rest.first(), *options);
    if (!request)
        return context.console.fail(request.error());
    const auto machine = context.services.database().machines.find(options->value(QStringLiteral("--machine")));
    if (!machine)
        return context.console.fail(machine.error());
    request->machineId = machine->id;
    return launchRequest(context, *request, *options);
}

QStringList tagsWith(const QStringList &tags, const QStringList &added, const QStringList &removed)
{
    QStringList all = inTagOrder(tags + added);
    all.removeIf([&removed](const QString &tag) { return removed.contains(tag, Qt::CaseInsensitive); });
    return all;
}

int editRun(CommandContext &context, const Command &self)
{
    const QString name = QStringLiteral("--name"), note = QStringLiteral("--note"), tag = QStringLiteral("--tag"),
                  untag = QStringLiteral("--untag"), archive = QStringLiteral("--archive"), unarchive = QStringLiteral("--unarchive"),
                  pin = QStringLiteral("--pin"), unpin = QStringLiteral("--unpin");
    const auto options = readOptions(context.arguments, {name, note, tag, untag}, {archive, unarchive, pin, unpin},
                                     {1, 1, QCoreApplication::translate("trainyard::RunCommands", "Name one run.")});
    if (!options)
        return usageError(context, self, options.error().what);
    if (options->has(archive) && options->has(unarchive))
        return usageError(context, self, QCoreApplication::translate("trainyard::RunCommands", "Use either --archive or --unarchive."));
    if (options->has(pin) && options->has(unpin))
        return usageError(context, self, QCoreApplication::translate("trainyard::RunCommands", "Use either --pin or --unpin."));
    RunEdit change;
    if (options->has(name))
        change.name = options->value(name);
    if (options->has(note))
        change.note = options->value(note);
    if (options->has(archive) || options->has(unarchive))
        change.isArchived = options->has(archive);
    if (options->has(pin) || options->has(unpin))
        change.isPinned = options->has(pin);
    const bool hasTags = options->has(tag) || options->has(untag);
    if (!change.name && !change.note && !change.isArchived && !change.isPinned && !hasTags) {
        return usageError(
            context, self,
            QCoreApplication::translate("trainyard::RunCommands",
                                        "Name a change: --name, --note, --tag, --untag, --pin, --unpin, --archive or --unarchive."));
    }
    const auto run = findRun(context.services.database(), options->rest.first());
    if (!run)
        return context.console.fail(run.error());
    if (hasTags)
        change.tags = tagsWith(run->tags, options->valuesOf(tag), options->valuesOf(untag));
    if (const auto edited = context.services.runs.edit({{run->lineage, change}}); !edited)
        return context.console.fail(edited.error());
    const auto changed = context.services.database().runs.find(run->id);
    if (!changed)
        return context.console.fail(changed.error());
    if (context.console.isJson)
        context.console.print(toJson(*changed));
    else
        context.console.print(changed->id.text());
    return 0;
}

int showRun(CommandContext &context, const Command &self)
{
    const auto words = readWords(context.arguments, 1, 1, QCoreApplication::translate("trainyard::RunCommands", "Name one run."));
    if (!words)
        return usageError(context, self, words.error().what);
    const auto looked = lookAt(context, words->first());
    if (!looked)
        return context.console.fail(looked.error());
    if (const int status = printRun(context, looked->look, looked->problem); status != 0)
        return status;
    return looked->problem ? exitStatus(*looked->problem) : 0;
}

// Shared by `logs` and `metrics`: both print a file of the local copy, once or as it grows.
int printFile(CommandContext &context, const Command &self, const Options &options, int (*follow)(CommandContext &, const Run &),
              void (*print)(CommandContext &, const Run &, const QString &directory))
{
    if (options.rest.size() != 1)
        return usageError(context, self, QCoreApplication::translate("trainyard::RunCommands", "Name one run."));
    if (wantsFollowing(options)) {
        const auto run = findRun(context.services.database(), options.rest.first());
        return run ? follow(context, *run) : context.console.fail(run.error());
    }
    std::optional<ErrorCode> problem;
    const auto run = freshRun(context, options.rest.first(), &problem);
    if (!run)
        return context.console.fail(run.error());
    print(context, *run, context.services.paths().runs() + u'/' + run->id.text());
    if (context.console.stop().stop_requested())
        return exitStatus(ErrorCode::Cancelled);
    return problem ? exitStatus(*problem) : 0;
}

int printLogs(CommandContext &context, const Command &self)
{
    const auto options = readOptions(context.arguments, {}, {QStringLiteral("-f"), QStringLiteral("--follow")});
    if (!options)
        return usageError(context, self, options.error().what);
    return printFile(context, self, *options, followLog, [](CommandContext &printed, const Run &run, const QString &directory) {
        for (const QJsonValue &earlier : earlierLogs(printed, run)) {
            printed.console.say(
                QStringLiteral("yard: ")
                + QCoreApplication::translate("trainyard::RunCommands", "The log was replaced on the machine. The earlier log is in %1.")
                      .arg(shownPath(earlier.toString())));
        }
        LogPrinter(printed.console, directory + QStringLiteral("/log")).printNew();
    });
}

int printMetrics(CommandContext &context, const Command &self)
{
    const auto options = readOptions(context.arguments, {},
                                     {QStringLiteral("-f"), QStringLiteral("--follow"), QStringLiteral("--training")});
    if (!options)
        return usageError(context, self, options.error().what);
    if (options->has(QStringLiteral("--training"))) {
        return printFile(context, self, *options, followTraining, [](CommandContext &printed, const Run &run, const QString &directory) {
            TrainingPrinter printer(printed.console, directory + QStringLiteral("/log"), seriesPattern(run.name, printed.services.paths()));
            printer.printNew();
            printer.printRest();
        });
    }
    return printFile(context, self, *options, followMetrics, [](CommandContext &printed, const Run &, const QString &directory) {
        MetricsPrinter printer(printed.console, directory + QStringLiteral("/metrics"));
        printer.printNew();
        printer.printRest();
    });
}

int stopRun(CommandContext &context, const Command &self)
{
    const auto words = readWords(context.arguments, 1, 1, QCoreApplication::translate("trainyard::RunCommands", "Name one run."));
    if (!words)
        return usageError(context, self, words.error().what);
    const auto run = findRun(context.services.database(), words->first());
    if (!run)
        return context.console.fail(run.error());
    const auto stopped = context.console.wait(context.services.runs.stop(run->id, context.console.stop()));
    if (!stopped)
        return context.console.fail(stopped.error());
    // The machine's answer counts. The copy here is updated as far as possible; another program that follows the run does so a moment
    // later.
    const QDeadlineTimer deadline(kOtherFollower);
    const QString exitFile = context.services.paths().runs() + u'/' + run->id.text() + QStringLiteral("/exit");
    auto looked = lookAt(context, run->id.text());
    while (looked && !looked->problem && hasEnded(looked->look.run.state) && looked->look.behindBytes == 0 && !QFile::exists(exitFile)
           && looked->look.run.started.isValid() && !deadline.hasExpired() && pauseFor(kLookAgain, context.console.stop())) {
        looked = lookAt(context, run->id.text());
    }
    if (!looked || !hasEnded(looked->look.run.state))
        looked = Looked{{*stopped, 0, {}}, {}};
    tellLaterSteps(context, looked->look.run);
    if (const int status = printRun(context, looked->look, looked->problem); status != 0)
        return status;
    return hasEnded(looked->look.run.state) ? 0 : exitStatus(ErrorCode::RemoteCommandFailed);
}

void addRunCommand(Commands &commands, const char *verb, const char *usage, const QString &help,
                   int (*function)(CommandContext &, const Command &))
{
    Command &command = commands[QStringLiteral("run ") + QLatin1String(verb)];
    command = {QStringLiteral("run ") + QLatin1String(verb) + (*usage ? QStringLiteral(" ") : QString()) + QString::fromUtf8(usage), help,
               [&command, function](CommandContext &context) { return function(context, command); }};
}

}  // namespace

int launchRequest(CommandContext &context, const LaunchRequest &request, const Options &options)
{
    if (options.has(QStringLiteral("--dry-run"))) {
        const auto preview = context.console.wait(context.services.runs.preview(request, context.console.stop()));
        if (!preview)
            return context.console.fail(preview.error());
        if (context.console.isJson)
            context.console.print(QJsonObject{{QStringLiteral("engine"), engineName(preview->engine)},
                                              {QStringLiteral("machine"), preview->machineName},
                                              {QStringLiteral("command"), preview->commandPreview},
                                              {QStringLiteral("gpu_warning"), preview->gpuWarning}});
        else
            context.console.print(preview->commandPreview);
        if (!preview->gpuWarning.isEmpty())
            context.console.say(preview->gpuWarning);
        return 0;
    }
    const auto run = startRun(context, request);
    if (!run)
        return context.console.fail(run.error());
    const bool isFollowed = wantsFollowing(options);
    if (context.console.isJson && isFollowed)
        return followSteps(context, *run, followState);
    const auto steps = stepsWith(context, *run);
    if (!steps)
        return context.console.fail(steps.error());
    if (context.console.isJson) {
        QJsonArray ids;
        for (const Run &step : *steps)
            ids << step.id.text();
        QJsonObject object = toJson(*run);
        if (run->pipeline)
            object[QStringLiteral("steps")] = ids;
        context.console.print(object);
    } else {
        for (const Run &step : *steps)
            context.console.print(step.id.text());
    }
    return isFollowed ? followSteps(context, *run, followLog) : 0;
}

Result<FoundCheckpoint> chosenCheckpoint(CommandContext &context, const Run &run, const QString &wanted)
{
    TRY(const auto scan, context.console.wait(context.services.checkpoints.find(run.lineage, context.console.stop())));
    if (!scan.problems.isEmpty())
        return scan.problems.first().error;
    const bool wantsLatest = wanted.isEmpty() || wanted == QLatin1String("latest");
    const auto found = std::find_if(scan.found.begin(), scan.found.end(), [&](const FoundCheckpoint &candidate) {
        return wantsLatest ? candidate.isLatestGood
                           : candidate.checkpoint.name == wanted || candidate.path == wanted
                                 || (candidate.checkpoint.step && QString::number(*candidate.checkpoint.step) == wanted);
    });
    if (found == scan.found.end()) {
        return Error{ErrorCode::NotFound,
                     wantsLatest
                         ? QCoreApplication::translate("trainyard::RunCommands",
                                                       "%1 has no complete checkpoint yet. `yard checkpoint list` lists its checkpoints.")
                               .arg(run.name)
                         : QCoreApplication::translate("trainyard::RunCommands",
                                                       "There is no checkpoint “%1”. `yard checkpoint list` lists the checkpoints.")
                               .arg(wanted),
                     {}};
    }
    if (found->checkpoint.verdict != Verdict::Complete && found->checkpoint.verdict != Verdict::Unknown) {
        return Error{ErrorCode::Corrupt,
                     QCoreApplication::translate("trainyard::RunCommands", "%1 is not complete: %2 Choose another checkpoint.")
                         .arg(found->checkpoint.name, found->checkpoint.reason),
                     {}};
    }
    // Newest step first: those before the chosen one were skipped.
    for (auto newer = scan.found.begin(); wantsLatest && newer != found; ++newer) {
        context.console.say(
            QCoreApplication::translate("trainyard::RunCommands", "%1 is skipped, because it may be incomplete: %2 Resuming from %3.")
                .arg(newer->checkpoint.name, newer->checkpoint.reason, found->checkpoint.name));
    }
    return *found;
}

Result<Run> freshRun(CommandContext &context, const QString &what, std::optional<ErrorCode> *problem)
{
    const auto run = findRun(context.services.database(), what);
    if (!run)
        return run;
    const auto synced = context.console.wait(context.services.runs.sync(run->id, context.console.stop()));
    if (synced)
        return synced;
    if (synced.error().isCancelled())
        return synced;
    context.console.say(QStringLiteral("yard: ") + synced.error().what);
    context.console.say(QCoreApplication::translate("trainyard::RunCommands", "This is the copy on this computer."));
    *problem = synced.error().code;
    return run;
}

void addRunCommands(Commands &commands)
{
    addRunCommand(commands, "launch",
                  "--machine NAME [--env KEY[=VALUE]]… [--secret KEY]… [--partition NAME] [--account NAME] [--qos NAME] [--follow] "
                  "[--dry-run] FILE",
                  QCoreApplication::translate("trainyard::RunCommands",
                                              "Launches a task file on a machine, or with --partition as a job of the Slurm cluster that "
                                              "it is the login node of."),
                  launchRun);
    addRunCommand(commands, "list", "[--all] [--filter TEXT]",
                  QCoreApplication::translate("trainyard::RunCommands",
                                              "Lists runs, newest first; --all includes archived runs, --filter shows only those that "
                                              "match, as in 'state:failed loss<2'."),
                  listRuns);
    addRunCommand(
        commands, "edit", "[--name NAME] [--note TEXT] [--tag TAG]… [--untag TAG]… [--pin | --unpin] [--archive | --unarchive] RUN",
        QCoreApplication::translate("trainyard::RunCommands", "Renames, annotates, tags, pins or archives a run, with all its attempts."),
        editRun);
    addRunCommand(commands, "show", "RUN", QCoreApplication::translate("trainyard::RunCommands", "Shows one run."), showRun);
    addRunCommand(commands, "explain", "RUN",
                  QCoreApplication::translate("trainyard::RunCommands",
                                              "Explains from the log what went wrong; exit status 1 if a problem was found."),
                  explainRun);
    addRunCommand(commands, "stacks", "RUN",
                  QCoreApplication::translate("trainyard::RunCommands",
                                              "Shows where the run's processes are right now, using py-spy or gdb on its machine."),
                  stacksOfRun);
    addRunCommand(commands, "logs", "[-f] RUN",
                  QCoreApplication::translate("trainyard::RunCommands", "Prints the log, byte for byte; -f follows it."), printLogs);
    addRunCommand(
        commands, "metrics", "[-f] [--training] RUN",
        QCoreApplication::translate("trainyard::RunCommands",
                                    "Prints the samples of the run's machine, or with --training the series from its log and event files."),
        printMetrics);
    addRunCommand(
        commands, "save", "RUN",
        QCoreApplication::translate("trainyard::RunCommands",
                                    "Asks a run to save a checkpoint now and waits up to two minutes for it; exit status 1 if none came."),
        saveRun);
    addRunCommand(commands, "stop", "RUN",
                  QCoreApplication::translate("trainyard::RunCommands",
                                              "Stops a run: waits for the grace period, then kills it, then checks that it is gone."),
                  stopRun);
}

}  // namespace trainyard
