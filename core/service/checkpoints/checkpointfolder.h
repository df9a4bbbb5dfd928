// SPDX-License-Identifier: GPL-3.0-or-later
// A folder that was looked through for checkpoints: what was found, and the ways to read and to change it. Blocking, worker
// threads; one thread at a time.
#pragma once

#include "core/service/checkpoints/checkpointplace.h"
#include "core/service/checkpoints/countedsource.h"
#include "core/transport/objectstore/objectstore.h"
#include "core/transport/ssh/sshconnection.h"
#include "core/transport/transfer/folderreader.h"

#include <QElapsedTimer>

#include <memory>

namespace trainyard {

struct CheckpointFolder {
    std::shared_ptr<SshConnection> connection;  // null: on this computer or in a store
    std::unique_ptr<ObjectStore> store;         // null: it is none
    QString path;                               // in a store its address
    std::unique_ptr<CheckpointPlace> place;
    std::unique_ptr<CountedSource> source;
    QList<Checkpoint> checkpoints;
    QStringList unreadable;  // folders below it that may not be read

    // `pattern` as in findCheckpoints(). With `file` only what that file of the folder is. NotFound where there is no such folder.
    static Result<CheckpointFolder> openLocal(const QString &path, const QString &pattern, std::stop_token stop = {},
                                              const QString &file = {});
    static Result<CheckpointFolder> openRemote(const std::shared_ptr<SshConnection> &connection, const QString &path,
                                               const QString &pattern, std::stop_token stop = {}, const QString &file = {});
    // A folder, or a file: then that file alone, whatever its name, or the set of shards that it is one of.
    static Result<CheckpointFolder> openLocalPath(const QString &path, std::stop_token stop = {});
    static Result<CheckpointFolder> openRemotePath(const std::shared_ptr<SshConnection> &connection, const QString &path,
                                                   std::stop_token stop = {});
    // What lies below `key`/, or the object `key`; an empty one is the whole bucket. A slash at its end changes nothing.
    static Result<CheckpointFolder> openStore(const ObjectStoreConfig &record, const QString &key, std::stop_token stop = {},
                                              const StoreLimits &limits = {});

    // Asked so far: bytes of files, and ranges of them; of a store all requests, tries and listings too.
    qint64 bytesRead() const { return source ? source->bytesRead() : 0; }
    int requests() const;

    // A second listing, a second after the first, where something seems cut off that was written within the hour: what has
    // changed since then is BeingWritten.
    Result<void> lookAgain(std::stop_token stop = {});

    // By name, file, folder or step; the latest good one, or the only one there is, where `what` is empty. NotFound.
    Result<Checkpoint> choose(const QString &what) const;

private:
    static Result<CheckpointFolder> ofMachine(const std::shared_ptr<SshConnection> &connection, const QString &path, OpenedFolder opened,
                                              const QString &pattern, const QString &file, std::stop_token stop);
    Result<void> fill(const FolderListing &listing, const QString &pattern, const QString &file, std::stop_token stop);

    std::shared_ptr<FolderReader> m_reader;  // of a machine that has python3
    QElapsedTimer m_sinceListing;
    FolderListing m_listing;
};

}  // namespace trainyard
