// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/copysummary.h"
#include "core/base/format.h"
#include "core/model/remotefile.h"
#include "core/model/transfer.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <cstdio>
#include <unistd.h>

namespace trainyard {

namespace {

using namespace std::chrono_literals;

const char *stateName(TransferState state)
{
    switch (state) {
    case TransferState::Waiting: return "waiting";
    case TransferState::Scanning: return "scanning";
    case TransferState::Moving: return "moving";
    case TransferState::Reconnecting: return "reconnecting";
    case TransferState::Checking: return "checking";
    case TransferState::Paused: return "paused";
    case TransferState::Done: return "done";
    case TransferState::Failed: return "failed";
    case TransferState::Cancelled: return "cancelled";
    }
    return "";
}

QJsonObject toJson(const TransferProgress &progress)
{
    QJsonObject object{{QStringLiteral("event"), QStringLiteral("progress")},
                       {QStringLiteral("state"), QLatin1String(stateName(progress.state))},
                       {QStringLiteral("bytes_done"), progress.bytesDone},
                       {QStringLiteral("bytes_total"), progress.bytesTotal},
                       {QStringLiteral("files_done"), progress.filesDone},
                       {QStringLiteral("files_total"), progress.filesTotal},
                       {QStringLiteral("bytes_per_second"), static_cast<qint64>(progress.bytesPerSecond)},
                       {QStringLiteral("seconds_left"), progress.secondsLeft ? QJsonValue(*progress.secondsLeft) : QJsonValue()},
                       {QStringLiteral("connections"), progress.connections}};
    object[QStringLiteral("trouble")] = progress.trouble ? QJsonValue(errorCodeName(progress.trouble->code)) : QJsonValue();
    return object;
}

// One line on the terminal that is redrawn repeatedly.
void drawBar(const TransferProgress &progress)
{
    const int percent = progress.bytesTotal > 0 ? static_cast<int>(std::min<qint64>(progress.bytesDone * 100 / progress.bytesTotal, 100))
                                                : 0;
    QString line;
    switch (progress.state) {
    case TransferState::Reconnecting:
        line = QCoreApplication::translate("trainyard::FileCommands", "%1 %   connection lost, reconnecting").arg(percent);
        break;
    case TransferState::Checking: line = QCoreApplication::translate("trainyard::FileCommands", "Comparing both sides"); break;
    case TransferState::Scanning:
    case TransferState::Waiting: line = QCoreApplication::translate("trainyard::FileCommands", "Reading the list of files"); break;
    default:
        line = QStringLiteral("%1 %  %2%3  %4 / %5  %6/s")
                   .arg(percent, 3)
                   .arg(QString(percent / 4, u'='), QString(25 - percent / 4, u' '), formatBytes(progress.bytesDone),
                        formatBytes(progress.bytesTotal), formatBytes(static_cast<qint64>(progress.bytesPerSecond)));
        if (progress.secondsLeft)
            line += QStringLiteral("  %1:%2").arg(*progress.secondsLeft / 60).arg(*progress.secondsLeft % 60, 2, 10, QChar(u'0'));
    }
    std::fprintf(stderr, "\r\033[K%s", qPrintable(line));
    std::fflush(stderr);
}

int transfer(CommandContext &context, const Command &self, TransferDirection direction)
{
    const QString changed = QStringLiteral("--changed"), ignore = QStringLiteral("--ignore-files"), noCheck = QStringLiteral("--no-check"),
                  exclude = QStringLiteral("--exclude"), connections = QStringLiteral("--connections");
    const auto options = readOptions(
        context.arguments, {exclude, connections}, {changed, ignore, noCheck},
        {2, 3, QCoreApplication::translate("trainyard::FileCommands", "Name a machine and the file or folder to copy.")});
    if (!options)
        return usageError(context, self, options.error().what);
    const auto machine = context.services.database().machines.find(options->rest[0]);
    if (!machine)
        return context.console.fail(machine.error());

    TransferSpec spec;
    spec.direction = direction;
    spec.obeysIgnoreFiles = options->has(ignore);
    spec.onlyChanged = options->has(changed);
    spec.isVerified = !options->has(noCheck);
    const auto excludes = readList(*options, exclude);
    if (!excludes)
        return usageError(context, self, excludes.error().what);
    spec.excludes = *excludes;
    if (options->has(connections)) {
        bool isNumber = false;
        spec.connections = options->value(connections).toInt(&isNumber);
        if (!isNumber || spec.connections < 1 || spec.connections > 8)
            return usageError(context, self,
                              QCoreApplication::translate("trainyard::FileCommands", "--connections takes a number from 1 to 8."));
    }
    const bool isUpload = direction == TransferDirection::Upload;
    QString source = options->rest[1];
    while (source.size() > 1 && source.endsWith(u'/'))
        source.chop(1);
    if (source.isEmpty())
        return usageError(context, self,
                          QCoreApplication::translate("trainyard::FileCommands", "Name a machine and the file or folder to copy."));
    QString name = source.mid(source.lastIndexOf(u'/') + 1);
    if (name == QLatin1String(".."))
        name = QStringLiteral(".");  // used as a name there, it would lead out of the target folder
    QString target = options->rest.value(2);
    if (target.isEmpty() || target.endsWith(u'/'))
        target += name;
    if (!isUpload && QFileInfo(target).isDir() && options->rest.value(2) == QLatin1String("."))
        target = name;
    spec.remote = remotePathOf(isUpload ? target : source);
    spec.local = QFile::encodeName(QFileInfo(isUpload ? source : target).absoluteFilePath());

    const DirectTransfer running = context.services.transfers.begin(*machine, spec, context.console.stop());
    const bool hasTerminal = ::isatty(STDERR_FILENO) == 1 && !context.console.isJson;
    QElapsedTimer sinceLine;
    const auto outcome = context.console.wait(running.outcome, 100ms, [&] {
        const TransferProgress progress = running.progress();
        if (hasTerminal && progress.state != TransferState::Waiting) {
            drawBar(progress);
        } else if (context.console.isJson && (!sinceLine.isValid() || sinceLine.elapsed() >= 500)) {
            sinceLine.start();
            context.console.print(toJson(progress), true);
        }
    });
    if (hasTerminal)
        std::fputs("\r\033[K", stderr);
    if (!outcome) {
        if (outcome.error().isCancelled() && running.progress().bytesDone > 0)
            context.console.say(QCoreApplication::translate(
                "trainyard::FileCommands", "Files that were already copied are kept. Run the same command again to continue."));
        return context.console.fail(outcome.error());
    }
    // A caller that asked for all of it and got less must not continue as if it had succeeded.
    const int status = outcome->leftOut.isEmpty() ? 0 : 1;
    for (const QString &path : outcome->leftOut)
        context.console.say(
            QCoreApplication::translate("trainyard::FileCommands", "Skipped, because it is not a regular file: %1").arg(path));
    if (context.console.isJson) {
        context.console.print(QJsonObject{{QStringLiteral("event"), QStringLiteral("done")},
                                          {QStringLiteral("files"), outcome->files},
                                          {QStringLiteral("unchanged"), outcome->unchanged},
                                          {QStringLiteral("bytes"), outcome->bytes},
                                          {QStringLiteral("bytes_kept"), outcome->bytesKept},
                                          {QStringLiteral("check"), checkName(outcome->check)},
                                          {QStringLiteral("left_out"), QJsonArray::fromStringList(outcome->leftOut)}},
                              true);
        return status;
    }
    QString check;
    switch (outcome->check) {
    case TransferCheck::Checksum: check = QCoreApplication::translate("trainyard::FileCommands", "SHA-256 matches on both sides"); break;
    case TransferCheck::ReadBack: check = QCoreApplication::translate("trainyard::FileCommands", "read back, content matches"); break;
    case TransferCheck::Size:
        check = QCoreApplication::translate("trainyard::FileCommands", "sizes match; the machine has no sha256sum");
        break;
    case TransferCheck::Md5: check = QCoreApplication::translate("trainyard::FileCommands", "MD5 matches on both sides"); break;
    case TransferCheck::None: check = QCoreApplication::translate("trainyard::FileCommands", "not compared"); break;
    }
    context.console.print(copiedText(outcome->files, outcome->bytes, outcome->unchanged, check));
    return status;
}

int listFiles(CommandContext &context, const Command &self)
{
    const auto words = readWords(context.arguments, 1, 2,
                                 QCoreApplication::translate("trainyard::FileCommands", "Name a machine and a folder on it."));
    if (!words)
        return usageError(context, self, words.error().what);
    const auto machine = context.services.database().machines.find(words->first());
    if (!machine)
        return context.console.fail(machine.error());
    auto listed = context.console.wait(context.services.machines.listFolder(machine->id, words->value(1), context.console.stop()));
    if (!listed)
        return context.console.fail(listed.error());
    QList<RemoteFile> &files = listed->files;
    std::sort(files.begin(), files.end(), [](const RemoteFile &a, const RemoteFile &b) { return a.name < b.name; });
    const auto kind = [](const RemoteFile &file) {
        return file.isDirectory() ? QStringLiteral("folder")
               : file.isRegular() ? QStringLiteral("file")
               : file.isLink()    ? QStringLiteral("link")
                                  : QStringLiteral("other");
    };
    if (context.console.isJson) {
        QJsonArray array;
        for (const RemoteFile &file : std::as_const(files)) {
            array << QJsonObject{{QStringLiteral("name"), file.name},
                                 {QStringLiteral("kind"), kind(file)},
                                 {QStringLiteral("size"), file.size},
                                 {QStringLiteral("mode"), QString::number(file.mode & 07777, 8)},
                                 {QStringLiteral("modified"), QDateTime::fromSecsSinceEpoch(file.modified).toUTC().toString(Qt::ISODate)}};
        }
        context.console.print(array);
        return 0;
    }
    QList<QStringList> rows{{QStringLiteral("NAME"), QStringLiteral("KIND"), QStringLiteral("SIZE"), QStringLiteral("MODIFIED")}};
    for (const RemoteFile &file : std::as_const(files)) {
        QString name = file.name;
        for (QChar &c : name) {
            if (c < u' ' || (c >= QChar(0x7f) && c < QChar(0xa0)))
                c = u'?';  // a name must not move the cursor
        }
        rows << QStringList{name, kind(file), file.isRegular() ? formatBytes(file.size) : QString(),
                            QDateTime::fromSecsSinceEpoch(file.modified).toString(QStringLiteral("yyyy-MM-dd hh:mm"))};
    }
    context.console.printTable(rows);
    return 0;
}

}  // namespace

void addFileCommands(Commands &commands)
{
    const QString options = QStringLiteral("[--changed] [--ignore-files] [--exclude PATTERN,…] [--connections N] [--no-check]");
    Command &putting = commands[QStringLiteral("file put")];
    putting = {QStringLiteral("file put ") + options + QStringLiteral(" MACHINE LOCAL [REMOTE]"),
               QCoreApplication::translate(
                   "trainyard::FileCommands",
                   "Copies a file or folder to a machine. REMOTE is its name there, or, with a slash at the end, the destination folder."),
               [&putting](CommandContext &context) { return transfer(context, putting, TransferDirection::Upload); }};
    Command &getting = commands[QStringLiteral("file get")];
    getting = {
        QStringLiteral("file get ") + options + QStringLiteral(" MACHINE REMOTE [LOCAL]"),
        QCoreApplication::translate(
            "trainyard::FileCommands",
            "Copies a file or folder from a machine. LOCAL is its name on this computer, or, with a slash at the end, the destination "
            "folder."),
        [&getting](CommandContext &context) { return transfer(context, getting, TransferDirection::Download); }};
    Command &listing = commands[QStringLiteral("file list")];
    listing = {QStringLiteral("file list MACHINE [FOLDER]"),
               QCoreApplication::translate("trainyard::FileCommands", "Lists a folder on a machine."),
               [&listing](CommandContext &context) { return listFiles(context, listing); }};
}

}  // namespace trainyard
