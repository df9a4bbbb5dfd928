// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "core/base/format.h"
#include "core/base/shownpath.h"
#include "core/knowledge/stores/storepresets.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QFile>

#include <cstdio>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::StoreCommands)
};

constexpr qint64 kMaxKeyBytes = 16 * 1024;

QString timeText(qint64 seconds) { return QDateTime::fromSecsSinceEpoch(seconds).toString(QStringLiteral("yyyy-MM-dd hh:mm")); }
QJsonValue timeJson(qint64 seconds)
{
    return seconds > 0 ? QJsonValue(QDateTime::fromSecsSinceEpoch(seconds).toUTC().toString(Qt::ISODate)) : QJsonValue();
}

QJsonObject toJson(const ObjectStoreConfig &record)
{
    return {{QStringLiteral("name"), record.name},
            {QStringLiteral("kind"), storeKindName(record.kind)},
            {QStringLiteral("address"), StoreAddress{record.kind, record.bucket, {}}.text()},
            {QStringLiteral("preset"), record.preset},
            {QStringLiteral("endpoint"), record.endpoint},
            {QStringLiteral("region"), record.region.isEmpty() ? QJsonValue() : QJsonValue(record.region)},
            {QStringLiteral("path_style"), record.isPathStyle}};
}

// Lines: the key, its secret, the token of a session if there is one.
Result<AccessKey> keyFromLines(const QByteArray &text)
{
    QByteArrayList lines;
    const QByteArrayList all = text.split('\n');
    for (const QByteArray &line : all) {
        if (!line.trimmed().isEmpty())
            lines << line.trimmed();
    }
    if (lines.size() < 2 || lines.size() > 3)
        return Error{ErrorCode::InvalidInput,
                     Words::tr("Keys are given on two lines: the access key, then its secret. A third line may hold a session token."),
                     {}};
    return AccessKey{lines[0], lines[1], lines.value(2)};
}

Result<AccessKey> readKey(CommandContext &context, const Options &options, const ObjectStoreConfig &record)
{
    const bool isAzure = record.kind == ObjectStoreKind::Azure;
    if (options.has(QStringLiteral("--from-environment"))) {
        const AccessKey key = isAzure
                                  ? AccessKey{qgetenv("AZURE_STORAGE_ACCOUNT"), qgetenv("AZURE_STORAGE_KEY"), {}}
                                  : AccessKey{qgetenv("AWS_ACCESS_KEY_ID"), qgetenv("AWS_SECRET_ACCESS_KEY"), qgetenv("AWS_SESSION_TOKEN")};
        if (key.id.isEmpty() || key.secret.isEmpty()) {
            return Error{ErrorCode::InvalidInput,
                         Words::tr("The environment variables %1 and %2 are not set.")
                             .arg(isAzure ? QStringLiteral("AZURE_STORAGE_ACCOUNT") : QStringLiteral("AWS_ACCESS_KEY_ID"),
                                  isAzure ? QStringLiteral("AZURE_STORAGE_KEY") : QStringLiteral("AWS_SECRET_ACCESS_KEY")),
                         {}};
        }
        return key;
    }
    if (options.has(QStringLiteral("--keys"))) {
        const QString name = options.value(QStringLiteral("--keys"));
        QFile file(name);
        const bool isOpen = name == QLatin1String("-") ? file.open(stdin, QIODevice::ReadOnly) : file.open(QIODevice::ReadOnly);
        if (!isOpen)
            return Error{ErrorCode::InvalidInput, Words::tr("The key file %1 cannot be read.").arg(shownPath(name)), file.errorString()};
        return keyFromLines(file.read(kMaxKeyBytes));
    }
    const auto id = context.console.askHidden(isAzure ? Words::tr("Storage account name: ") : Words::tr("Access key: "));
    const auto secret = id ? context.console.askHidden(isAzure ? Words::tr("Account key: ") : Words::tr("Secret access key: "))
                           : std::nullopt;
    if (!secret) {
        return Error{
            ErrorCode::InvalidInput,
            Words::tr("There is no terminal to ask for the key. Use --from-environment, or --keys FILE with one value per line (- reads "
                      "standard input)."),
            {}};
    }
    return AccessKey{id->trimmed().toLatin1(), secret->trimmed().toLatin1(), {}};
}

int addStore(CommandContext &context, const Command &self)
{
    const QString preset = QStringLiteral("--preset"), region = QStringLiteral("--region"), endpoint = QStringLiteral("--endpoint"),
                  account = QStringLiteral("--account"), pathStyle = QStringLiteral("--path-style"),
                  hostStyle = QStringLiteral("--host-style"), noCheck = QStringLiteral("--no-check"),
                  insecure = QStringLiteral("--insecure");
    const auto options = readOptions(context.arguments, {preset, region, endpoint, account, QStringLiteral("--keys")},
                                     {pathStyle, hostStyle, noCheck, insecure, QStringLiteral("--from-environment")});
    if (!options || options->rest.size() != 2 || (options->has(pathStyle) && options->has(hostStyle)))
        return usageError(context, self,
                          options ? Words::tr("Name the store and its address, for example s3://bucket.") : options.error().what);
    const auto address = parseStoreAddress(options->rest[1]);
    if (!address)
        return context.console.fail(address.error());
    if (!address->key.isEmpty())
        return usageError(context, self, Words::tr("A store is a whole bucket: leave out everything after the bucket name."));
    StoreOptions request{options->rest[0],
                         options->value(preset),
                         options->value(endpoint),
                         options->value(region),
                         options->value(account),
                         *address,
                         {},
                         options->has(insecure)};
    if (options->has(pathStyle) || options->has(hostStyle))
        request.isPathStyle = options->has(pathStyle);
    auto record = storeConfigFrom(request);
    if (!record)
        return context.console.fail(record.error());
    if (isUnencrypted(record->endpoint))
        context.console.say(Words::tr("Warning: the key and all data are sent to %1 unencrypted.").arg(record->endpoint));
    const auto key = readKey(context, *options, *record);
    if (!key)
        return context.console.fail(key.error());
    record->key = *key;
    if (const auto fine = record->check(); !fine)
        return context.console.fail(fine.error());
    if (!options->has(noCheck)) {
        record = context.console.wait(context.services.stores.reach(*record, context.console.stop()));
        if (!record)
            return context.console.fail(record.error());
    }
    if (const auto added = context.services.stores.add(*record); !added)
        return context.console.fail(added.error());
    if (context.console.isJson)
        context.console.print(toJson(*record));
    else
        context.console.print(options->has(noCheck) ? Words::tr("Added “%1”.").arg(record->name)
                                                    : Words::tr("Added “%1”. The connection works.").arg(record->name));
    return 0;
}

int listStores(CommandContext &context, const Command &self)
{
    const auto words = readWords(context.arguments, 0, 0, Words::tr("This command takes no arguments."));
    if (!words)
        return usageError(context, self, words.error().what);
    const auto stores = context.services.stores.all();
    if (!stores)
        return context.console.fail(stores.error());
    if (context.console.isJson) {
        QJsonArray array;
        for (const ObjectStoreConfig &record : *stores)
            array << toJson(record);
        context.console.print(array);
        return 0;
    }
    if (stores->isEmpty()) {
        context.console.print(Words::tr("No store is set up. Add one with `yard store add NAME s3://BUCKET`."));
        return 0;
    }
    QList<QStringList> rows{{QStringLiteral("NAME"), QStringLiteral("ADDRESS"), QStringLiteral("ENDPOINT"), QStringLiteral("REGION")}};
    for (const ObjectStoreConfig &record : *stores)
        rows << QStringList{record.name, StoreAddress{record.kind, record.bucket, {}}.text(), record.endpoint,
                            record.region.isEmpty() ? QStringLiteral("-") : record.region};
    context.console.printTable(rows);
    return 0;
}

int listObjects(CommandContext &context, const Command &self)
{
    const QString recursive = QStringLiteral("--recursive"), named = QStringLiteral("--store");
    const auto options = readOptions(context.arguments, {named}, {recursive},
                                     {1, 1, Words::tr("Name one address, for example s3://bucket/folder/.")});
    if (!options)
        return usageError(context, self, options.error().what);
    const auto address = parseStoreAddress(options->rest.first());
    if (!address)
        return context.console.fail(address.error());
    const auto listing = context.console.wait(
        context.services.stores.list(*address, options->value(named), !options->has(recursive), context.console.stop()));
    if (!listing)
        return context.console.fail(listing.error());
    if (context.console.isJson) {
        QJsonArray array;
        for (const QString &folder : listing->folders)
            array << QJsonObject{{QStringLiteral("key"), folder},
                                 {QStringLiteral("kind"), QStringLiteral("folder")},
                                 {QStringLiteral("size"), QJsonValue()},
                                 {QStringLiteral("modified"), QJsonValue()}};
        for (const StoredObject &object : listing->objects)
            array << QJsonObject{{QStringLiteral("key"), object.key},
                                 {QStringLiteral("kind"), QStringLiteral("object")},
                                 {QStringLiteral("size"), object.size},
                                 {QStringLiteral("modified"), timeJson(object.modified)}};
        context.console.print(array);
        return 0;
    }
    QList<QStringList> rows{{QStringLiteral("KEY"), QStringLiteral("SIZE"), QStringLiteral("MODIFIED")}};
    for (const QString &folder : listing->folders)
        rows << QStringList{shownPath(folder), QStringLiteral("-"), QStringLiteral("-")};
    for (const StoredObject &object : listing->objects)
        rows << QStringList{shownPath(object.key), formatBytes(object.size), timeText(object.modified)};
    context.console.printTable(rows);
    return 0;
}

const char *accessName(StoreSettings::Access access)
{
    switch (access) {
    case StoreSettings::Access::Open: return "open";
    case StoreSettings::Access::Closed: return "closed";
    case StoreSettings::Access::Unknown: break;
    }
    return "unknown";
}

int printCheck(CommandContext &context, const StoreCheckup &checkup, bool hasAborted)
{
    const auto &[record, settings, uploads] = checkup;
    const bool isOpen = settings.publicAccess() == StoreSettings::Access::Open;
    if (context.console.isJson) {
        QJsonArray unfinished;
        for (const UnfinishedUpload &upload : uploads)
            unfinished << QJsonObject{{QStringLiteral("key"), upload.key}, {QStringLiteral("begun"), timeJson(upload.begun)}};
        context.console.print(
            QJsonObject{{QStringLiteral("store"), record.name},
                        {QStringLiteral("encrypted"), settings.isEncrypted ? QJsonValue(*settings.isEncrypted) : QJsonValue()},
                        {QStringLiteral("encryption"), settings.encryption.isEmpty() ? QJsonValue() : QJsonValue(settings.encryption)},
                        {QStringLiteral("public_access"), QLatin1String(accessName(settings.publicAccess()))},
                        {QStringLiteral("versioned"), settings.isVersioned ? QJsonValue(*settings.isVersioned) : QJsonValue()},
                        {QStringLiteral("unfinished_uploads"), unfinished},
                        {QStringLiteral("aborted"), hasAborted}});
        return isOpen ? 1 : 0;
    }
    context.console.print(Words::tr("“%1” is reachable and accepts the key.").arg(record.name));
    context.console.print(settings.isEncrypted == std::optional(true)
                              ? Words::tr("Encryption: on (%1).").arg(settings.encryption.isEmpty() ? unknownWord() : settings.encryption)
                          : settings.isEncrypted == std::optional(false) ? Words::tr("Encryption: off. Objects are stored unencrypted.")
                                                                         : Words::tr("Encryption: not reported by the store."));
    switch (settings.publicAccess()) {
    case StoreSettings::Access::Open:
        context.console.print(Words::tr("Public access: OPEN. Anyone can read this bucket: close it at the provider."));
        break;
    case StoreSettings::Access::Closed: context.console.print(Words::tr("Public access: closed.")); break;
    case StoreSettings::Access::Unknown:
        context.console.print(settings.byList == StoreSettings::Access::Closed
                                  ? Words::tr("Public access: the public cannot list it; other permissions are not reported by the store.")
                                  : Words::tr("Public access: not reported by the store."));
    }
    context.console.print(settings.isVersioned == std::optional(true)
                              ? Words::tr("Versions: kept. Removed or replaced objects still take up space.")
                          : settings.isVersioned == std::optional(false) ? Words::tr("Versions: not kept.")
                                                                         : Words::tr("Versions: not reported by the store."));
    if (uploads.isEmpty()) {
        context.console.print(Words::tr("Incomplete uploads: none."));
    } else {
        context.console.print(
            hasAborted ? Words::tr("Incomplete uploads: %n aborted, and their parts deleted.", nullptr, static_cast<int>(uploads.size()))
                       : Words::tr("Incomplete uploads: %n. Their parts cost space; --abort-uploads aborts them.", nullptr,
                                   static_cast<int>(uploads.size())));
        for (const UnfinishedUpload &upload : uploads)
            context.console.print(QStringLiteral("  %1  %2").arg(timeText(upload.begun), shownPath(upload.key)));
    }
    return isOpen ? 1 : 0;
}

int checkStore(CommandContext &context, const Command &self)
{
    const QString abort = QStringLiteral("--abort-uploads");
    const auto options = readOptions(context.arguments, {}, {abort}, {1, 1, Words::tr("Name one store.")});
    if (!options)
        return usageError(context, self, options.error().what);
    const auto checkup = context.console.wait(
        context.services.stores.check(options->rest.first(), options->has(abort), context.console.stop()));
    if (!checkup)
        return context.console.fail(checkup.error());
    return printCheck(context, *checkup, options->has(abort));
}

int removeStore(CommandContext &context, const Command &self)
{
    const auto words = readWords(context.arguments, 1, 1, Words::tr("Name one store."));
    if (!words)
        return usageError(context, self, words.error().what);
    const auto removed = context.services.stores.remove(words->first());
    return removed ? 0 : context.console.fail(removed.error());
}

}  // namespace

void addStoreCommands(Commands &commands)
{
    Command &adding = commands[QStringLiteral("store add")];
    adding = {
        QStringLiteral("store add [--preset PROVIDER] [--region REGION] [--endpoint URL] [--account ACCOUNT] [--path-style | --host-style] "
                       "[--from-environment | --keys FILE] [--no-check] [--insecure] NAME ADDRESS"),
        Words::tr("Sets up a bucket of an object store: s3://bucket or az://container. You are asked for the key on the terminal."),
        [&adding](CommandContext &context) { return addStore(context, adding); }};
    Command &listing = commands[QStringLiteral("store list")];
    listing = {QStringLiteral("store list"), Words::tr("Lists all stores."),
               [&listing](CommandContext &context) { return listStores(context, listing); }};
    Command &looking = commands[QStringLiteral("store ls")];
    looking = {QStringLiteral("store ls [--recursive] [--store NAME] ADDRESS"), Words::tr("Lists the objects below an address."),
               [&looking](CommandContext &context) { return listObjects(context, looking); }};
    Command &checking = commands[QStringLiteral("store check")];
    checking = {QStringLiteral("store check [--abort-uploads] NAME"),
                Words::tr("Checks whether a store is reachable, encrypts, is closed to the public, and has incomplete uploads."),
                [&checking](CommandContext &context) { return checkStore(context, checking); }};
    Command &removing = commands[QStringLiteral("store remove")];
    removing = {QStringLiteral("store remove NAME"), Words::tr("Removes a store and its key from Trainyard. The bucket is not changed."),
                [&removing](CommandContext &context) { return removeStore(context, removing); }};
}

}  // namespace trainyard
