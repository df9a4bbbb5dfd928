// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/checkpointref.h"
#include "app/cli/checkpointtext.h"
#include "app/cli/jsonvalues.h"
#include "app/cli/verifycommand.h"
#include "core/base/format.h"
#include "core/base/shownpath.h"

#include <QCoreApplication>

#include <algorithm>

namespace trainyard {

namespace {

qint64 sizeOf(const Inspection &seen)
{
    qint64 bytes = 0;
    for (const CheckpointFile &file : seen.files)
        bytes += file.sizeBytes;
    return bytes;
}

QJsonObject toJson(const Checkpoint &checkpoint, const Inspection &seen)
{
    QJsonArray findings, tensors, files, parameters;
    for (const Finding &finding : seen.findings) {
        findings << QJsonObject{{QStringLiteral("severity"), safetyName(finding.severity)},
                                {QStringLiteral("name"), finding.name},
                                {QStringLiteral("place"), finding.place},
                                {QStringLiteral("text"), finding.text}};
    }
    for (const TensorInfo &tensor : seen.tensors) {
        QJsonArray shape;
        for (const qint64 size : tensor.shape)
            shape << size;
        tensors << QJsonObject{{QStringLiteral("name"), tensor.name},
                               {QStringLiteral("dtype"), tensor.dtype},
                               {QStringLiteral("shape"), shape},
                               {QStringLiteral("bytes"), qint64(tensor.bytes)},
                               {QStringLiteral("file"), tensor.file},
                               {QStringLiteral("storage"), tensor.storage},
                               {QStringLiteral("checksum"), tensor.checksum ? QJsonValue(qint64(*tensor.checksum)) : QJsonValue()}};
    }
    for (const CheckpointFile &file : seen.files) {
        files << QJsonObject{{QStringLiteral("name"), file.name},
                             {QStringLiteral("bytes"), file.sizeBytes},
                             {QStringLiteral("modified"), QDateTime::fromSecsSinceEpoch(file.modified, Qt::UTC).toString(Qt::ISODate)}};
    }
    for (const auto &[name, value] : seen.hyperparameters)
        parameters << QJsonObject{{QStringLiteral("name"), name}, {QStringLiteral("value"), value}};
    return {{QStringLiteral("name"), checkpoint.name},
            {QStringLiteral("format"), seen.format},
            {QStringLiteral("framework"), seen.framework},
            {QStringLiteral("verdict"), verdictName(seen.verdict)},
            {QStringLiteral("reason"), seen.reason},
            {QStringLiteral("safety"), safetyName(seen.safety)},
            {QStringLiteral("findings"), findings},
            {QStringLiteral("step"), orNull(seen.step)},
            {QStringLiteral("epoch"), orNull(seen.epoch)},
            {QStringLiteral("loss"), orNull(seen.loss)},
            {QStringLiteral("hyperparameters"), parameters},
            {QStringLiteral("tensors"), tensors},
            {QStringLiteral("tensorCount"), qint64(seen.tensors.size())},
            {QStringLiteral("parameters"), seen.parameterCount ? QJsonValue(qint64(*seen.parameterCount)) : QJsonValue()},
            {QStringLiteral("bytes"), sizeOf(seen)},
            {QStringLiteral("files"), files},
            {QStringLiteral("bytesRead"), qint64(seen.bytesRead)},
            {QStringLiteral("requests"), seen.requests}};
}

void printSeen(Console &console, const Checkpoint &checkpoint, const Inspection &seen, bool showsTensors)
{
    const auto word = [](const char *text) { return QCoreApplication::translate("trainyard::CheckpointCommands", text); };
    QList<QStringList> rows{
        {word(QT_TRANSLATE_NOOP("trainyard::CheckpointCommands", "Checkpoint")), shownPath(checkpoint.name)},
        {word(QT_TRANSLATE_NOOP("trainyard::CheckpointCommands", "Verdict")),
         QStringLiteral("%1: %2").arg(verdictName(seen.verdict), seen.reason)},
        {word(QT_TRANSLATE_NOOP("trainyard::CheckpointCommands", "Safety")), safetyName(seen.safety)},
        {word(QT_TRANSLATE_NOOP("trainyard::CheckpointCommands", "Format")),
         seen.framework.isEmpty() ? seen.format : QStringLiteral("%1 (%2)").arg(seen.format, seen.framework)},
        {word(QT_TRANSLATE_NOOP("trainyard::CheckpointCommands", "Size")), bytesText(sizeOf(seen))},
        {word(QT_TRANSLATE_NOOP("trainyard::CheckpointCommands", "Tensors")),
         seen.tensors.empty() && seen.verdict != Verdict::Complete ? QStringLiteral("-") : QString::number(seen.tensors.size())},
        {word(QT_TRANSLATE_NOOP("trainyard::CheckpointCommands", "Parameters")),
         seen.parameterCount ? QString::number(*seen.parameterCount) : QStringLiteral("-")},
        {word(QT_TRANSLATE_NOOP("trainyard::CheckpointCommands", "Step")), seen.step ? QString::number(*seen.step) : QStringLiteral("-")},
        {word(QT_TRANSLATE_NOOP("trainyard::CheckpointCommands", "Epoch")),
         seen.epoch ? QString::number(*seen.epoch) : QStringLiteral("-")},
        {word(QT_TRANSLATE_NOOP("trainyard::CheckpointCommands", "Loss")), seen.loss ? QString::number(*seen.loss) : QStringLiteral("-")}};
    for (const auto &[name, value] : seen.hyperparameters)
        rows << QStringList{shownPath(name), shownPath(value)};
    console.printTable(rows);
    for (const Finding &finding : seen.findings) {
        const QString place = finding.place.isEmpty() ? QString() : QStringLiteral(" (%1)").arg(shownPath(finding.place));
        console.print(QStringLiteral("  %1: %2%3").arg(safetyName(finding.severity), finding.text, place));
    }
    if (showsTensors) {
        QList<QStringList> tensors{{QStringLiteral("TENSOR"), QStringLiteral("TYPE"), QStringLiteral("SHAPE"), QStringLiteral("BYTES")}};
        for (const TensorInfo &tensor : seen.tensors)
            tensors << QStringList{shownPath(tensor.name), tensor.dtype, shapeText(tensor), QString::number(tensor.bytes)};
        console.printTable(tensors);
    }
    console.say(QCoreApplication::translate("trainyard::CheckpointCommands", "Read %1 in %2 requests. No code was executed.")
                    .arg(bytesText(qint64(seen.bytesRead)))
                    .arg(seen.requests));
}

int inspect(CommandContext &context, const Command &self)
{
    const auto options = readOptions(
        context.arguments, {QStringLiteral("--store")}, {QStringLiteral("--tensors")},
        {1, 2,
         QCoreApplication::translate("trainyard::CheckpointCommands",
                                     "Name a run, MACHINE:/path, s3://bucket/key or path, and optionally one of its checkpoints.")});
    if (!options)
        return usageError(context, self, options.error().what);
    const auto folder = readCheckpointRef(context.services, options->rest.first(), options->value(QStringLiteral("--store")));
    if (!folder)
        return context.console.fail(folder.error());
    const auto seen = context.console.wait(context.services.checkpoints.inspect(
        CheckpointRef{folder->runId, folder->location, options->rest.value(1)}, context.console.stop()));
    if (!seen)
        return context.console.fail(seen.error());
    if (context.console.isJson)
        context.console.print(toJson(seen->checkpoint, seen->inspection));
    else
        printSeen(context.console, seen->checkpoint, seen->inspection, options->has(QStringLiteral("--tensors")));
    const bool isGood = seen->inspection.verdict == Verdict::Complete && seen->inspection.safety != Safety::Dangerous;
    return isGood ? 0 : seen->inspection.verdict == Verdict::Unknown && seen->inspection.safety != Safety::Dangerous ? kUnknownVerdict : 1;
}

}  // namespace

void addInspectCommand(Commands &commands)
{
    Command &inspecting = commands[QStringLiteral("checkpoint inspect")];
    inspecting = {QStringLiteral("checkpoint inspect [--tensors] [--store NAME] WHERE [CHECKPOINT]"),
                  QCoreApplication::translate(
                      "trainyard::CheckpointCommands",
                      "Inspects a checkpoint without executing anything in it: format, step, tensors, whether it is safe to load."),
                  [&inspecting](CommandContext &context) { return inspect(context, inspecting); }};
}

}  // namespace trainyard
