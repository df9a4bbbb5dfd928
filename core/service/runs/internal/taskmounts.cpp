// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/internal/taskmounts.h"

#include "core/execution/launchplan/storemounter.h"
#include "core/execution/registry/executionbackends.h"
#include "core/storage/database/objectstorefile.h"

#include <QCoreApplication>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::TaskMounts)
};

Error missing(const QString &what) { return {ErrorCode::Unsupported, what, {}}; }

Result<MountedStore> mountedStore(const QString &target, const StoreMount &mount, const MachineFacts &facts, const Paths &paths)
{
    TRY(const auto address, parseStoreAddress(mount.source));
    TRY(const auto store, objectStoreOf(paths, address));
    MountedStore mounted;
    mounted.target = target;
    mounted.mount = mount;
    mounted.store = store;
    mounted.key = address.key;
    while (mounted.key.endsWith(u'/'))
        mounted.key.chop(1);
    mounted.program = mounterFor(facts.storeMounters, mount, store);
    if (!mounted.program.isEmpty())
        return mounted;
    if (facts.storeMounters.isEmpty())
        return missing(Words::tr("%1 has no program that mounts %2: install rclone, mount-s3, s3fs or goofys there, or use 'mode: COPY'.")
                           .arg(facts.hostName, mount.source));
    return missing(Words::tr("%1 cannot mount %2 in this way with %3: install rclone there, or use 'mode: COPY'.")
                       .arg(facts.hostName, mount.source, facts.storeMounters.join(QStringLiteral(", "))));
}

Result<QString> folderOf(const QString &volume, const MachineFacts &facts)
{
    const bool isDevice = volume.startsWith(QLatin1String("/dev/"));
    if (!isDevice && !isVolumeName(volume))
        return volume;  // launch.sh finds out whether it is there
    QStringList folders;
    bool isKnown = false;
    for (const MachineFacts::Volume &known : facts.volumes) {
        if ((isDevice ? known.device : known.name) != volume)
            continue;
        isKnown = true;
        if (!known.folder.isEmpty() && !folders.contains(known.folder))
            folders << known.folder;
    }
    if (folders.size() == 1)
        return folders.first();
    if (!folders.isEmpty())
        return Error{ErrorCode::InvalidInput,
                     Words::tr("'%1' can be several volumes of %2: write the folder of one in the task: %3.")
                         .arg(volume, facts.hostName, folders.join(QStringLiteral(", "))),
                     {}};
    if (isKnown || isDevice)
        return Error{
            ErrorCode::NotFound, Words::tr("The volume '%1' is not mounted on %2: mount it there first.").arg(volume, facts.hostName), {}};
    return Error{
        ErrorCode::NotFound,
        Words::tr("%1 has no volume '%2': mount it there, as at /mnt/%2, or write its folder in the task.").arg(facts.hostName, volume),
        {}};
}

}  // namespace

Result<QList<MountedStore>> mountedStores(const Task &task, EngineKind engine, const MachineFacts &facts, const Paths &paths)
{
    QList<MountedStore> stores;
    for (auto mount = task.storeMounts.begin(); mount != task.storeMounts.end(); ++mount) {
        TRY(auto store, mountedStore(mount.key(), *mount, facts, paths));
        // The daemon is another user, unless the person is root.
        const bool isForDaemon = capabilitiesOf(engine).hasDaemon && facts.user != QLatin1String("root");
        if (isForDaemon && !facts.canShareMounts)
            return missing(Words::tr("The daemon of %1 may not see what your user mounts on %2: add the line user_allow_other to "
                                     "/etc/fuse.conf there, or use 'mode: COPY'.")
                               .arg(engineName(engine), facts.hostName));
        // Root gives the run to another user, whom FUSE would not let in.
        const bool isForOther = capabilitiesOf(engine).isContainer && facts.user == QLatin1String("root") && task.user == UserKind::Ids;
        store.isShared = isForDaemon || isForOther;
        stores << store;
    }
    if (!stores.isEmpty() && !facts.canMount)
        return missing(Words::tr("%1 cannot mount object stores, because it has no FUSE: install fuse3 there, or use 'mode: COPY'.")
                           .arg(facts.hostName));
    return stores;
}

Result<QMap<QString, FolderMount>> volumeMounts(const Task &task, const MachineFacts &facts)
{
    QMap<QString, FolderMount> mounts;
    for (auto volume = task.volumes.begin(); volume != task.volumes.end(); ++volume) {
        TRY(const auto folder, folderOf(volume->source, facts));
        mounts.insert(volume.key(), FolderMount{folder, volume->isReadOnly});
    }
    return mounts;
}

}  // namespace trainyard
