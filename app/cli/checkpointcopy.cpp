// SPDX-License-Identifier: GPL-3.0-or-later
// `yard checkpoint push` and `yard checkpoint pull`: between this computer, machines and object stores.
#include "app/cli/commands.h"
#include "app/cli/copysummary.h"
#include "core/base/fanout.h"
#include "core/base/format.h"
#include "core/base/shownpath.h"
#include "core/storage/database/objectstorefile.h"
#include "core/transport/objectstore/treecopy.h"
#include "core/transport/transfer/markedcopy.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>

#include <mutex>

namespace trainyard {

namespace {

using namespace std::chrono_literals;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::CheckpointCopy)
};

// Where something is: exactly one of store, machine, this computer.
struct Place {
    std::optional<ObjectStoreConfig> store;
    std::optional<Machine> machine;
    QString path;                // or key, without a slash at its end
    bool isFolderMeant = false;  // it ended with a slash: what is copied goes into it
};

QString nameOf(const QString &path) { return path.mid(path.lastIndexOf(u'/') + 1); }

Result<Place> placeOf(CommandContext &context, const QString &text, const QString &storeName)
{
    Place place;
    place.path = text;
    if (isStoreAddress(text)) {
        const auto address = parseStoreAddress(text);
        const auto stores = loadObjectStores(context.services.paths());
        if (!address || !stores)
            return address ? stores.error() : address.error();
        const auto store = storeFor(*stores, *address, storeName);
        if (!store)
            return store.error();
        place.store = *store;
        place.path = address->key;
        place.isFolderMeant = place.path.isEmpty();
    } else if (const qsizetype colon = text.indexOf(u':'); colon > 0 && !text.left(colon).contains(u'/')) {
        const auto machine = context.services.database().machines.find(text.left(colon));
        if (!machine)
            return machine.error();
        place.machine = *machine;
        place.path = QString::fromUtf8(remotePathOf(text.mid(colon + 1)));
    }
    place.isFolderMeant = place.isFolderMeant || place.path.endsWith(u'/');
    while (place.path.size() > 1 && place.path.endsWith(u'/'))
        place.path.chop(1);
    return place;
}

const char *checkName(StoreCheck check)
{
    switch (check) {
    case StoreCheck::ReadBack: return "read-back";
    case StoreCheck::Sha256: return "sha256";
    case StoreCheck::Md5: return "md5";
    case StoreCheck::Size: return "size";
    case StoreCheck::None: break;
    }
    return nullptr;
}

QString checkText(StoreCheck check)
{
    switch (check) {
    case StoreCheck::ReadBack: return Words::tr("read back, SHA-256 matches");
    case StoreCheck::Sha256: return Words::tr("SHA-256 matches on both sides");
    case StoreCheck::Md5: return Words::tr("MD5 matches on both sides");
    case StoreCheck::Size: return Words::tr("sizes match; the store provides no checksum");
    case StoreCheck::None: break;
    }
    return Words::tr("nothing to compare");
}

int printOutcome(CommandContext &context, const TreeCopyOutcome &outcome)
{
    // Who asked for a copy has less than that.
    const int status = outcome.leftOut.isEmpty() ? 0 : 1;
    for (const QString &name : outcome.leftOut)
        context.console.say(
            Words::tr("Skipped, because it is not a regular file or is a link that leads out of the folder: %1").arg(shownPath(name)));
    if (context.console.isJson) {
        const char *check = checkName(outcome.check);
        context.console.print(QJsonObject{{QStringLiteral("event"), QStringLiteral("done")},
                                          {QStringLiteral("files"), outcome.files},
                                          {QStringLiteral("unchanged"), outcome.unchanged},
                                          {QStringLiteral("bytes"), outcome.bytes},
                                          {QStringLiteral("bytes_kept"), outcome.bytesKept},
                                          {QStringLiteral("check"), check ? QJsonValue(QLatin1String(check)) : QJsonValue()},
                                          {QStringLiteral("left_out"), QJsonArray::fromStringList(outcome.leftOut)}},
                              true);
        return status;
    }
    context.console.print(copiedText(outcome.files, outcome.bytes, outcome.unchanged, checkText(outcome.check)));
    return status;
}

// Shows how far it has come while `work` goes on in a thread of its own.
Result<TreeCopyOutcome> follow(CommandContext &context, const std::function<Result<TreeCopyOutcome>(const TreeMoved &)> &work)
{
    std::mutex mutex;
    TreeCopyMoved last;
    const auto running = [&] {
        return work([&](const TreeCopyMoved &moved) {
            const std::lock_guard lock(mutex);
            last = moved;
        });
    };
    QElapsedTimer sinceLine;
    const auto show = [&] {
        TreeCopyMoved now;
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
    };
    auto outcome = sideBySide(running, [&](const OtherWork &other) {
        while (!other.isOverWithin(100ms))
            show();
    });
    context.console.showStep({});
    return outcome;
}

Result<TreeCopyOutcome> copyWithStore(CommandContext &context, const Place &from, const Place &to, const TreeCopySpec &given,
                                      const TreeMoved &moved)
{
    const std::stop_token stop = context.console.stop();
    TreeCopySpec spec = given;
    if (from.store && to.store) {
        ObjectStore source(*from.store), target(*to.store);
        spec.path = from.path;
        spec.key = to.path;
        return copyTree(source, target, spec, moved, stop);
    }
    ObjectStore store(to.store ? *to.store : *from.store);
    const Place &other = to.store ? from : to;
    spec.key = to.store ? to.path : from.path;
    spec.path = other.path;
    if (!other.machine)
        return to.store ? pushTree(store, spec, moved, stop) : pullTree(store, spec, moved, stop);
    // The shared connection of this machine, so that passwords are asked for once.
    const auto connection = context.services.transfers.links(*other.machine).shared(QDeadlineTimer(60s), stop);
    if (!connection)
        return connection.error();
    return to.store ? pushTreeFrom(**connection, store, spec, moved, stop) : pullTreeTo(**connection, store, spec, moved, stop);
}

TreeCopyOutcome told(const TransferOutcome &outcome)
{
    const StoreCheck check = outcome.check == TransferCheck::Checksum   ? StoreCheck::Sha256
                             : outcome.check == TransferCheck::ReadBack ? StoreCheck::ReadBack
                             : outcome.check == TransferCheck::Size     ? StoreCheck::Size
                                                                        : StoreCheck::None;
    return {outcome.files, outcome.unchanged, outcome.bytes, outcome.bytesKept, check, outcome.leftOut};
}

// Of a machine or two.
Result<TreeCopyOutcome> copyWithMachine(CommandContext &context, const Place &from, const Place &to, bool replaces, const TreeMoved &moved)
{
    const std::stop_token stop = context.console.stop();
    const BytesMoved bytes = [&moved](qint64 done, qint64 total) { moved({QString(), done, total}); };
    Result<TransferOutcome> outcome = TransferOutcome();
    if (from.machine && to.machine) {
        const QByteArray target = QCryptographicHash::hash((QString::number(to.machine->id) + u'\n' + to.path).toUtf8(),
                                                           QCryptographicHash::Sha256);
        outcome = relay({context.services.transfers.links(*from.machine), context.services.transfers.links(*to.machine), from.path.toUtf8(),
                         to.path.toUtf8(),
                         context.services.paths().copies() + QStringLiteral("/to-") + QString::fromLatin1(target.toHex().left(16)),
                         replaces},
                        bytes, stop);
    } else {
        const bool isUpload = to.machine.has_value();
        TransferSpec spec;
        spec.direction = isUpload ? TransferDirection::Upload : TransferDirection::Download;
        spec.local = QFile::encodeName(QFileInfo(isUpload ? from.path : to.path).absoluteFilePath());
        spec.remote = (isUpload ? to.path : from.path).toUtf8();
        spec.replaces = replaces;
        outcome = copyMarked(spec, context.services.transfers.links(isUpload ? *to.machine : *from.machine), bytes, stop);
    }
    return outcome ? Result<TreeCopyOutcome>(told(*outcome)) : outcome.error();
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
    if (from->machine && (from->path.isEmpty() || from->path == QLatin1String("/")))
        return usageError(context, self, Words::tr("Name the file or folder on the machine: MACHINE:/path."));
    // Any other folder is the copy itself, so that the same command goes on with it.
    if (!to->store && (to->path == QLatin1String(".") || to->path == QLatin1String("..")))
        to->isFolderMeant = true;
    if (to->isFolderMeant) {
        const QString name = nameOf(from->path.isEmpty() && from->store ? from->store->bucket : from->path);
        if (name.isEmpty() || name == QLatin1String(".") || name == QLatin1String(".."))
            return usageError(context, self, Words::tr("Name the destination file or folder."));
        to->path = to->path.isEmpty() ? name : to->path == QLatin1String("/") ? u'/' + name : to->path + u'/' + name;
    }
    if (!from->store && !to->store && !from->machine && !to->machine)
        return usageError(
            context, self,
            Words::tr(
                "Both paths are on this computer. One of them must be in a store (s3://bucket/key) or on a machine (MACHINE:/path)."));
    TreeCopySpec spec;
    spec.stateFolder = context.services.paths().objects();
    spec.replaces = options->has(replace);
    spec.readsBack = options->has(readBack);
    const auto outcome = follow(context, [&](const TreeMoved &moved) {
        return from->store || to->store ? copyWithStore(context, *from, *to, spec, moved)
                                        : copyWithMachine(context, *from, *to, spec.replaces, moved);
    });
    if (!outcome) {
        if (outcome.error().isCancelled())
            context.console.say(Words::tr("Files that were already copied are kept. Run the same command again to continue."));
        return context.console.fail(outcome.error());
    }
    return printOutcome(context, *outcome);
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
