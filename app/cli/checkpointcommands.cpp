#include "app/cli/checkpointaddress.h"
#include "app/cli/commands.h"
#include "app/cli/json.h"
#include "app/cli/prunecommand.h"
#include "app/cli/resumecommand.h"
#include "app/cli/verifycommand.h"
#include "core/base/shownpath.h"

#include <QCoreApplication>
#include <QLocale>

namespace trainyard {

namespace {

QString translated(const char *text) { return QCoreApplication::translate("trainyard::CheckpointCommands", text); }

QString verdictText(const Checkpoint &checkpoint, bool isLatestGood)
{
    QStringList marks;
    if (isLatestGood)
        marks << QStringLiteral("latest good");
    if (checkpoint.isPinned)
        marks << QStringLiteral("pinned");
    const QString verdict = verdictName(checkpoint.verdict);
    return marks.isEmpty() ? verdict : verdict + QStringLiteral(" (%1)").arg(marks.join(QStringLiteral(", ")));
}

QStringList cells(const Checkpoint &checkpoint, bool isLatestGood)
{
    return {checkpoint.step ? QString::number(*checkpoint.step) : QStringLiteral("-"),
            verdictText(checkpoint, isLatestGood),
            checkpoint.loss ? QString::number(*checkpoint.loss, 'f', 4) : QStringLiteral("-"),
            QLocale::c().formattedDataSize(checkpoint.sizeBytes), shownPath(checkpoint.name)};
}

QStringList heads()
{
    return {QStringLiteral("STEP"), QStringLiteral("VERDICT"), QStringLiteral("LOSS"), QStringLiteral("SIZE"), QStringLiteral("NAME")};
}

int listAt(CommandContext &context, const CheckpointAddress &address)
{
    const auto listed = context.console.wait(context.workbench.listCheckpoints(address, context.console.stop()));
    if (!listed)
        return context.console.fail(listed.error());
    for (const QString &folder : listed->unreadable)
        context.console.say(translated(QT_TRANSLATE_NOOP("trainyard::CheckpointCommands", "The folder “%1” may not be read.")).arg(shownPath(folder)));
    if (context.console.isJson) {
        QJsonArray array;
        for (const Checkpoint &checkpoint : listed->checkpoints) {
            QJsonObject object = toJson(checkpoint, listed->latestGood == checkpoint.name);
            const QString below = checkpoint.name == QLatin1String(".") ? QString() : checkpoint.name;
            object.insert(QStringLiteral("path"), below.isEmpty() ? listed->path : listed->path.endsWith(u'/') ? listed->path + below : listed->path + u'/' + below);
            for (const char *key : {"run", "lineage", "machine"})
                object.insert(QLatin1String(key), QJsonValue());
            array << object;
        }
        context.console.print(array);
        return 0;
    }
    QList<QStringList> rows{heads()};
    for (const Checkpoint &checkpoint : listed->checkpoints)
        rows << cells(checkpoint, listed->latestGood == checkpoint.name);
    context.console.printTable(rows);
    return 0;
}

int list(CommandContext &context, const Command &self)
{
    const QString storeName = QStringLiteral("--store");
    const auto options = readOptions(context.arguments, {storeName}, {});
    if (!options || options->rest.size() > 1)
        return usageError(context, self, options ? translated(QT_TRANSLATE_NOOP("trainyard::CheckpointCommands", "Name at most one place.")) : options.error().what);
    QString lineage;
    if (!options->rest.isEmpty()) {
        const auto address = readCheckpointAddress(context.workbench, options->rest.first(), options->value(storeName));
        if (!address)
            return context.console.fail(address.error());
        if (address->runId.isEmpty())
            return listAt(context, *address);
        const auto run = context.workbench.store().run(address->runId);
        if (!run)
            return context.console.fail(run.error());
        lineage = run->lineage;
    }
    const auto scan = context.console.wait(context.workbench.findCheckpoints(lineage, context.console.stop()));
    if (!scan)
        return context.console.fail(scan.error());
    int status = 0;
    for (const auto &problem : scan->problems) {
        context.console.say(QStringLiteral("yard: %1: %2").arg(problem.run.name.simplified(), problem.error.what));
        status = exitStatus(problem.error.code);
    }
    if (context.console.isJson) {
        QJsonArray array;
        for (const FoundCheckpoint &found : scan->found)
            array << toJson(found);
        context.console.print(array);
        return status;
    }
    QList<QStringList> rows{QStringList{QStringLiteral("RUN")} + heads()};
    for (const FoundCheckpoint &found : scan->found)
        rows << QStringList{found.run.lineage} + cells(found.checkpoint, found.isLatestGood);
    context.console.printTable(rows);
    return status;
}

}  // namespace

void addCheckpointCommands(Commands &commands)
{
    Command &listing = commands[QStringLiteral("checkpoint list")];
    listing = {QStringLiteral("checkpoint list [--store NAME] [WHERE]"),
               translated(QT_TRANSLATE_NOOP("trainyard::CheckpointCommands",
                   "Lists the checkpoints of all runs, or of one place, with a verdict on each.")),
               [&listing](CommandContext &context) { return list(context, listing); }};
    addInspectCommand(commands);
    addVerifyCommand(commands);
    addDiffCommand(commands);
    addPruneCommands(commands);
    addResumeCommands(commands);
}

}  // namespace trainyard
