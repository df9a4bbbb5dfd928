// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/compatprinter.h"
#include "app/cli/environmentprinter.h"
#include "app/cli/environmentrequest.h"
#include "core/knowledge/environment/linter.h"
#include "core/knowledge/environment/recipefolder.h"
#include "core/model/task.h"

#include <QCoreApplication>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::EnvironmentCommands)
};

int makeEnvironment(BareContext &context, const Command &self)
{
    const auto options = readOptions(context.arguments, environmentMakeOptions(), environmentMakeFlags(),
                                     {0, 0, Words::tr("Unexpected argument “%1”.")});
    if (!options)
        return usageError(context, self, options.error().what);
    const QString folder = options->value(QStringLiteral("-o"));
    if (folder.isEmpty() && (options->has(QStringLiteral("-o")) || options->has(QStringLiteral("--force"))))
        return usageError(context, self, Words::tr("Name the output folder: -o DIR."));
    const auto asked = askCompat(context, *options);
    if (!asked)
        return context.console.fail(asked.error());
    const auto facts = RecipeFacts::parse(builtInRecipeFiles());
    if (!facts)
        return context.console.fail(facts.error());
    const auto recipe = readRecipeOptions(*options, *asked);
    if (!recipe)
        return context.console.fail(recipe.error());
    auto outcome = RecipeMaker(*facts, asked->advisor->facts()).make(*recipe);
    if (!outcome)
        return context.console.fail(outcome.error());
    const EnvironmentSources sources{*facts, asked->advisor->facts()};
    if (!outcome->recipe) {
        outcome->answer.missing = asked->request.problems + outcome->answer.missing;
        printRefusal(context.console, *outcome, sources);
        return outcome->answer.verdict == CompatVerdict::Unknown ? exitStatus(CompatVerdict::Unknown) : exitStatus(CompatVerdict::Fails);
    }
    if (!folder.isEmpty()) {
        if (const auto written = writeRecipe(*outcome->recipe, folder, options->has(QStringLiteral("--force"))); !written)
            return context.console.fail(written.error());
    }
    printRecipe(context.console, *outcome->recipe, folder, sources);
    return 0;
}

int lintEnvironment(BareContext &context, const Command &self)
{
    const auto options = readOptions(context.arguments, environmentLintOptions(), {});
    if (!options)
        return usageError(context, self, options.error().what);
    const auto request = readLintRequest(*options);
    if (!request)
        return options->rest.size() == 1 ? context.console.fail(request.error()) : usageError(context, self, request.error().what);
    const auto asked = askCompat(context, *options);
    if (!asked)
        return context.console.fail(asked.error());
    for (const QString &problem : asked->request.problems)
        context.console.say(QStringLiteral("yard: ") + problem);
    const auto facts = RecipeFacts::parse(builtInRecipeFiles());
    if (!facts)
        return context.console.fail(facts.error());
    const LintReport report = Linter(*facts, asked->advisor->facts()).lint(request->text, request->kind, asked->request.question);
    // For a task that cannot be read at all, no other mistakes are worth reporting.
    if (report.kind == LintKind::Task) {
        if (const auto task = readTask(request->text, request->name); !task)
            return context.console.fail(task.error());
    }
    printLint(context.console, request->name, report, {*facts, asked->advisor->facts()});
    return report.hasErrors() ? 1 : 0;
}

}  // namespace

void addEnvironmentCommands(Commands &commands)
{
    const auto add = [&commands](const QString &verb, const QString &usage, const QString &help,
                                 int (*run)(BareContext &, const Command &)) {
        Command &command = commands[verb];
        command = {usage, help, {}, [&command, run](BareContext &context) { return run(context, command); }};
    };
    add(QStringLiteral("environment make"), environmentMakeUsage(),
        Words::tr(
            "Generates a Dockerfile, start options, variables and a task for a framework on a GPU and driver, with the reason for each."),
        makeEnvironment);
    add(QStringLiteral("environment lint"), environmentLintUsage(),
        Words::tr("Finds common mistakes in a Dockerfile, launch command, list of variables or task file."), lintEnvironment);
}

}  // namespace trainyard
