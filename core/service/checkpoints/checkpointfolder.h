// SPDX-License-Identifier: GPL-3.0-or-later
// A folder that was scanned for checkpoints: what was found, and how to read and change it. Blocking, worker threads; one thread at a time.
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
    std::unique_ptr<ObjectStore> store;         // null: not in a store
    QString path;                               // of a store: its address
    std::unique_ptr<CheckpointPlace> place;
    std::unique_ptr<CountedSource> source;
    QList<Checkpoint> checkpoints;
    QStringList unreadable;  // subfolders without read permission

    // `pattern` as in findCheckpoints(). With `file`, only the checkpoint that this file of the folder belongs to. NotFound when the folder
    // does not exist.
    static Result<CheckpointFolder> openLocal(const QString &path, const QString &pattern, std::stop_token stop = {},
                                              const QString &file = {});
    static Result<CheckpointFolder> openRemote(const std::shared_ptr<SshConnection> &connection, const QString &path,
                                               const QString &pattern, std::stop_token stop = {}, const QString &file = {});
    // A folder, or a file: then only that file, whatever its name, or the set of shards that it belongs to.
    static Result<CheckpointFolder> openLocalPath(const QString &path, std::stop_token stop = {});
    static Result<CheckpointFolder> openRemotePath(const std::shared_ptr<SshConnection> &connection, const QString &path,
                                                   std::stop_token stop = {});
    // Everything below `key`/, or the object `key`; an empty key means the whole bucket. A trailing slash changes nothing.
    static Result<CheckpointFolder> openStore(const ObjectStoreConfig &record, const QString &key, std::stop_token stop = {},
                                              const StoreLimits &limits = {});

    // Requested so far: bytes of files, and ranges of them; for a store, all requests including retries and listings.
    qint64 bytesRead() const { return source ? source->bytesRead() : 0; }
    int requests() const;

    // Lists the folder a second time, one second after the first, when a file written within the last hour seems truncated. Checkpoints
    // that changed in between become BeingWritten.
    Result<void> lookAgain(std::stop_token stop = {});

    // Finds one by name, file, folder or step. An empty `what` means the latest good one, or the only one there is. NotFound.
    Result<Checkpoint> choose(const QString &what) const;

private:
    static Result<CheckpointFolder> ofMachine(const std::shared_ptr<SshConnection> &connection, const QString &path, OpenedFolder opened,
                                              const QString &pattern, const QString &file, std::stop_token stop);
    Result<void> fill(const FolderListing &listing, const QString &pattern, const QString &file, std::stop_token stop);

    std::shared_ptr<FolderReader> m_reader;  // for a machine that has python3
    QElapsedTimer m_sinceListing;
    FolderListing m_listing;
};

}  // namespace trainyard
