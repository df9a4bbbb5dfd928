// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/checkpointref.h"
#include "app/cli/checkpointtext.h"
#include "app/cli/verifycommand.h"
#include "core/base/shownpath.h"

#include <QCoreApplication>

namespace trainyard {

namespace {

QString typeAndShapeText(const TensorInfo &tensor) { return tensor.dtype + shapeText(tensor); }

const TensorInfo *tensorOf(const Inspection &inspection, int index) { return index < 0 ? nullptr : &inspection.tensors[size_t(index)]; }

QJsonValue tensorJson(const TensorInfo *tensor)
{
    if (!tensor)
        return {};
    QJsonArray shape;
    for (const qint64 size : tensor->shape)
        shape << size;
    return QJsonObject{{QStringLiteral("name"), tensor->name},
                       {QStringLiteral("dtype"), tensor->dtype},
                       {QStringLiteral("shape"), shape},
                       {QStringLiteral("bytes"), qint64(tensor->bytes)}};
}

QJsonValue statisticsJson(const std::optional<ChangeStatistics> &change)
{
    if (!change)
        return {};
    return QJsonObject{{QStringLiteral("numbers"), qint64(change->count)},
                       {QStringLiteral("changed"), qint64(change->changed)},
                       {QStringLiteral("not_finite"), qint64(change->notFinite)},
                       {QStringLiteral("largest"), change->largest},
                       {QStringLiteral("mean"), change->mean},
                       {QStringLiteral("norm"), change->norm},
                       {QStringLiteral("relative"), change->relative ? QJsonValue(*change->relative) : QJsonValue()}};
}

QJsonObject sideJson(const Checkpoint &checkpoint, const Inspection &seen)
{
    return {{QStringLiteral("name"), checkpoint.name},
            {QStringLiteral("step"), checkpoint.step ? QJsonValue(*checkpoint.step) : QJsonValue()},
            {QStringLiteral("format"), seen.format},
            {QStringLiteral("verdict"), verdictName(seen.verdict)},
            {QStringLiteral("tensors"), qint64(seen.tensors.size())}};
}

std::optional<ChangeStatistics> statisticsOf(const ComparedCheckpoints &compared, size_t index)
{
    return index < compared.statistics.size() ? compared.statistics[index] : std::nullopt;
}

QJsonObject toJson(const ComparedCheckpoints &compared)
{
    QJsonArray tensors, parameters;
    for (size_t i = 0; i < compared.diff.tensors.size(); ++i) {
        const TensorDifference &one = compared.diff.tensors[i];
        tensors << QJsonObject{{QStringLiteral("name"), one.name},
                               {QStringLiteral("change"), tensorDifferenceName(one.kind)},
                               {QStringLiteral("left"), tensorJson(tensorOf(compared.leftSeen, one.left))},
                               {QStringLiteral("right"), tensorJson(tensorOf(compared.rightSeen, one.right))},
                               {QStringLiteral("statistics"), statisticsJson(statisticsOf(compared, i))}};
    }
    for (const ParameterDifference &one : compared.diff.parameters) {
        parameters << QJsonObject{{QStringLiteral("name"), one.name},
                                  {QStringLiteral("left"), one.left ? QJsonValue(*one.left) : QJsonValue()},
                                  {QStringLiteral("right"), one.right ? QJsonValue(*one.right) : QJsonValue()},
                                  {QStringLiteral("same"), one.isSame()}};
    }
    const auto &prefix = compared.diff.prefix;
    return {{QStringLiteral("left"), sideJson(compared.left, compared.leftSeen)},
            {QStringLiteral("right"), sideJson(compared.right, compared.rightSeen)},
            {QStringLiteral("fits"), compared.diff.fits()},
            {QStringLiteral("prefix"), prefix ? QJsonValue(prefix->prefix) : QJsonValue()},
            {QStringLiteral("prefix_on"),
             prefix ? QJsonValue(prefix->isOnRight ? QStringLiteral("right") : QStringLiteral("left")) : QJsonValue()},
            {QStringLiteral("tensors"), tensors},
            {QStringLiteral("hyperparameters"), parameters},
            {QStringLiteral("unmeasured"), compared.unmeasured},
            {QStringLiteral("bytes_read"), compared.bytesRead}};
}

QString number(double value) { return QString::number(value, 'g', 4); }

void printDiff(Console &console, const ComparedCheckpoints &compared)
{
    const CheckpointDiff &diff = compared.diff;
    if (diff.prefix) {
        console.say((diff.prefix->isOnRight
                         ? QCoreApplication::translate(
                             "trainyard::CheckpointCommands",
                             "All names in the second checkpoint begin with “%1”; the prefix was ignored for the comparison.")
                         : QCoreApplication::translate(
                             "trainyard::CheckpointCommands",
                             "All names in the first checkpoint begin with “%1”; the prefix was ignored for the comparison."))
                        .arg(shownPath(diff.prefix->prefix)));
    }
    QList<QStringList> rows{{QStringLiteral("CHANGE"), QStringLiteral("TENSOR"), QStringLiteral("FIRST"), QStringLiteral("SECOND"),
                             QStringLiteral("LARGEST"), QStringLiteral("MEAN"), QStringLiteral("RELATIVE")}};
    const bool isMeasured = !compared.statistics.empty();
    if (!isMeasured)
        rows.first().resize(4);
    for (size_t i = 0; i < diff.tensors.size(); ++i) {
        const TensorDifference &one = diff.tensors[i];
        const auto change = statisticsOf(compared, i);
        if (one.kind == TensorDifferenceKind::Same || (one.kind == TensorDifferenceKind::Alike && !change)
            || (change && change->changed == 0 && change->notFinite == 0 && one.kind == TensorDifferenceKind::Alike))
            continue;
        const TensorInfo *left = tensorOf(compared.leftSeen, one.left), *right = tensorOf(compared.rightSeen, one.right);
        QStringList row{one.kind == TensorDifferenceKind::Alike ? tensorDifferenceName(TensorDifferenceKind::Changed)
                                                                : tensorDifferenceName(one.kind),
                        shownPath(one.name), left ? typeAndShapeText(*left) : QStringLiteral("-"),
                        right ? typeAndShapeText(*right) : QStringLiteral("-")};
        if (isMeasured) {
            row << (change ? number(change->largest) : QStringLiteral("-")) << (change ? number(change->mean) : QStringLiteral("-"))
                << (change && change->relative ? number(*change->relative) : QStringLiteral("-"));
        }
        rows << row;
    }
    if (rows.size() > 1)
        console.printTable(rows);
    QList<QStringList> parameters{{QStringLiteral("HYPERPARAMETER"), QStringLiteral("FIRST"), QStringLiteral("SECOND")}};
    for (const ParameterDifference &one : diff.parameters) {
        if (!one.isSame())
            parameters << QStringList{shownPath(one.name), shownPath(one.left.value_or(QStringLiteral("-"))),
                                      shownPath(one.right.value_or(QStringLiteral("-")))};
    }
    if (parameters.size() > 1)
        console.printTable(parameters);
    auto same = diff.count(TensorDifferenceKind::Same), changed = diff.count(TensorDifferenceKind::Changed),
         alike = diff.count(TensorDifferenceKind::Alike);
    for (size_t i = 0; i < diff.tensors.size(); ++i) {
        const auto change = statisticsOf(compared, i);
        if (!change || diff.tensors[i].kind != TensorDifferenceKind::Alike)
            continue;
        --alike;  // their numbers were read
        ++(change->changed == 0 && change->notFinite == 0 ? same : changed);
    }
    console.say(QCoreApplication::translate(
                    "trainyard::CheckpointCommands",
                    "%1 equal, %2 changed, %3 with the same shape (values not compared), %4 with another shape, %5 with another type, %6 "
                    "added, %7 removed.")
                    .arg(same)
                    .arg(changed)
                    .arg(alike)
                    .arg(diff.count(TensorDifferenceKind::Reshaped))
                    .arg(diff.count(TensorDifferenceKind::Retyped))
                    .arg(diff.count(TensorDifferenceKind::Added))
                    .arg(diff.count(TensorDifferenceKind::Removed)));
    if (!isMeasured && diff.count(TensorDifferenceKind::Alike) > 0)
        console.say(QCoreApplication::translate("trainyard::CheckpointCommands",
                                                "Add --numbers to read and compare the values of tensors with the same shape."));
}

bool isDifferent(const ComparedCheckpoints &compared)
{
    for (size_t i = 0; i < compared.diff.tensors.size(); ++i) {
        const auto change = statisticsOf(compared, i);
        const TensorDifferenceKind kind = compared.diff.tensors[i].kind;
        const bool isMovedApart = change && (change->changed > 0 || change->notFinite > 0);
        if (isMovedApart || (kind != TensorDifferenceKind::Same && kind != TensorDifferenceKind::Alike))
            return true;
    }
    return compared.diff.prefix.has_value();
}

// "WHERE" or "WHERE@CHECKPOINT"
std::pair<QString, QString> parted(const QString &word)
{
    const qsizetype at = word.lastIndexOf(u'@');
    return at > 0 ? std::pair(word.left(at), word.mid(at + 1)) : std::pair(word, QString());
}

int diff(CommandContext &context, const Command &self)
{
    const auto options = readOptions(
        context.arguments, {QStringLiteral("--only"), QStringLiteral("--store")}, {QStringLiteral("--numbers")},
        {2, 2, QCoreApplication::translate("trainyard::CheckpointCommands", "Name two checkpoints, each as WHERE or WHERE@CHECKPOINT.")});
    if (!options)
        return usageError(context, self, options.error().what);
    CheckpointRef sides[2];
    for (int i = 0; i < 2; ++i) {
        const auto [where, name] = parted(options->rest[i]);
        const auto folder = readCheckpointRef(context.services, where, options->value(QStringLiteral("--store")));
        if (!folder)
            return context.console.fail(folder.error());
        sides[i] = {folder->runId, folder->location, name};
    }
    CompareOptions request;
    request.readsNumbers = options->has(QStringLiteral("--numbers"));
    request.only = options->value(QStringLiteral("--only"));
    Console &console = context.console;
    const CompareProgress progress = [&console](qint64 done, qint64 total) {
        console.showStep(QStringLiteral("%1 / %2").arg(bytesText(done), bytesText(total)));
    };
    const auto compared = console.wait(context.services.checkpoints.compare(sides[0], sides[1], request, progress, console.stop()));
    console.showStep({});
    if (!compared)
        return console.fail(compared.error());
    if (console.isJson)
        console.print(toJson(*compared));
    else
        printDiff(console, *compared);
    return isDifferent(*compared) ? 1 : 0;
}

}  // namespace

void addDiffCommand(Commands &commands)
{
    Command &diffing = commands[QStringLiteral("checkpoint diff")];
    diffing = {
        QStringLiteral("checkpoint diff [--numbers] [--only TEXT] [--store NAME] WHERE[@CHECKPOINT] WHERE[@CHECKPOINT]"),
        QCoreApplication::translate("trainyard::CheckpointCommands",
                                    "Compares two checkpoints: tensors, hyperparameters, and with --numbers how much the values changed."),
        [&diffing](CommandContext &context) { return diff(context, diffing); }};
}

}  // namespace trainyard
