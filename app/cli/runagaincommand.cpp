// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/follow.h"
#include "app/cli/json.h"

#include <QCoreApplication>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::RunAgainCommand)
};

int runAgain(CommandContext &context, const Command &self)
{
    const QString stop = QStringLiteral("--stop"), follow = QStringLiteral("--follow"), f = QStringLiteral("-f");
    const auto options = readOptions(context.arguments, {}, {stop, follow, f}, {1, 1, Words::tr("Name one run.")});
    if (!options)
        return usageError(context, self, options.error().what);
    const auto run = findRun(context.services.database(), options->rest.first());
    if (!run)
        return context.console.fail(run.error());
    const auto report = [&context](const QString &step) { context.console.say(step); };
    const auto again = context.console.wait(context.services.again.start(run->id, options->has(stop), report, context.console.stop()));
    if (!again) {
        const int status = context.console.fail(again.error());
        if (again.error().code == ErrorCode::AlreadyExists && !options->has(stop))
            context.console.say(Words::tr("To stop it first, add --stop."));
        return status;
    }
    const bool isFollowed = options->has(follow) || options->has(f);
    if (context.console.isJson && isFollowed)
        return followState(context, again->run);
    if (context.console.isJson) {
        const SyncSummary &synced = again->synced;
        QJsonObject object = toJson(again->run);
        object[QStringLiteral("synced")] = QJsonObject{{QStringLiteral("files"), synced.sent},
                                                       {QStringLiteral("bytes"), synced.bytes},
                                                       {QStringLiteral("removed"), synced.removed},
                                                       {QStringLiteral("kept"), synced.kept},
                                                       {QStringLiteral("everything"), synced.isEverything}};
        context.console.print(object);
    } else {
        context.console.print(again->run.id.text());
    }
    return isFollowed ? followLog(context, again->run) : 0;
}

}  // namespace

void addRunAgainCommand(Commands &commands)
{
    Command &again = commands[QStringLiteral("run again")];
    again = {
        QStringLiteral("run again [--stop] [--follow] RUN"),
        Words::tr("Sends the files of its task that changed, and starts the next attempt of a run on its machine, from the beginning."),
        [&again](CommandContext &context) { return runAgain(context, again); }};
}

}  // namespace trainyard
