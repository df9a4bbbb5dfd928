// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/checkpointref.h"
#include "app/cli/checkpointtext.h"
#include "app/cli/commands.h"
#include "app/cli/json.h"
#include "app/cli/prunecommand.h"
#include "app/cli/resumecommand.h"
#include "app/cli/verifycommand.h"
#include "core/base/shownpath.h"
#include "core/checkpoint/retention/rating.h"

#include <QCoreApplication>
#include <QSet>

#include <cmath>

namespace trainyard {

namespace {

// The value to rate by, from the command line; an empty metric means the loss, and no mark for the best.
struct RatedBy {
    QString metric;
    bool isHigherBetter = false;
};

QString keyOf(const FoundCheckpoint &found) { return found.source.runId().text() + u'\n' + found.checkpoint.name; }

QString ratingText(const Checkpoint &checkpoint, const QString &metric)
{
    const auto rating = ratingOf(checkpoint, metric);
    return rating ? QString::number(*rating, 'f', 4) : QStringLiteral("-");
}

// The best complete checkpoint of each run by this value; the later of equal ones.
QSet<QString> bestOf(const QList<FoundCheckpoint> &all, const RatedBy &rated)
{
    QMap<RunId, std::pair<double, QString>> best;
    for (const FoundCheckpoint &found : all) {
        const auto rating = ratingOf(found.checkpoint, rated.metric);
        if (rated.metric.isEmpty() || found.checkpoint.verdict != Verdict::Complete || !rating || !std::isfinite(*rating))
            continue;
        const auto before = best.constFind(found.source.runId());
        if (before == best.cend() || (rated.isHigherBetter ? *rating > before->first : *rating < before->first))
            best[found.source.runId()] = {*rating, keyOf(found)};
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

void print(Console &console, const QList<FoundCheckpoint> &all, const RatedBy &rated, bool areOfRuns)
{
    const QSet<QString> best = bestOf(all, rated);
    if (console.isJson) {
        QJsonArray array;
        for (const FoundCheckpoint &found : all) {
            QJsonObject one = toJson(found);
            for (const char *key : {"run", "lineage", "machine"}) {
                if (!areOfRuns)
                    one.insert(QLatin1String(key), QJsonValue());
            }
            if (!rated.metric.isEmpty())
                one.insert(QStringLiteral("best"), best.contains(keyOf(found)));
            array << one;
        }
        console.print(array);
        return;
    }
    QStringList heads{QStringLiteral("STEP"), QStringLiteral("VERDICT"),
                      rated.metric.isEmpty() ? QStringLiteral("LOSS") : shownPath(rated.metric), QStringLiteral("SIZE"),
                      QStringLiteral("NAME")};
    if (areOfRuns)
        heads.prepend(QStringLiteral("RUN"));
    QList<QStringList> rows{heads};
    for (const FoundCheckpoint &found : all) {
        const Checkpoint &checkpoint = found.checkpoint;
        QStringList row{checkpoint.step ? QString::number(*checkpoint.step) : QStringLiteral("-"),
                        verdictText(found, best.contains(keyOf(found))), ratingText(checkpoint, rated.metric),
                        bytesText(checkpoint.sizeBytes), shownPath(checkpoint.name)};
        if (areOfRuns)
            row.prepend(found.source.key);
        rows << row;
    }
    console.printTable(rows);
}

int listAt(CommandContext &context, const CheckpointRef &where, const RatedBy &rated)
{
    const auto listed = context.console.wait(context.services.checkpoints.list(where, context.console.stop(), rated.metric));
    if (!listed)
        return context.console.fail(listed.error());
    for (const QString &folder : listed->unreadable)
        context.console.say(
            QCoreApplication::translate("trainyard::CheckpointCommands", "No permission to read the folder “%1”.").arg(shownPath(folder)));
    const QString above = listed->path.endsWith(u'/') ? listed->path : listed->path + u'/';
    QList<FoundCheckpoint> all;
    for (const Checkpoint &checkpoint : listed->checkpoints) {
        all << FoundCheckpoint{.source = {},
                               .checkpoint = checkpoint,
                               .path = checkpoint.name == QLatin1String(".") ? listed->path : above + checkpoint.name,
                               .isLatestGood = listed->latestGood == checkpoint.name};
    }
    print(context.console, all, rated, false);
    return 0;
}

int listCheckpoints(CommandContext &context, const Command &self)
{
    const QString storeName = QStringLiteral("--store"), bestBy = QStringLiteral("--best-by"), by = QStringLiteral("--by");
    const auto options = readOptions(context.arguments, {storeName, bestBy, by}, {},
                                     {0, 1, QCoreApplication::translate("trainyard::CheckpointCommands", "Name at most one location.")});
    if (!options)
        return usageError(context, self, options.error().what);
    const QString better = options->value(by);
    const RatedBy rated{options->value(bestBy), better == QLatin1String("highest")};
    if (rated.metric.isEmpty() != better.isEmpty() || !(better.isEmpty() || rated.isHigherBetter || better == QLatin1String("lowest")))
        return usageError(context, self,
                          QCoreApplication::translate("trainyard::CheckpointCommands",
                                                      "Add --by lowest or --by highest to say which values are better."));
    QString lineage;
    if (!options->rest.isEmpty()) {
        const auto where = readCheckpointRef(context.services, options->rest.first(), options->value(storeName));
        if (!where)
            return context.console.fail(where.error());
        if (!where->runId.isSet())
            return listAt(context, *where, rated);
        const auto run = context.services.database().runs.find(where->runId);
        if (!run)
            return context.console.fail(run.error());
        lineage = run->lineage;
    }
    const auto scan = context.console.wait(context.services.checkpoints.find(lineage, context.console.stop(), rated.metric));
    if (!scan)
        return context.console.fail(scan.error());
    int status = 0;
    for (const auto &problem : scan->problems) {
        context.console.say(QStringLiteral("yard: %1: %2").arg(problem.run.name.simplified(), problem.error.what));
        status = exitStatus(problem.error.code);
    }
    print(context.console, scan->found, rated, true);
    QSet<RunId> told;
    for (const FoundCheckpoint &found : scan->found) {
        if (!context.console.isJson && found.room && !told.contains(found.source.runId()))
            context.console.say(QStringLiteral("%1: %2").arg(found.source.key, diskSpaceText(*found.room)));
        told.insert(found.source.runId());
    }
    return status;
}

}  // namespace

void addCheckpointCommands(Commands &commands)
{
    Command &listing = commands[QStringLiteral("checkpoint list")];
    listing = {QStringLiteral("checkpoint list [--best-by NAME --by lowest|highest] [--store NAME] [WHERE]"),
               QCoreApplication::translate("trainyard::CheckpointCommands",
                                           "Lists the checkpoints of all runs or of one location, with a verdict for each."),
               [&listing](CommandContext &context) { return listCheckpoints(context, listing); }};
    addInspectCommand(commands);
    addVerifyCommand(commands);
    addDiffCommand(commands);
    addPruneCommands(commands);
    addResumeCommands(commands);
}

}  // namespace trainyard
