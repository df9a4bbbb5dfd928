// SPDX-License-Identifier: GPL-3.0-or-later
// `yard checkpoint push` and `yard checkpoint pull`: between this computer, machines and object stores.
#include "app/cli/commands.h"
#include "app/cli/copysummary.h"
#include "core/base/format.h"
#include "core/base/shownpath.h"

#include <QCoreApplication>
#include <QElapsedTimer>

#include <mutex>

namespace trainyard {

namespace {

using namespace std::chrono_literals;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::CheckpointCopy)
};

struct CopySide {
    Location location;           // without a slash at its end
    bool isFolderMeant = false;  // it ended with a slash: the copy goes into it
};

QString nameOf(const QString &path) { return path.mid(path.lastIndexOf(u'/') + 1); }

Result<CopySide> placeOf(CommandContext &context, const QString &text, const QString &storeName)
{
    CopySide place;
    Location &location = place.location;
    location.path = text;
    if (isStoreAddress(text)) {
        const auto parsed = parseStoreAddress(text);
        TRY(const auto store, parsed ? context.services.stores.find(*parsed, storeName) : parsed.error());
        location = Location::inBucket(store.name, text);
        place.isFolderMeant = parsed->key.isEmpty();
    } else if (const qsizetype colon = text.indexOf(u':'); colon > 0 && !text.left(colon).contains(u'/')) {
        TRY(const auto machine, context.services.database().machines.find(text.left(colon)));
        location = Location::onMachine(machine.id, QString::fromUtf8(remotePathOf(text.mid(colon + 1))));
    }
    place.isFolderMeant = place.isFolderMeant || location.path.endsWith(u'/');
    while (location.path.size() > 1 && location.path.endsWith(u'/'))
        location.path.chop(1);
    return place;
}

QString checkText(TransferCheck check, bool isWithStore)
{
    switch (check) {
    case TransferCheck::ReadBack: return Words::tr("read back, SHA-256 matches");
    case TransferCheck::Checksum: return Words::tr("SHA-256 matches on both sides");
    case TransferCheck::Md5: return Words::tr("MD5 matches on both sides");
    case TransferCheck::Size:
        return isWithStore ? Words::tr("sizes match; the store provides no checksum")
                           : Words::tr("sizes match; the machine has no sha256sum");
    case TransferCheck::None: break;
    }
    return Words::tr("nothing to compare");
}

int printOutcome(CommandContext &context, const TransferOutcome &outcome, bool isWithStore)
{
    // The copy has less than was requested.
    const int status = outcome.leftOut.isEmpty() ? 0 : 1;
    for (const QString &name : outcome.leftOut)
        context.console.say(
            Words::tr("Skipped, because it is not a regular file or is a link that leads out of the folder: %1").arg(shownPath(name)));
    if (context.console.isJson) {
        context.console.print(QJsonObject{{QStringLiteral("event"), QStringLiteral("done")},
                                          {QStringLiteral("files"), outcome.files},
                                          {QStringLiteral("unchanged"), outcome.unchanged},
                                          {QStringLiteral("bytes"), outcome.bytes},
                                          {QStringLiteral("bytes_kept"), outcome.bytesKept},
                                          {QStringLiteral("check"), checkName(outcome.check)},
                                          {QStringLiteral("left_out"), QJsonArray::fromStringList(outcome.leftOut)}},
                              true);
        return status;
    }
    context.console.print(copiedText(outcome.files, outcome.bytes, outcome.unchanged, checkText(outcome.check, isWithStore)));
    return status;
}

// Shows progress during the copy.
Result<TransferOutcome> follow(CommandContext &context, const CopyRequest &request)
{
    std::mutex mutex;
    CopyProgress last;
    const auto copied = context.services.checkpoints.copy(
        request,
        [&](const CopyProgress &moved) {
            const std::lock_guard lock(mutex);
            last = moved;
        },
        context.console.stop());
    QElapsedTimer sinceLine;
    const auto outcome = context.console.wait(copied, 100ms, [&] {
        CopyProgress now;
        {
            const std::lock_guard lock(mutex);
            now = last;
        }
        if (context.console.isJson) {
            if (sinceLine.isValid() && sinceLine.elapsed() < 500)
                return;
            sinceLine.start();
            context.console.print(QJsonObject{{QStringLiteral("event"), QStringLiteral("progress")},
                                              {QStringLiteral("file"), now.name},
                                              {QStringLiteral("bytes_done"), now.done},
                                              {QStringLiteral("bytes_total"), now.total}},
                                  true);
        } else if (now.total > 0) {
            context.console.showStep(Words::tr("%1 of %2  %3").arg(formatBytes(now.done), formatBytes(now.total), shownPath(now.name)));
        }
    });
    context.console.showStep({});
    return outcome;
}

int copy(CommandContext &context, const Command &self, bool isPull)
{
    const QString replace = QStringLiteral("--replace"), readBack = QStringLiteral("--read-back"), named = QStringLiteral("--store");
    const auto options = readOptions(context.arguments, {named}, {replace, readBack});
    if (!options || options->rest.size() > 2 || options->rest.size() < (isPull ? 1 : 2))
        return usageError(context, self, options ? Words::tr("Name a source and a destination.") : options.error().what);
    const auto from = placeOf(context, options->rest[0], options->value(named));
    auto to = placeOf(context, options->rest.value(1, QStringLiteral("./")), options->value(named));
    if (!from || !to)
        return context.console.fail(from ? to.error() : from.error());
    const Location &source = from->location;
    Location &target = to->location;
    if (source.isOnMachine() && (source.path.isEmpty() || source.path == QLatin1String("/")))
        return usageError(context, self, Words::tr("Name the file or folder on the machine: MACHINE:/path."));
    // Any other folder is the copy itself, so that repeating the command continues the copy.
    if (!target.isInBucket() && (target.path == QLatin1String(".") || target.path == QLatin1String("..")))
        to->isFolderMeant = true;
    if (to->isFolderMeant) {
        const QString name = nameOf(source.path);
        if (name.isEmpty() || name == QLatin1String(".") || name == QLatin1String(".."))
            return usageError(context, self, Words::tr("Name the destination file or folder."));
        target.path = target.path.isEmpty() ? name : target.path == QLatin1String("/") ? u'/' + name : target.path + u'/' + name;
    }
    if (source.isHere() && target.isHere())
        return usageError(
            context, self,
            Words::tr(
                "Both paths are on this computer. One of them must be in a store (s3://bucket/key) or on a machine (MACHINE:/path)."));
    const auto outcome = follow(context, {source, target, options->has(replace), options->has(readBack)});
    if (!outcome) {
        if (outcome.error().isCancelled())
            context.console.say(Words::tr("Files that were already copied are kept. Run the same command again to continue."));
        return context.console.fail(outcome.error());
    }
    return printOutcome(context, *outcome, source.isInBucket() || target.isInBucket());
}

}  // namespace

void addCheckpointCopyCommands(Commands &commands)
{
    Command &pushing = commands[QStringLiteral("checkpoint push")];
    pushing = {QStringLiteral("checkpoint push [--replace] [--read-back] [--store NAME] SOURCE TARGET"),
               Words::tr("Copies a file or folder from this computer, a machine or a store to a store (s3://bucket/key) or a machine "
                         "(MACHINE:/path), and verifies the copy."),
               [&pushing](CommandContext &context) { return copy(context, pushing, false); }};
    Command &pulling = commands[QStringLiteral("checkpoint pull")];
    pulling = {QStringLiteral("checkpoint pull [--replace] [--store NAME] SOURCE [TARGET]"),
               Words::tr("Copies a file or folder from a store or a machine to this computer or a machine, and verifies the copy."),
               [&pulling](CommandContext &context) { return copy(context, pulling, true); }};
}

}  // namespace trainyard
