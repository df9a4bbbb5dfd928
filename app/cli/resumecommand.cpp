#include "app/cli/resumecommand.h"

#include "app/cli/json.h"
#include "app/cli/runlaunch.h"
#include "core/base/shellquote.h"
#include "core/base/shownpath.h"

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
            rows << QStringList{effectName(line.effect).toUpper(), line.name, shownPath(line.before.isEmpty() ? QStringLiteral("-") : line.before),
                                shownPath(line.now.isEmpty() ? QStringLiteral("-") : line.now)};
        if (line.effect != ResumeEffect::Ok)
            console.say(QStringLiteral("%1: %2").arg(line.name, line.sentence));
    }
    if (isAll)
        console.printTable(rows);
}

int dryRun(CommandContext &context, const FoundCheckpoint &from, const ResumeOutlook &outlook)
{
    if (context.console.isJson) {
        QJsonArray checks;
        for (const ResumeLine &line : outlook.lines)
            checks << toJson(line);
        context.console.print(QJsonObject{{QStringLiteral("checkpoint"), toJson(from)},
                                          {QStringLiteral("engine"), engineName(outlook.preview->engine)},
                                          {QStringLiteral("machine"), outlook.preview->machineName},
                                          {QStringLiteral("command"), outlook.preview->commandPreview},
                                          {QStringLiteral("added"), outlook.preview->added},
                                          {QStringLiteral("preset"), outlook.preset},
                                          {QStringLiteral("pattern"), outlook.pattern},
                                          {QStringLiteral("words"), QJsonArray::fromStringList(outlook.words)},
                                          {QStringLiteral("safety"), safetyName(outlook.safety)},
                                          {QStringLiteral("checks"), checks}});
        return 0;
    }
    printChecks(context.console, outlook.lines, true);
    context.console.print(QString());
    context.console.print(outlook.preview->commandPreview);
    return 0;
}

int resume(CommandContext &context, const Command &self)
{
    const auto options = readOptions(context.arguments,
                                     {QStringLiteral("--checkpoint"), QStringLiteral("--preset"), QStringLiteral("--with"), QStringLiteral("--add")},
                                     {QStringLiteral("--follow"), QStringLiteral("-f"), QStringLiteral("--dry-run"), QStringLiteral("--allow-code")});
    if (!options)
        return usageError(context, self, options.error().what);
    if (options->rest.size() != 1)
        return usageError(context, self, Words::tr("Name one run."));
    if (options->has(QStringLiteral("--preset")) && options->has(QStringLiteral("--with")))
        return usageError(context, self, Words::tr("Give either --preset or --with."));
    ResumeWish wish;
    wish.preset = options->value(QStringLiteral("--preset"));
    if (!wish.preset.isEmpty() && !presetIds().contains(wish.preset))
        return usageError(context, self, Words::tr("There is no preset “%1”. There are: %2.").arg(shownPath(wish.preset), presetIds().join(QStringLiteral(", "))));
    if (options->has(QStringLiteral("--with"))) {
        wish.preset = kOwnPreset;
        wish.pattern = options->value(QStringLiteral("--with")).simplified();
        if (wish.pattern.isEmpty())
            return usageError(context, self, Words::tr("Write behind --with what to add to the command, like '--resume {path}'."));
    }
    if (options->has(QStringLiteral("--add"))) {
        const auto words = wordsOf(options->value(QStringLiteral("--add")));
        if (!words)
            return usageError(context, self, words.error().what);
        wish.words = *words;
    }
    const auto run = findRun(context.workbench.store(), options->rest.first());
    if (!run)
        return context.console.fail(run.error());
    const auto from = chosenCheckpoint(context, *run, options->value(QStringLiteral("--checkpoint")));
    if (!from)
        return context.console.fail(from.error());
    wish.from = *from;
    const auto outlook = context.console.wait(context.workbench.resumeOutlook(wish, context.console.stop()));
    if (!outlook)
        return context.console.fail(outlook.error());
    if (!outlook->preview) {
        printChecks(context.console, outlook->lines, false);
        return context.console.fail(outlook->preview.error());
    }
    if (options->has(QStringLiteral("--dry-run")))
        return dryRun(context, *from, *outlook);
    printChecks(context.console, outlook->lines, false);
    if (outlook->safety == Safety::Dangerous && !options->has(QStringLiteral("--allow-code"))) {
        return context.console.fail({ErrorCode::InvalidInput,
                                     Words::tr("Loading %1 runs code. Choose another checkpoint, or add --allow-code when you know what it runs.")
                                         .arg(shownPath(from->checkpoint.name)), {}});
    }
    return launchRequest(context, outlook->request, *options);
}

}  // namespace

void addResumeCommand(Commands &commands)
{
    Command &resuming = commands[QStringLiteral("checkpoint resume")];
    resuming = {QStringLiteral("checkpoint resume [--checkpoint NAME|STEP|latest] [--preset NAME|--with TEMPLATE] [--add ARGUMENTS] [--allow-code] [--follow] [--dry-run] RUN"),
                Words::tr("Says whether a run goes on correctly from a checkpoint, then starts its next attempt from there."),
                [&resuming](CommandContext &context) { return resume(context, resuming); }};
}

}  // namespace trainyard
