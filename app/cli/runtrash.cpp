// SPDX-License-Identifier: GPL-3.0-or-later
// `yard run delete` and `yard run trash`.
#include "app/cli/commands.h"
#include "app/cli/json.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonObject>

namespace trainyard {

namespace {

void print(Console &console, const QList<Run> &runs)
{
    if (console.isJson) {
        QJsonArray array;
        for (const Run &run : runs) {
            QJsonObject object = toJson(run);
            object[QStringLiteral("deleted")] = run.deleted.toString(Qt::ISODate);
            array << object;
        }
        console.print(array);
        return;
    }
    QList<QStringList> rows{
        {QStringLiteral("RUN"), QStringLiteral("NAME"), QStringLiteral("STATE"), QStringLiteral("DELETED"), QStringLiteral("MACHINE")}};
    for (const Run &run : runs)
        rows << QStringList{run.id.text(), run.name.simplified(), runStateName(run.state), run.deleted.toString(Qt::ISODate),
                            run.head().machineName};
    console.printTable(rows);
}

Result<QStringList> lineagesOf(const QList<Run> &runs, const QStringList &named)
{
    QStringList lineages;
    for (const QString &name : named) {
        TRY(const auto run, runCalled(runs, name));
        if (!lineages.contains(run.lineage))
            lineages << run.lineage;
    }
    return lineages;
}

int deleteRuns(CommandContext &context, const Command &self)
{
    const auto words = readWords(context.arguments, 1, 1000,
                                 QCoreApplication::translate("trainyard::RunCommands", "Name at least one run."));
    if (!words)
        return usageError(context, self, words.error().what);
    StateDatabase &store = context.services.database();
    const auto runs = store.runs.all();
    const auto lineages = runs ? lineagesOf(*runs, *words) : Result<QStringList>(runs.error());
    if (!lineages)
        return context.console.fail(lineages.error());
    if (const auto moved = context.services.runTrash.remove(*lineages); !moved)
        return context.console.fail(moved.error());
    auto deleted = store.runs.inTrash();
    if (!deleted)
        return context.console.fail(deleted.error());
    deleted->removeIf([&](const Run &run) { return !lineages->contains(run.lineage); });
    print(context.console, *deleted);
    context.console.say(QCoreApplication::translate(
        "trainyard::RunCommands",
        "Moved to the trash with all their attempts; nothing on machines was changed. `yard run trash --restore RUN` restores a run."));
    return 0;
}

int runTrash(CommandContext &context, const Command &self)
{
    const QString restore = QStringLiteral("--restore"), erase = QStringLiteral("--erase"), empty = QStringLiteral("--empty");
    const auto options = readOptions(context.arguments, {restore, erase}, {empty});
    if (!options)
        return usageError(context, self, options.error().what);
    if (!options->rest.isEmpty() || int(options->has(restore)) + int(options->has(erase)) + int(options->has(empty)) > 1)
        return usageError(context, self, QCoreApplication::translate("trainyard::RunCommands", "Name at most one action for the trash."));
    const auto named = readList(*options, options->has(restore) ? restore : erase);
    if (!named)
        return usageError(context, self, named.error().what);
    StateDatabase &store = context.services.database();
    const auto runs = store.runs.inTrash();
    if (!runs)
        return context.console.fail(runs.error());
    auto lineages = lineagesOf(*runs, *named);
    if (!lineages)
        return context.console.fail(lineages.error());
    if (options->has(empty)) {
        for (const Run &run : *runs)
            *lineages << run.lineage;
    }
    Result<void> done;
    if (options->has(restore))
        done = context.services.runTrash.restore(*lineages);
    else if (options->has(erase) || options->has(empty))
        done = context.console.wait(context.services.runTrash.erase(*lineages));
    const auto left = done ? store.runs.inTrash() : Result<QList<Run>>(done.error());
    if (!left)
        return context.console.fail(left.error());
    print(context.console, *left);
    return 0;
}

}  // namespace

void addRunTrashCommands(Commands &commands)
{
    Command &deleting = commands[QStringLiteral("run delete")];
    deleting = {
        QStringLiteral("run delete RUN…"),
        QCoreApplication::translate("trainyard::RunCommands",
                                    "Moves ended runs to the trash, with all their attempts. Machines and checkpoints are not changed."),
        [&deleting](CommandContext &context) { return deleteRuns(context, deleting); }};
    Command &binning = commands[QStringLiteral("run trash")];
    binning = {
        QStringLiteral("run trash [--restore RUN,…|--erase RUN,…|--empty]"),
        QCoreApplication::translate("trainyard::RunCommands",
                                    "Lists the runs in the trash, restores them or deletes them permanently. Their cost stays counted."),
        [&binning](CommandContext &context) { return runTrash(context, binning); }};
}

}  // namespace trainyard
