// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/execution/launchplan/internal/storefiles.h"

#include "core/base/shellquote.h"
#include "core/execution/launchplan/internal/envfile.h"
#include "core/execution/launchplan/storemounter.h"
#include "core/model/taskvariables.h"

#include <algorithm>

namespace trainyard {

namespace {

// "$dir" in `stores.list`; the preview shows the folder instead.
struct StoreWords {
    QString directory;  // complete shell text, without its end quote: `"$dir`
    QString end;        // `"`

    QString file(const QString &name) const { return directory + u'/' + name + end; }
};

QString keyFile(qsizetype number) { return QStringLiteral("stores-%1.key").arg(number); }

QString bucketPath(const MountedStore &store, QLatin1Char separator)
{
    return store.key.isEmpty() ? store.store.bucket : store.store.bucket + separator + store.key;
}

QStringList rcloneWords(const MountedStore &store, qsizetype number, const StoreWords &words)
{
    QStringList list{QStringLiteral("rclone"), QStringLiteral("mount"), QStringLiteral("--config"),
                     words.file(QStringLiteral("stores.conf"))};
    if (!store.mount.isWritable)
        list << QStringLiteral("--read-only");
    // Without a cache, a file is sent while it is written, and closing it waits for the store.
    list << QStringLiteral("--vfs-cache-mode") << (store.mount.isCached ? QStringLiteral("full") : QStringLiteral("off"));
    if (store.mount.isCached)
        list << QStringLiteral("--vfs-write-back") << QStringLiteral("1s") << QStringLiteral("--cache-dir")
             << words.file(QStringLiteral("stores-%1.cache").arg(number));
    if (store.isShared)
        list << QStringLiteral("--allow-other");
    return list << shellQuoted(QStringLiteral("s%1:").arg(number) + bucketPath(store, QLatin1Char('/')));
}

QStringList mountS3Words(const MountedStore &store, qsizetype number, const StoreWords &words)
{
    QStringList list{QStringLiteral("env"),
                     QStringLiteral("AWS_SHARED_CREDENTIALS_FILE=") + words.file(keyFile(number)),
                     QStringLiteral("mount-s3"),
                     QStringLiteral("--foreground"),
                     QStringLiteral("--endpoint-url"),
                     shellQuoted(store.store.endpoint),
                     QStringLiteral("--region"),
                     shellQuoted(store.store.region)};
    if (store.store.isPathStyle)
        list << QStringLiteral("--force-path-style");
    if (store.mount.isWritable)
        list << QStringLiteral("--allow-delete") << QStringLiteral("--allow-overwrite");
    else
        list << QStringLiteral("--read-only");
    if (store.mount.isCached)
        list << QStringLiteral("--cache") << words.file(QStringLiteral("stores-%1.cache").arg(number));
    if (store.isShared)
        list << QStringLiteral("--allow-other");
    if (!store.key.isEmpty())
        list << QStringLiteral("--prefix") << shellQuoted(store.key + u'/');
    return list << shellQuoted(store.store.bucket);
}

QStringList s3fsWords(const MountedStore &store, qsizetype number, const StoreWords &words)
{
    const auto option = [](const QString &text) { return QStringLiteral("-o ") + text; };
    QStringList list{QStringLiteral("s3fs"), QStringLiteral("-f"), option(QStringLiteral("passwd_file=") + words.file(keyFile(number))),
                     option(shellQuoted(QStringLiteral("url=") + store.store.endpoint)),
                     option(shellQuoted(QStringLiteral("endpoint=") + store.store.region))};
    if (store.store.isPathStyle)
        list << option(QStringLiteral("use_path_request_style"));
    if (!store.mount.isWritable)
        list << option(QStringLiteral("ro"));
    if (store.mount.isCached)
        list << option(QStringLiteral("use_cache=") + words.file(QStringLiteral("stores-%1.cache").arg(number)));
    if (store.isShared)
        list << option(QStringLiteral("allow_other"));
    return list << shellQuoted(store.key.isEmpty() ? store.store.bucket : store.store.bucket + QStringLiteral(":/") + store.key);
}

QStringList goofysWords(const MountedStore &store, qsizetype number, const StoreWords &words)
{
    QStringList list{QStringLiteral("env"),        QStringLiteral("AWS_SHARED_CREDENTIALS_FILE=") + words.file(keyFile(number)),
                     QStringLiteral("goofys"),     QStringLiteral("-f"),
                     QStringLiteral("--endpoint"), shellQuoted(store.store.endpoint),
                     QStringLiteral("--region"),   shellQuoted(store.store.region)};
    if (!store.store.isPathStyle)
        list << QStringLiteral("--subdomain");
    if (!store.mount.isWritable)
        list << QStringLiteral("-o ro");
    if (store.isShared)
        list << QStringLiteral("-o allow_other");
    return list << shellQuoted(bucketPath(store, QLatin1Char(':')));
}

QStringList mountWords(const MountedStore &store, qsizetype number, const StoreWords &words)
{
    if (store.program == QLatin1String("rclone"))
        return rcloneWords(store, number, words);
    if (store.program == QLatin1String("mount-s3"))
        return mountS3Words(store, number, words);
    return store.program == QLatin1String("s3fs") ? s3fsWords(store, number, words) : goofysWords(store, number, words);
}

// A section of rclone's configuration.
QByteArray rcloneSection(const MountedStore &store, qsizetype number)
{
    const ObjectStoreConfig &config = store.store;
    QByteArray text = "[s" + QByteArray::number(number) + "]\n";
    const auto add = [&text](const char *key, const QByteArray &value) {
        if (!value.isEmpty())
            text += QByteArray(key) + " = " + value + '\n';
    };
    if (config.kind == ObjectStoreKind::Azure) {
        add("type", "azureblob");
        add("account", config.key.id);
        add("key", config.key.secret);
        add("endpoint", config.endpoint.toUtf8());
        return text;
    }
    add("type", "s3");
    add("provider", config.preset == QLatin1String("aws") ? "AWS" : "Other");
    add("access_key_id", config.key.id);
    add("secret_access_key", config.key.secret);
    add("session_token", config.key.token);
    add("region", config.region.toUtf8());
    add("endpoint", config.endpoint.toUtf8());
    add("force_path_style", config.isPathStyle ? "true" : "false");
    add("no_check_bucket", "true");
    return text;
}

QByteArray keyText(const MountedStore &store)
{
    const AccessKey &key = store.store.key;
    if (store.program == QLatin1String("s3fs"))
        return "AWSAccessKeyId=" + key.id + "\nAWSSecretKey=" + key.secret + '\n';  // its own form has no id with a colon
    QByteArray text = "[default]\naws_access_key_id = " + key.id + "\naws_secret_access_key = " + key.secret + '\n';
    if (!key.token.isEmpty())
        text += "aws_session_token = " + key.token + '\n';
    return text;
}

}  // namespace

QStringList storeMounters()
{
    return {QStringLiteral("rclone"), QStringLiteral("mount-s3"), QStringLiteral("s3fs"), QStringLiteral("goofys")};
}

QString mounterFor(const QStringList &there, const StoreMount &mount, const ObjectStoreConfig &store)
{
    const auto can = [&](const QString &program) {
        if (!there.contains(program))
            return false;
        if (program == QLatin1String("rclone"))
            return true;
        if (store.kind != ObjectStoreKind::S3)
            return false;
        if (program == QLatin1String("s3fs"))
            return store.key.token.isEmpty();  // its file has no place for one
        // What is written is not kept on disk by the other two.
        return !mount.isCached || (program == QLatin1String("mount-s3") && !mount.isWritable);
    };
    const QStringList known = storeMounters();
    const auto found = std::find_if(known.begin(), known.end(), can);
    return found == known.end() ? QString() : *found;
}

QString storePlace(const LaunchInput &input, qsizetype number, const QString &directory)
{
    const QString &target = input.stores[number].target;
    if (input.engine != EngineKind::Process)
        return directory + QStringLiteral("/stores/%1").arg(number);
    return target.startsWith(u'/') ? target : QStringLiteral("~/") + homeTarget(target);
}

QList<RunFile> storeFiles(const LaunchInput &input)
{
    if (input.stores.isEmpty())
        return {};
    const StoreWords words{QStringLiteral("\"$dir"), QStringLiteral("\"")};
    QList<RunFile> files;
    QByteArray calls = "# The object stores that stores.sh mounts for this run.\n", sections;
    for (qsizetype number = 0; number < input.stores.size(); ++number) {
        const MountedStore &store = input.stores[number];
        const QString target = input.engine == EngineKind::Process ? shellPath(storePlace(input, number, {}))
                                                                   : QStringLiteral("\"$dir/stores/%1\"").arg(number);
        const bool hasCache = store.mount.isCached;
        const QString cache = hasCache ? words.file(QStringLiteral("stores-%1.cache").arg(number)) : QStringLiteral("-");
        calls += QStringLiteral("store %1 %2 %3 %4\n")
                     .arg(QString::number(number), target, cache, mountWords(store, number, words).join(u' '))
                     .toUtf8();
        if (store.program == QLatin1String("rclone"))
            sections += rcloneSection(store, number);
        else
            files << RunFile{keyFile(number), keyText(store), 0600};
    }
    if (!sections.isEmpty())
        files << RunFile{QStringLiteral("stores.conf"), sections, 0600};
    return files << RunFile{QStringLiteral("stores.list"), calls, 0600};
}

QStringList shownStoreCommands(const LaunchInput &input, const QString &directory)
{
    QStringList lines;
    for (qsizetype number = 0; number < input.stores.size(); ++number) {
        const MountedStore &store = input.stores[number];
        QStringList words = mountWords(store, number, {directory, {}});
        const QString place = storePlace(input, number, directory);
        words << (place.startsWith(QLatin1String("~/")) ? place : shellQuoted(place));
        lines << words.join(u' ');
    }
    return lines;
}

}  // namespace trainyard
