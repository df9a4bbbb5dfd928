#include "app/cli/commands.h"
#include "app/cli/json.h"
#include "app/cli/prunecommand.h"
#include "app/cli/resumecommand.h"
#include "app/cli/verifycommand.h"

#include <QCoreApplication>
#include <QLocale>

namespace trainyard {

namespace {

QString translated(const char *text) { return QCoreApplication::translate("trainyard::CheckpointCommands", text); }

int list(CommandContext &context, const Command &self)
{
    if (context.arguments.size() > 1)
        return usageError(context, self, translated(QT_TRANSLATE_NOOP("trainyard::CheckpointCommands",
                                                   "Name at most one run.")));
    QString lineage;
    if (!context.arguments.isEmpty()) {
        const auto run = findRun(context.workbench.store(), context.arguments.first());
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
    QList<QStringList> rows{{QStringLiteral("RUN"), QStringLiteral("STEP"), QStringLiteral("VERDICT"),
                             QStringLiteral("LOSS"), QStringLiteral("SIZE"), QStringLiteral("NAME")}};
    for (const FoundCheckpoint &found : scan->found) {
        const Checkpoint &checkpoint = found.checkpoint;
        rows << QStringList{found.run.lineage, checkpoint.step ? QString::number(*checkpoint.step) : QStringLiteral("-"),
                            verdictName(checkpoint.verdict) + (found.isLatestGood ? QStringLiteral(" (latest good)") : QString()),
                            checkpoint.loss ? QString::number(*checkpoint.loss, 'f', 4) : QStringLiteral("-"),
                            QLocale::c().formattedDataSize(checkpoint.sizeBytes), checkpoint.name};
    }
    context.console.printTable(rows);
    return status;
}

}  // namespace

void addCheckpointCommands(Commands &commands)
{
    Command &listing = commands[QStringLiteral("checkpoint list")];
    listing = {QStringLiteral("checkpoint list [RUN]"),
               translated(QT_TRANSLATE_NOOP("trainyard::CheckpointCommands",
                   "Lists checkpoints on their machines, with a verdict on each.")),
               [&listing](CommandContext &context) { return list(context, listing); }};
    addInspectCommand(commands);
    addVerifyCommand(commands);
    addDiffCommand(commands);
    addPruneCommands(commands);
    addResumeCommands(commands);
}

}  // namespace trainyard
