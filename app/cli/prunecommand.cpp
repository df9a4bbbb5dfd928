// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/prunecommand.h"

#include "app/cli/checkpointref.h"
#include "app/cli/checkpointtext.h"
#include "app/cli/json.h"
#include "app/cli/optionreader.h"
#include "core/base/format.h"
#include "core/base/shownpath.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace trainyard {

namespace {

QString reasonsText(const PruneItem &item)
{
    if (item.problem)
        return item.problem->what;
    QStringList words;
    for (const KeepReason reason : item.reasons)
        words << keepReasonText(reason);
    if (words.isEmpty())
        return QCoreApplication::translate("trainyard::CheckpointCommands", "not kept by any rule");
    return words.join(QStringLiteral(", "));
}

QJsonObject toJson(const PruneItem &item)
{
    QJsonArray reasons, paths;
    for (const KeepReason reason : item.reasons)
        reasons << keepReasonName(reason);
    for (const QString &path : item.removal.paths)
        paths << path;
    return {{QStringLiteral("name"), item.checkpoint.name},
            {QStringLiteral("step"), item.checkpoint.step ? QJsonValue(*item.checkpoint.step) : QJsonValue()},
            {QStringLiteral("verdict"), verdictName(item.checkpoint.verdict)},
            {QStringLiteral("rating"), item.rating && std::isfinite(*item.rating) ? QJsonValue(*item.rating) : QJsonValue()},
            {QStringLiteral("size_bytes"), item.checkpoint.sizeBytes},
            {QStringLiteral("kept"), item.isKept()},
            {QStringLiteral("reasons"), reasons},
            {QStringLiteral("paths"), paths},
            {QStringLiteral("trash_id"), item.trashId.isEmpty() ? QJsonValue() : QJsonValue(item.trashId)},
            {QStringLiteral("problem"), item.problem ? QJsonValue(errorCodeName(item.problem->code)) : QJsonValue()}};
}

QJsonObject toJson(const PrunePlan &plan, bool isCarriedOut)
{
    QJsonArray items, stuck;
    for (const PruneItem &item : plan.items)
        items << toJson(item);
    for (const QString &id : plan.recovered.stuck)
        stuck << id;
    return {{QStringLiteral("carried_out"), isCarriedOut},
            {QStringLiteral("checkpoints"), items},
            {QStringLiteral("removed"), plan.count},
            {QStringLiteral("removed_bytes"), plan.bytes},
            {QStringLiteral("free_bytes"), plan.freeBytes ? QJsonValue(*plan.freeBytes) : QJsonValue()},
            {QStringLiteral("room"), toJson(plan.room)},
            {QStringLiteral("trash_bytes"), plan.trashBytes},
            {QStringLiteral("trash_emptied"), plan.emptied},
            {QStringLiteral("put_back"), plan.recovered.putBack},
            {QStringLiteral("stuck"), stuck}};
}

void printPlan(Console &console, const PrunePlan &plan, const PruneOptions &request, bool isCarriedOut, bool hasTrash)
{
    QList<QStringList> rows{{QStringLiteral("STEP"), QStringLiteral("VERDICT"), QStringLiteral("SIZE"), QStringLiteral("RATING"),
                             QStringLiteral("WHAT"), QStringLiteral("NAME"), QStringLiteral("WHY")}};
    for (const PruneItem &item : plan.items) {
        rows << QStringList{item.checkpoint.step ? QString::number(*item.checkpoint.step) : QStringLiteral("-"),
                            verdictName(item.checkpoint.verdict),
                            bytesText(item.checkpoint.sizeBytes),
                            item.rating ? QString::number(*item.rating, 'g', 6) : QStringLiteral("-"),
                            item.isKept() ? QStringLiteral("keep") : QStringLiteral("remove"),
                            shownPath(item.checkpoint.name),
                            reasonsText(item)};
    }
    console.printTable(rows);
    if (plan.room)
        console.say(diskSpaceText(*plan.room));
    if (plan.recovered.putBack > 0)
        console.say(QCoreApplication::translate("trainyard::CheckpointCommands", "Files from an interrupted removal were restored."));
    for (const QString &id : plan.recovered.stuck) {
        console.say(QCoreApplication::translate(
                        "trainyard::CheckpointCommands",
                        "The removal of %1 was interrupted, and its original place is taken. Check .trainyard-trash by hand.")
                        .arg(id));
    }
    if (plan.count == 0)
        console.say(QCoreApplication::translate("trainyard::CheckpointCommands", "Nothing to remove."));
    else if (!isCarriedOut && !hasTrash)
        console.say(QCoreApplication::translate(
                        "trainyard::CheckpointCommands",
                        "%1 checkpoints with %2 would be deleted permanently, because an object store has no trash. Add --yes --for-good "
                        "to delete them.")
                        .arg(plan.count)
                        .arg(bytesText(plan.bytes)));
    else if (!isCarriedOut)
        console.say(QCoreApplication::translate("trainyard::CheckpointCommands",
                                                "%1 checkpoints with %2 would be removed. Add --yes to remove them.")
                        .arg(plan.count)
                        .arg(bytesText(plan.bytes)));
    else if (request.isForGood)
        console.say(QCoreApplication::translate("trainyard::CheckpointCommands", "%1 checkpoints with %2 were deleted permanently.")
                        .arg(plan.count)
                        .arg(bytesText(plan.bytes)));
    else
        console.say(
            QCoreApplication::translate(
                "trainyard::CheckpointCommands",
                "%1 checkpoints with %2 were moved to the trash. `yard checkpoint trash` lists it; space is freed when you empty it.")
                .arg(plan.count)
                .arg(bytesText(plan.bytes)));
}

std::optional<BestDirection> directionFromName(const QString &name)
{
    if (name == QLatin1String("lowest"))
        return BestDirection::Lowest;
    if (name == QLatin1String("highest"))
        return BestDirection::Highest;
    return std::nullopt;
}

int prune(CommandContext &context, const Command &self)
{
    const auto options = readOptions(
        context.arguments,
        {QStringLiteral("--last"), QStringLiteral("--best"), QStringLiteral("--best-by"), QStringLiteral("--by"), QStringLiteral("--every"),
         QStringLiteral("--pin"), QStringLiteral("--store"), QStringLiteral("--trash-days")},
        {QStringLiteral("--damaged"), QStringLiteral("--for-good"), QStringLiteral("--yes")},
        {1, 1, QCoreApplication::translate("trainyard::CheckpointCommands", "Name one run, MACHINE:/path, s3://bucket/key or folder.")});
    if (!options)
        return usageError(context, self, options.error().what);
    OptionReader reader(*options);
    PruneOptions request;
    request.policy.last = int(reader.number("--last", 0, 1, 1'000'000).value_or(0));
    request.policy.best = int(reader.number("--best", 0, 1, 1'000'000).value_or(0));
    request.policy.every = reader.number("--every", 0, 1, 1'000'000'000'000).value_or(0);
    request.policy.metric = options->value(QStringLiteral("--best-by"));
    if (!request.policy.metric.isEmpty() && !options->has(QStringLiteral("--by")))
        return usageError(context, self,
                          QCoreApplication::translate("trainyard::CheckpointCommands",
                                                      "Add --by lowest or --by highest to say which values are better."));
    request.policy.direction =
        reader.named("--by", directionFromName, {QStringLiteral("lowest"), QStringLiteral("highest")}).value_or(BestDirection::Lowest);
    request.policy.removesDamaged = options->has(QStringLiteral("--damaged"));
    request.isForGood = options->has(QStringLiteral("--for-good"));
    if (const auto days = reader.number("--trash-days", 0, 0, 100'000))
        request.trashAge = std::chrono::hours(*days * 24);
    const auto pinned = readList(*options, QStringLiteral("--pin"));
    if (reader.problem())
        return usageError(context, self, reader.problem()->what);
    if (!pinned)
        return usageError(context, self, pinned.error().what);
    request.pinned = *pinned;
    if (!request.policy.hasRule() && !request.policy.removesDamaged)
        return usageError(context, self,
                          QCoreApplication::translate(
                              "trainyard::CheckpointCommands",
                              "Name what to keep with --last, --best or --every, or add --damaged to remove incomplete checkpoints."));
    const auto folder = readCheckpointRef(context.services, options->rest.first(), options->value(QStringLiteral("--store")));
    if (!folder)
        return context.console.fail(folder.error());

    const bool isCarriedOut = options->has(QStringLiteral("--yes"));
    const auto plan = context.console.wait(context.services.checkpoints.prune(*folder, request, isCarriedOut, context.console.stop()));
    if (!plan)
        return context.console.fail(plan.error());
    if (context.console.isJson)
        context.console.print(toJson(*plan, isCarriedOut));
    else
        printPlan(context.console, *plan, request, isCarriedOut, !folder->location.isInBucket());
    const bool hasProblem = std::any_of(plan->items.begin(), plan->items.end(),
                                        [](const PruneItem &item) { return item.problem.has_value(); });
    return hasProblem || !plan->recovered.stuck.isEmpty() ? 1 : 0;
}

int pin(CommandContext &context, const Command &self, bool isPinned)
{
    const QString named = QStringLiteral("--store");
    const auto options = readOptions(
        context.arguments, {named}, {},
        {1, kAnyNumber,
         QCoreApplication::translate("trainyard::CheckpointCommands", "Name one run, MACHINE:/path, s3://bucket/key or folder.")});
    if (!options)
        return usageError(context, self, options.error().what);
    const auto folder = readCheckpointRef(context.services, options->rest.first(), options->value(named));
    if (!folder)
        return context.console.fail(folder.error());
    const auto changed = context.console.wait(
        context.services.checkpoints.pin(*folder, options->rest.mid(1), isPinned, context.console.stop()));
    if (!changed)
        return context.console.fail(changed.error());
    if (context.console.isJson) {
        QJsonArray array;
        for (const Checkpoint &checkpoint : *changed) {
            array << QJsonObject{{QStringLiteral("name"), checkpoint.name},
                                 {QStringLiteral("step"), checkpoint.step ? QJsonValue(*checkpoint.step) : QJsonValue()},
                                 {QStringLiteral("pinned"), checkpoint.isPinned}};
        }
        context.console.print(array);
        return 0;
    }
    for (const Checkpoint &checkpoint : *changed) {
        context.console.say((isPinned ? QCoreApplication::translate("trainyard::CheckpointCommands", "%1 is pinned. No rule removes it.")
                                      : QCoreApplication::translate("trainyard::CheckpointCommands", "%1 is no longer pinned."))
                                .arg(shownPath(checkpoint.name)));
    }
    return 0;
}

int checkpointTrash(CommandContext &context, const Command &self)
{
    const QString restore = QStringLiteral("--restore"), erase = QStringLiteral("--erase"), empty = QStringLiteral("--empty");
    const auto options = readOptions(context.arguments, {restore, erase}, {empty});
    if (!options)
        return usageError(context, self, options.error().what);
    const int actionCount = int(options->has(restore)) + int(options->has(erase)) + int(options->has(empty));
    if (options->rest.size() != 1 || actionCount > 1)
        return usageError(
            context, self,
            QCoreApplication::translate("trainyard::CheckpointCommands", "Name one run, MACHINE:/path or folder, and one action."));
    const auto ids = readList(*options, options->has(restore) ? restore : erase);
    if (!ids)
        return usageError(context, self, ids.error().what);
    const auto folder = readCheckpointRef(context.services, options->rest.first());
    if (!folder)
        return context.console.fail(folder.error());
    if (folder->location.isInBucket()) {
        return context.console.fail(
            {ErrorCode::Unsupported,
             QCoreApplication::translate(
                 "trainyard::CheckpointCommands",
                 "An object store has no trash: removed checkpoints cannot be restored unless the bucket keeps versions."),
             {}});
    }
    const TrashAction action = options->has(restore) ? TrashAction::Restore : actionCount > 0 ? TrashAction::Erase : TrashAction::List;
    const auto entries = context.console.wait(context.services.checkpoints.trash(*folder, action, *ids, context.console.stop()));
    if (!entries)
        return context.console.fail(entries.error());
    if (context.console.isJson) {
        QJsonArray array;
        for (const TrashEntry &entry : *entries) {
            array << QJsonObject{{QStringLiteral("id"), entry.id},
                                 {QStringLiteral("taken"), entry.taken.toString(Qt::ISODate)},
                                 {QStringLiteral("size_bytes"), entry.bytes},
                                 {QStringLiteral("names"), QJsonArray::fromStringList(entry.names)}};
        }
        context.console.print(array);
        return 0;
    }
    QList<QStringList> rows{{QStringLiteral("ID"), QStringLiteral("SIZE"), QStringLiteral("NAMES")}};
    for (const TrashEntry &entry : *entries)
        rows << QStringList{entry.id, bytesText(entry.bytes), shownPath(entry.names.join(QStringLiteral(", ")))};
    context.console.printTable(rows);
    return 0;
}

}  // namespace

void addPruneCommands(Commands &commands)
{
    Command &pruning = commands[QStringLiteral("checkpoint prune")];
    pruning = {QStringLiteral(
                   "checkpoint prune [--last N] [--best N] [--best-by NAME] [--by lowest|highest] [--every STEPS] [--pin LIST] [--damaged] "
                   "[--for-good] [--store NAME] [--trash-days N] [--yes] WHERE"),
               QCoreApplication::translate(
                   "trainyard::CheckpointCommands",
                   "With --yes, moves checkpoints that no rule keeps to the trash. The newest complete one is always kept."),
               [&pruning](CommandContext &context) { return prune(context, pruning); }};
    Command &pinning = commands[QStringLiteral("checkpoint pin")];
    pinning = {QStringLiteral("checkpoint pin [--store NAME] WHERE [CHECKPOINT…]"),
               QCoreApplication::translate("trainyard::CheckpointCommands",
                                           "Pins checkpoints (by default the latest usable one) so that no rule removes them."),
               [&pinning](CommandContext &context) { return pin(context, pinning, true); }};
    Command &unpinning = commands[QStringLiteral("checkpoint unpin")];
    unpinning = {QStringLiteral("checkpoint unpin [--store NAME] WHERE [CHECKPOINT…]"),
                 QCoreApplication::translate("trainyard::CheckpointCommands", "Unpins checkpoints."),
                 [&unpinning](CommandContext &context) { return pin(context, unpinning, false); }};
    Command &binning = commands[QStringLiteral("checkpoint trash")];
    binning = {QStringLiteral("checkpoint trash [--restore ID,…|--erase ID,…|--empty] WHERE"),
               QCoreApplication::translate("trainyard::CheckpointCommands",
                                           "Lists removed checkpoints, restores them or deletes them permanently."),
               [&binning](CommandContext &context) { return checkpointTrash(context, binning); }};
}

}  // namespace trainyard
