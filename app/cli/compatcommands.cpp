// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/compatprinter.h"

#include <QCoreApplication>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::CompatCommands)
};

int checkCompatibility(BareContext &context, const Options &, const CompatAsked &asked)
{
    CompatAnswer answer = CompatJudge(asked.advisor->facts()).check(asked.request.question);
    answer.missing = asked.request.problems + answer.missing;
    printCheck(context.console, asked.machine, asked.request.question, answer, asked.advisor->facts());
    return exitStatus(answer.verdict);
}

int listImages(BareContext &context, const Options &options, const CompatAsked &asked)
{
    for (const QString &problem : asked.request.problems)
        context.console.say(QStringLiteral("yard: ") + problem);
    const auto question = options.values.empty() ? std::nullopt : std::optional(asked.request.question);
    const QList<JudgedImage> judged = judgeImages(asked.advisor->facts(), question);
    printImages(context.console, asked.machine, asked.request.question, judged, asked.advisor->facts());
    return 0;
}

using Answer = int (*)(BareContext &, const Options &, const CompatAsked &);

// Common to both verbs: reads the options, builds the question, and lets `answer` print it.
int answered(BareContext &context, const Command &self, const QStringList &known, Answer answer)
{
    const auto options = readOptions(context.arguments, known, {}, {0, 0, Words::tr("Unexpected argument “%1”.")});
    if (!options)
        return usageError(context, self, options.error().what);
    const auto asked = askCompat(context, *options);
    if (!asked)
        return context.console.fail(asked.error());
    return answer(context, *options, *asked);
}

}  // namespace

void addCompatCommands(Commands &commands)
{
    const auto add = [&commands](const QString &verb, const QString &usage, const QString &help, QStringList (*known)(), Answer answer) {
        Command &command = commands[verb];
        command = {
            usage, help, {}, [&command, known, answer](BareContext &context) { return answered(context, command, known(), answer); }};
    };
    add(QStringLiteral("compat check"), compatCheckUsage(),
        Words::tr("Checks whether driver, CUDA, image, framework and GPU work together, and suggests alternatives."), compatCheckOptions,
        checkCompatibility);
    add(QStringLiteral("compat images"), compatImagesUsage(), Words::tr("Lists known images and which of them run on a machine or GPU."),
        compatImagesOptions, listImages);
}

}  // namespace trainyard
