// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/resumecommand.h"

#include "app/cli/json.h"
#include "app/cli/optionreader.h"
#include "app/cli/runlaunch.h"
#include "core/base/shellquote.h"
#include "core/base/shownpath.h"
#include "core/service/runs/launchedtask.h"

#include <QCoreApplication>
#include <QJsonArray>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::CheckpointCommands)
};

QStringList presetIds()
{
    QStringList ids;
    for (const ResumePreset &preset : resumePresets()) {
        if (preset.id != kOwnPreset)
            ids << preset.id;
    }
    return ids;
}

QJsonObject toJson(const ResumeLine &line)
{
    return {{QStringLiteral("id"), line.id},
            {QStringLiteral("name"), line.name},
            {QStringLiteral("before"), line.before.isEmpty() ? QJsonValue() : QJsonValue(line.before)},
            {QStringLiteral("now"), line.now.isEmpty() ? QJsonValue() : QJsonValue(line.now)},
            {QStringLiteral("effect"), effectName(line.effect)},
            {QStringLiteral("sentence"), line.sentence},
            {QStringLiteral("items"), QJsonArray::fromStringList(line.items)}};
}

void printChecks(Console &console, const QList<ResumeLine> &lines, bool isAll)
{
    QList<QStringList> rows;
    for (const ResumeLine &line : lines) {
        if (isAll)
            rows << QStringList{effectName(line.effect).toUpper(), line.name,
                                shownPath(line.before.isEmpty() ? QStringLiteral("-") : line.before),
                                shownPath(line.now.isEmpty() ? QStringLiteral("-") : line.now)};
        if (line.effect != ResumeEffect::Ok)
            console.say(QStringLiteral("%1: %2").arg(line.name, line.sentence));
    }
    if (isAll)
        console.printTable(rows);
}

QJsonValue amountOf(const std::optional<Money> &money) { return money ? QJsonValue(money->text()) : QJsonValue(); }
QJsonValue numberOf(const std::optional<double> &number) { return number ? QJsonValue(*number) : QJsonValue(); }

QJsonObject toJson(const ResumeCost &cost, const ResumeLimits &limits)
{
    return {{QStringLiteral("per_hour"), amountOf(cost.perHour)},    {QStringLiteral("hours_left"), numberOf(cost.hoursLeft)},
            {QStringLiteral("to_the_end"), amountOf(cost.toTheEnd)}, {QStringLiteral("max_hours"), numberOf(limits.hours)},
            {QStringLiteral("budget"), amountOf(limits.budget)},     {QStringLiteral("most_hours"), numberOf(cost.mostHours)},
            {QStringLiteral("most"), amountOf(cost.most)},           {QStringLiteral("cut_short"), cost.isCutShort}};
}

int dryRun(CommandContext &context, const ResumePlan &plan)
{
    if (context.console.isJson) {
        QJsonArray checks;
        for (const ResumeLine &line : plan.lines)
            checks << toJson(line);
        const auto &copy = plan.request.copy;
        context.console.print(QJsonObject{{QStringLiteral("checkpoint"), toJson(plan.from)},
                                          {QStringLiteral("engine"), engineName(plan.preview->engine)},
                                          {QStringLiteral("machine"), plan.preview->machineName},
                                          {QStringLiteral("copied_from"), copy ? QJsonValue(copy->from) : QJsonValue()},
                                          {QStringLiteral("command"), plan.preview->commandPreview},
                                          {QStringLiteral("added"), plan.preview->added},
                                          {QStringLiteral("preset"), plan.preset},
                                          {QStringLiteral("pattern"), plan.pattern},
                                          {QStringLiteral("words"), QJsonArray::fromStringList(plan.words)},
                                          {QStringLiteral("safety"), safetyName(plan.safety)},
                                          {QStringLiteral("cost"), toJson(plan.cost, plan.limits)},
                                          {QStringLiteral("checks"), checks}});
        return 0;
    }
    printChecks(context.console, plan.lines, true);
    for (const QString &sentence : costSentences(plan.cost, plan.pace, plan.preview->isSimulated))
        context.console.say(sentence);
    context.console.print(QString());
    context.console.print(plan.preview->commandPreview);
    return 0;
}

// How the checkpoint is passed to the program and when the run ends. InvalidInput.
Result<void> readWays(const Options &options, ResumeRequest *request)
{
    const auto wrong = [](const QString &what) { return Error{ErrorCode::InvalidInput, what, {}}; };
    if (options.has(QStringLiteral("--preset")) && options.has(QStringLiteral("--with")))
        return wrong(Words::tr("Use either --preset or --with."));
    request->preset = options.value(QStringLiteral("--preset"));
    if (!request->preset.isEmpty() && !presetIds().contains(request->preset))
        return wrong(
            Words::tr("There is no preset “%1”. Available: %2.").arg(shownPath(request->preset), presetIds().join(QStringLiteral(", "))));
    if (options.has(QStringLiteral("--with"))) {
        request->preset = kOwnPreset;
        request->pattern = options.value(QStringLiteral("--with")).simplified();
        if (request->pattern.isEmpty())
            return wrong(Words::tr("After --with, write the arguments to append to the command, like '--resume {path}'."));
    }
    if (options.has(QStringLiteral("--add"))) {
        TRY(const auto words, wordsOf(options.value(QStringLiteral("--add"))));
        request->words = words;
    }
    return {};
}

// Limits that are not given stay as in the task. InvalidInput.
Result<void> readLimits(const Options &options, const Task &task, ResumeRequest *request)
{
    OptionReader reader(options);
    const auto time = reader.time("--max-hours", true);
    const auto budget = reader.money("--budget", task.limits.price ? std::optional(task.limits.price->currency()) : std::nullopt);
    if (reader.problem())
        return *reader.problem();
    if (budget && budget->nanos() <= 0)
        return Error{ErrorCode::InvalidInput, Words::tr("A budget must be above zero, for example --budget 40USD."), {}};
    if (!time && !budget)
        return {};
    request->limits = ResumeLimits{task.limits.hours, task.limits.budget};
    if (time)
        request->limits->hours = double(time->count()) / 3600;
    if (budget)
        request->limits->budget = *budget;
    return {};
}

// The newest attempt of its run: the next one follows that.
Result<Run> newestOf(StateDatabase &store, const QString &name)
{
    const auto named = findRun(store, name);
    TRY(const auto runs, named ? store.runs.all() : Result<QList<Run>>(named.error()));
    for (const Run &run : runs) {
        if (run.lineage == named->lineage)
            return run;
    }
    return named;
}

int resume(CommandContext &context, const Command &self)
{
    const auto options = readOptions(
        context.arguments,
        {QStringLiteral("--checkpoint"), QStringLiteral("--preset"), QStringLiteral("--with"), QStringLiteral("--add"),
         QStringLiteral("--machine"), QStringLiteral("--from"), QStringLiteral("--store"), QStringLiteral("--max-hours"),
         QStringLiteral("--budget")},
        {QStringLiteral("--follow"), QStringLiteral("-f"), QStringLiteral("--dry-run"), QStringLiteral("--allow-code")},
        {1, 1, Words::tr("Name one run.")});
    if (!options)
        return usageError(context, self, options.error().what);
    if (options->has(QStringLiteral("--from")) && options->has(QStringLiteral("--checkpoint")))
        return usageError(context, self, Words::tr("Use either --checkpoint or --from: the address already names the checkpoint."));
    ResumeRequest request;
    if (const auto ways = readWays(*options, &request); !ways)
        return usageError(context, self, ways.error().what);
    const auto run = newestOf(context.services.database(), options->rest.first());
    if (!run)
        return context.console.fail(run.error());
    const auto task = taskOfRun(context.services.paths(), run->id);
    if (!task)
        return context.console.fail(task.error());
    if (const auto limits = readLimits(*options, *task, &request); !limits)
        return usageError(context, self, limits.error().what);
    if (options->has(QStringLiteral("--machine"))) {
        const auto machine = context.services.database().machines.find(options->value(QStringLiteral("--machine")));
        if (!machine)
            return context.console.fail(machine.error());
        request.machineId = machine->id;
    }
    if (const QString origin = options->value(QStringLiteral("--from")); !origin.isEmpty())
        request.origin = isStoreAddress(origin) ? Location::inBucket(options->value(QStringLiteral("--store")), origin)
                                                : Location::here(origin);
    request.from.source = CheckpointSource::ofRun(*run);
    if (!request.origin) {
        const auto from = chosenCheckpoint(context, *run, options->value(QStringLiteral("--checkpoint")));
        if (!from) {
            const int status = context.console.fail(from.error());
            if (status == exitStatus(ErrorCode::Unreachable))
                context.console.say(Words::tr(
                    "If a store or this computer has a copy of the checkpoint, resume from it: --from s3://bucket/key --machine NAME."));
            return status;
        }
        request.from = *from;
    }
    const auto plan = context.console.wait(context.services.resumes.plan(request, context.console.stop()));
    if (!plan)
        return context.console.fail(plan.error());
    if (!plan->preview) {
        printChecks(context.console, plan->lines, false);
        return context.console.fail(plan->preview.error());
    }
    if (options->has(QStringLiteral("--dry-run")))
        return dryRun(context, *plan);
    printChecks(context.console, plan->lines, false);
    if (plan->safety == Safety::Dangerous && !options->has(QStringLiteral("--allow-code"))) {
        return context.console.fail(
            {ErrorCode::InvalidInput,
             Words::tr("Loading %1 runs code. Choose another checkpoint, or add --allow-code if you know what it runs.")
                 .arg(shownPath(plan->from.checkpoint.name)),
             {}});
    }
    return launchRequest(context, plan->request, *options);
}

}  // namespace

void addResumeCommands(Commands &commands)
{
    const QString words = QStringLiteral(
        " [--machine NAME] [--checkpoint NAME|STEP|latest|--from ADDRESS [--store NAME]] [--preset NAME|--with TEMPLATE] [--add ARGUMENTS]"
        " [--max-hours TIME] [--budget AMOUNT] [--allow-code] [--follow] [--dry-run] RUN");
    for (const QString &verb : {QStringLiteral("checkpoint resume"), QStringLiteral("run resume")}) {
        Command &resuming = commands[verb];
        resuming = {verb + words,
                    Words::tr("Checks whether a run resumes correctly from a checkpoint, then starts its next attempt from there."),
                    [&resuming](CommandContext &context) { return resume(context, resuming); }};
    }
}

}  // namespace trainyard
