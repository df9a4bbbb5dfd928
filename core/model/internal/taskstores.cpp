// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/internal/taskstores.h"

#include "core/model/objectstoreconfig.h"
#include "core/model/taskvariables.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Task)
};

}  // namespace

bool isOtherStore(const QString &source, const YAML::Node &node, IssueList &issues)
{
    static const QRegularExpression kOther(
        QStringLiteral("\\A(gs|r2|oci|cos|nebius|cw|vastdata|https://[a-z0-9]+\\.blob\\.core\\.windows\\.net)(://|/)"));
    if (!source.contains(kOther))
        return false;
    issues.error(node.Mark(),
                 Words::tr("'%1' has another address here: add the bucket with 'yard store add', and write s3://BUCKET/KEY, or "
                           "az://CONTAINER/KEY for Azure.")
                     .arg(shown(source)));
    return true;
}

namespace {

struct StoreEntry {
    QString name, source, store, mode = QStringLiteral("MOUNT");
    std::optional<bool> isReadOnly;

    // A bucket by its name alone is one of those that were added.
    QString address() const
    {
        if (!source.isEmpty() || name.isEmpty())
            return source;
        return (store == QLatin1String("azure") ? QStringLiteral("az://") : QStringLiteral("s3://")) + name;
    }
};

const QStringList &storeModes()
{
    static const QStringList modes{QStringLiteral("MOUNT"), QStringLiteral("COPY"), QStringLiteral("MOUNT_CACHED")};
    return modes;
}

StoreEntry readStoreEntry(const QString &target, const YAML::Node &node, IssueList &issues)
{
    StoreEntry entry;
    const auto text = [&](const char *name, QString &into) {
        return KeyHandler{QString::fromLatin1(name), [&issues, &into, name](const auto &, const auto &value) {
                              if (!value.IsNull())
                                  into = scalarText(value, QString::fromLatin1(name), issues).value_or(QString());
                          }};
    };
    const auto ignored = [](const char *name) { return KeyHandler{QString::fromLatin1(name), [](const auto &, const auto &) {}}; };
    readMap(node, target,
            {text("name", entry.name),
             text("source", entry.source),
             text("store", entry.store),
             ignored("persistent"),
             ignored("config"),
             ignored("_is_sky_managed"),
             ignored("_bucket_sub_path"),
             {QStringLiteral("read_only"),
              [&](const auto &, const auto &value) { entry.isReadOnly = scalarBool(value, QStringLiteral("read_only"), issues); }},
             {QStringLiteral("mode"),
              [&](const auto &, const auto &value) {
                  entry.mode = scalarText(value, QStringLiteral("mode"), issues).value_or(entry.mode).toUpper();
                  if (!storeModes().contains(entry.mode))
                      issues.error(value.Mark(), Words::tr("'mode' is MOUNT, COPY or MOUNT_CACHED."));
              }}},
            issues);
    return entry;
}

void readStoreMount(const QString &target, const YAML::Node &key, const YAML::Node &node, const StoreEntry &entry, Task &task,
                    IssueList &issues)
{
    const QString source = entry.address();
    if (isOtherStore(source, node, issues))
        return;
    if (!isStoreAddress(source)) {
        issues.error(key.Mark(),
                     Words::tr("'%1' is to be mounted from an object store: write its address, like 'source: s3://BUCKET/KEY'. Files of "
                               "this computer are copied, without 'mode'.")
                         .arg(shown(target)));
        return;
    }
    if (target.startsWith(u'/') && variablesIn(target).isEmpty() && !isMountTarget(target)) {
        issues.error(key.Mark(), Words::tr("'%1' is not a path to mount at: it must be absolute, like /data, without '..', commas and "
                                           "double quotes, and not below /trainyard.")
                                     .arg(shown(target)));
        return;
    }
    if (const auto address = parseStoreAddress(source); !address && variablesIn(source).isEmpty()) {
        issues.error(node.Mark(), address.error().what);
        return;
    }
    // SkyPilot's mounts can be written to, which is more than a task needs to read its data.
    if (!entry.isReadOnly)
        issues.warning(
            key.Mark(),
            Words::tr("'%1' is mounted so that the run can only read it: add 'read_only: false' if it writes there.").arg(shown(target)));
    task.storeMounts.insert(target,
                            StoreMount{source, entry.mode == QLatin1String("MOUNT_CACHED"), entry.isReadOnly && !*entry.isReadOnly});
}

}  // namespace

void checkStoreMounts(const YAML::Node &root, const Task &task, IssueList &issues)
{
    // A section may also come from a merge key.
    const auto markOf = [&root](const char *key) { return root[key].IsDefined() ? root[key].Mark() : root.Mark(); };
    for (auto mount = task.storeMounts.begin(); mount != task.storeMounts.end(); ++mount) {
        if (task.checkpoints && pathBelow(mount.key(), task.checkpoints->dir))
            issues.error(
                markOf("checkpoints"),
                Words::tr("The checkpoints are in '%1', which is mounted from an object store: choose another 'dir', and send them "
                          "there with 'yard checkpoint push'.")
                    .arg(shown(task.checkpoints->dir)));
        for (auto other = task.storeMounts.begin(); other != mount; ++other) {
            if (pathBelow(other.key(), mount.key()) || pathBelow(mount.key(), other.key()))
                issues.error(markOf("file_mounts"), Words::tr("'%1' and '%2' in 'file_mounts' are mounted into each other: choose other "
                                                              "paths.")
                                                        .arg(shown(other.key()), shown(mount.key())));
        }
        for (auto file = task.fileMounts.begin(); file != task.fileMounts.end(); ++file) {
            if (pathBelow(mount.key(), file.key()))
                issues.error(
                    markOf("file_mounts"),
                    Words::tr("'file_mounts' copies to '%1', where an object store is mounted: choose another path for one of the two.")
                        .arg(shown(file.key())));
        }
    }
}

std::optional<QString> storeSource(const QString &target, const YAML::Node &key, const YAML::Node &node, Task &task, IssueList &issues)
{
    const qsizetype before = issues.errors().size();
    const StoreEntry entry = readStoreEntry(target, node, issues);
    if (issues.errors().size() != before)
        return std::nullopt;
    if (entry.mode != QLatin1String("COPY")) {
        readStoreMount(target, key, node, entry, task, issues);
        return std::nullopt;
    }
    if (isOtherStore(entry.source, node, issues))
        return std::nullopt;
    if (isStoreAddress(entry.source))
        return entry.source;
    issues.error(key.Mark(),
                 Words::tr("'%1' is to be copied from the object store '%2': write its address, like 'source: s3://BUCKET/KEY'.")
                     .arg(shown(target), shown(!entry.source.isEmpty() ? entry.source : entry.name)));
    return std::nullopt;
}

}  // namespace trainyard
