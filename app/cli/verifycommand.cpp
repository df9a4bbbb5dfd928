// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verifycommand.h"

#include "app/cli/checkpointref.h"
#include "app/cli/checkpointtext.h"
#include "core/base/shownpath.h"

#include <QCoreApplication>

namespace trainyard {

namespace {

const char *kindName(VerificationFinding::Kind kind)
{
    switch (kind) {
    case VerificationFinding::Kind::Damage: return "damage";
    case VerificationFinding::Kind::NotFinite: return "not-finite";
    case VerificationFinding::Kind::NotChecked: return "not-checked";
    }
    return "";
}

QJsonObject toJson(const CheckedCheckpoint &checked)
{
    const Verification &result = checked.verification;
    QJsonArray findings, files;
    for (const VerificationFinding &finding : result.findings) {
        findings << QJsonObject{{QStringLiteral("kind"), QLatin1String(kindName(finding.kind))},
                                {QStringLiteral("file"), finding.file},
                                {QStringLiteral("part"), finding.label},
                                {QStringLiteral("text"), finding.text}};
    }
    for (const FileComparison &file : checked.files) {
        files << QJsonObject{{QStringLiteral("name"), file.name},
                             {QStringLiteral("change"), fileChangeName(file.change)},
                             {QStringLiteral("read"), file.isProven}};
    }
    return {{QStringLiteral("name"), checked.checkpoint.name},
            {QStringLiteral("step"), checked.checkpoint.step ? QJsonValue(*checked.checkpoint.step) : QJsonValue()},
            {QStringLiteral("full"), checked.isFull},
            {QStringLiteral("verdict"), verdictName(result.verdict)},
            {QStringLiteral("reason"), result.reason},
            {QStringLiteral("findings"), findings},
            {QStringLiteral("finding_count"), result.findingCount},
            {QStringLiteral("checksums_right"), result.sums},
            {QStringLiteral("without_checksum"), checked.withoutSum},
            {QStringLiteral("nans"), result.lookedAtNumbers ? QJsonValue(qint64(result.nonFinite.nans)) : QJsonValue()},
            {QStringLiteral("infinities"), result.lookedAtNumbers ? QJsonValue(qint64(result.nonFinite.infinities)) : QJsonValue()},
            {QStringLiteral("bytes_checked"), result.bytes},
            {QStringLiteral("by"), checked.tool.isEmpty() ? QJsonValue() : QJsonValue(checked.tool)},
            {QStringLiteral("transferred_bytes"), checked.transferredBytes},
            {QStringLiteral("untransferred_bytes"), checked.untransferredBytes},
            {QStringLiteral("manifest_of"), checked.manifest ? QJsonValue(checked.manifest->made.toString(Qt::ISODate)) : QJsonValue()},
            {QStringLiteral("files"), files},
            {QStringLiteral("manifest_written"), checked.isManifestWritten}};
}

QString toolText(const QString &tool)
{
    if (tool == QLatin1String("python3"))
        return QCoreApplication::translate("trainyard::CheckpointCommands", "Read on the machine with its python3.");
    if (tool == QLatin1String("gzip"))
        return QCoreApplication::translate("trainyard::CheckpointCommands",
                                           "Read on the machine with its gzip: slow, and without checking numbers.");
    return {};
}

void printChecked(Console &console, const CheckedCheckpoint &checked)
{
    const Verification &result = checked.verification;
    console.print(QStringLiteral("%1: %2. %3").arg(shownPath(checked.checkpoint.name), verdictName(result.verdict), result.reason));
    for (const VerificationFinding &finding : result.findings) {
        const QStringList place{shownPath(finding.file), shownPath(finding.label)};
        QString line = place.join(u' ').trimmed();
        console.print(QStringLiteral("  %1%2").arg(line.isEmpty() ? QString() : line + QStringLiteral(": "), finding.text));
    }
    if (result.findingCount > result.findings.size())
        console.say(
            QCoreApplication::translate("trainyard::CheckpointCommands", "And %1 more.").arg(result.findingCount - result.findings.size()));
    if (checked.isFull && result.bytes > 0)
        console.say(QCoreApplication::translate("trainyard::CheckpointCommands", "Read %1.").arg(bytesText(result.bytes))
                    + (toolText(checked.tool).isEmpty() ? QString() : u' ' + toolText(checked.tool)));
    if (checked.untransferredBytes > 0) {
        console.say(
            QCoreApplication::translate("trainyard::CheckpointCommands", "Checking the rest needs a download of %1: add --transfer.")
                .arg(bytesText(checked.untransferredBytes)));
    }
    if (!checked.isFull)
        console.say(QCoreApplication::translate("trainyard::CheckpointCommands",
                                                "This was the quick check of sizes and structure. --full reads everything."));
    if (checked.isManifestWritten)
        console.say(
            QCoreApplication::translate("trainyard::CheckpointCommands", "A manifest with SHA-256 checksums was written next to it."));
}

int verify(CommandContext &context, const Command &self)
{
    const auto options = readOptions(
        context.arguments, {QStringLiteral("--store")},
        {QStringLiteral("--full"), QStringLiteral("--transfer"), QStringLiteral("--manifest")},
        {1, 2,
         QCoreApplication::translate("trainyard::CheckpointCommands",
                                     "Name a run, MACHINE:/path, s3://bucket/key or path, and optionally one of its checkpoints.")});
    if (!options)
        return usageError(context, self, options.error().what);
    const auto folder = readCheckpointRef(context.services, options->rest.first(), options->value(QStringLiteral("--store")));
    if (!folder)
        return context.console.fail(folder.error());
    VerifyOptions request;
    request.isFull = options->has(QStringLiteral("--full"));
    request.mayTransfer = options->has(QStringLiteral("--transfer"));
    request.writesManifest = options->has(QStringLiteral("--manifest"));
    Console &console = context.console;
    const VerifyProgress progress = [&console](qint64 done, qint64 total) {
        console.showStep(QStringLiteral("%1 / %2").arg(bytesText(done), bytesText(total)));
    };
    const auto checked = console.wait(context.services.checkpoints.verify(
        CheckpointRef{folder->runId, folder->location, options->rest.value(1)}, request, progress, console.stop()));
    console.showStep({});
    if (!checked)
        return console.fail(checked.error());
    if (console.isJson)
        console.print(toJson(*checked));
    else
        printChecked(console, *checked);
    return checked->verification.verdict == Verdict::Complete ? 0 : checked->verification.verdict == Verdict::Unknown ? kUnknownVerdict : 1;
}

}  // namespace

void addVerifyCommand(Commands &commands)
{
    Command &verifying = commands[QStringLiteral("checkpoint verify")];
    verifying = {QStringLiteral("checkpoint verify [--full] [--transfer] [--manifest] [--store NAME] WHERE [CHECKPOINT]"),
                 QCoreApplication::translate(
                     "trainyard::CheckpointCommands",
                     "Checks whether a checkpoint is complete; with --full by reading all of it, on the machine where it is stored."),
                 [&verifying](CommandContext &context) { return verify(context, verifying); }};
}

}  // namespace trainyard
