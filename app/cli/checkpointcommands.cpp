#include "app/cli/commands.h"
#include "app/cli/json.h"
#include "app/cli/prunecommand.h"
#include "app/cli/resumecommand.h"
#include "app/cli/verifycommand.h"
#include "core/base/shownpath.h"
#include "core/keep/rating.h"

#include <QCoreApplication>
#include <QLocale>
#include <QSet>

#include <cmath>

namespace trainyard {

namespace {

QString translated(const char *text) { return QCoreApplication::translate("trainyard::CheckpointCommands", text); }

QString keyOf(const FoundCheckpoint &found) { return found.run.id + u'\n' + found.checkpoint.name; }

QString ratingText(const Checkpoint &checkpoint, const QString &metric)
{
    const auto rating = ratingOf(checkpoint, metric);
    return rating ? QString::number(*rating, 'f', 4) : QStringLiteral("-");
}

// Of each run the complete one that is best by this value; the later of equal ones.
QSet<QString> bestOf(const QList<FoundCheckpoint> &all, const QString &metric, bool isHigherBetter)
{
    QMap<QString, std::pair<double, QString>> best;
    for (const FoundCheckpoint &found : all) {
        const auto rating = ratingOf(found.checkpoint, metric);
        if (found.checkpoint.verdict != Verdict::Complete || !rating || !std::isfinite(*rating))
            continue;
        const auto before = best.constFind(found.run.id);
        if (before == best.cend() || (isHigherBetter ? *rating > before->first : *rating < before->first))
            best[found.run.id] = {*rating, keyOf(found)};
    }
    QSet<QString> keys;
    for (const auto &one : std::as_const(best))
        keys.insert(one.second);
    return keys;
}

QString verdictText(const FoundCheckpoint &found, bool isBest)
{
    QStringList marks;
    if (isBest)
        marks << QStringLiteral("best");
    if (found.isLatestGood)
        marks << QStringLiteral("latest good");
    if (found.checkpoint.isPinned)
        marks << QStringLiteral("pinned");
    const QString verdict = verdictName(found.checkpoint.verdict);
    return marks.isEmpty() ? verdict : verdict + QStringLiteral(" (%1)").arg(marks.join(QStringLiteral(", ")));
}

int list(CommandContext &context, const Command &self)
{
    const auto options = readOptions(context.arguments, {QStringLiteral("--best-by"), QStringLiteral("--by")}, {});
    if (!options)
        return usageError(context, self, options.error().what);
    const QString metric = options->value(QStringLiteral("--best-by")), by = options->value(QStringLiteral("--by"));
    if (metric.isEmpty() != by.isEmpty() || !(by.isEmpty() || by == QLatin1String("lowest") || by == QLatin1String("highest")))
        return usageError(context, self, translated(QT_TRANSLATE_NOOP("trainyard::CheckpointCommands", "Say what is better: --by lowest or --by highest.")));
    if (options->rest.size() > 1)
        return usageError(context, self, translated(QT_TRANSLATE_NOOP("trainyard::CheckpointCommands",
                                                   "Name at most one run.")));
    QString lineage;
    if (!options->rest.isEmpty()) {
        const auto run = findRun(context.workbench.store(), options->rest.first());
        if (!run)
            return context.console.fail(run.error());
        lineage = run->lineage;
    }
    const auto scan = context.console.wait(context.workbench.findCheckpoints(lineage, context.console.stop()));
    if (!scan)
        return context.console.fail(scan.error());
    const QSet<QString> best = metric.isEmpty() ? QSet<QString>() : bestOf(scan->found, metric, by == QLatin1String("highest"));
    int status = 0;
    for (const auto &problem : scan->problems) {
        context.console.say(QStringLiteral("yard: %1: %2").arg(problem.run.name.simplified(), problem.error.what));
        status = exitStatus(problem.error.code);
    }
    if (context.console.isJson) {
        QJsonArray array;
        for (const FoundCheckpoint &found : scan->found) {
            QJsonObject one = toJson(found);
            if (!metric.isEmpty())
                one.insert(QStringLiteral("best"), best.contains(keyOf(found)));
            array << one;
        }
        context.console.print(array);
        return status;
    }
    QList<QStringList> rows{{QStringLiteral("RUN"), QStringLiteral("STEP"), QStringLiteral("VERDICT"),
                             metric.isEmpty() ? QStringLiteral("LOSS") : shownPath(metric), QStringLiteral("SIZE"), QStringLiteral("NAME")}};
    for (const FoundCheckpoint &found : scan->found) {
        const Checkpoint &checkpoint = found.checkpoint;
        rows << QStringList{found.run.lineage, checkpoint.step ? QString::number(*checkpoint.step) : QStringLiteral("-"),
                            verdictText(found, best.contains(keyOf(found))),
                            ratingText(checkpoint, metric),
                            QLocale::c().formattedDataSize(checkpoint.sizeBytes), checkpoint.name};
    }
    context.console.printTable(rows);
    QSet<QString> told;
    for (const FoundCheckpoint &found : scan->found) {
        if (found.room && !told.contains(found.run.id))
            context.console.say(QStringLiteral("%1: %2").arg(found.run.lineage, roomText(*found.room)));
        told.insert(found.run.id);
    }
    return status;
}

}  // namespace

void addCheckpointCommands(Commands &commands)
{
    Command &listing = commands[QStringLiteral("checkpoint list")];
    listing = {QStringLiteral("checkpoint list [--best-by NAME --by lowest|highest] [RUN]"),
               translated(QT_TRANSLATE_NOOP("trainyard::CheckpointCommands",
                   "Lists checkpoints on their machines, with a verdict on each.")),
               [&listing](CommandContext &context) { return list(context, listing); }};
    addInspectCommand(commands);
    addVerifyCommand(commands);
    addDiffCommand(commands);
    addPruneCommands(commands);
    addResumeCommand(commands);
}

}  // namespace trainyard
