// A folder that was looked through for checkpoints: what was found, and the ways to read and to change it. Blocking, worker
// threads; one thread at a time.
#pragma once

#include "core/checkpoint/checkpointplace.h"
#include "core/format/filesource.h"
#include "core/ssh/sshconnection.h"

#include <memory>

namespace trainyard {

struct CheckpointFolder {
    std::shared_ptr<SshConnection> connection;      // null: on this computer
    QString path;
    std::unique_ptr<CheckpointPlace> place;
    std::unique_ptr<FileSource> source;
    QList<Checkpoint> checkpoints;

    // `pattern` as in findCheckpoints(). With `file` only what that file of the folder is. NotFound where there is no such folder.
    static Result<CheckpointFolder> openLocal(const QString &path, const QString &pattern, std::stop_token stop = {},
                                              const QString &file = {});
    static Result<CheckpointFolder> openRemote(const std::shared_ptr<SshConnection> &connection, const QString &path,
                                               const QString &pattern, std::stop_token stop = {}, const QString &file = {});
    // A folder, or a file: then that file alone, whatever its name, or the set of shards that it is one of.
    static Result<CheckpointFolder> openLocalPath(const QString &path, std::stop_token stop = {});
    static Result<CheckpointFolder> openRemotePath(const std::shared_ptr<SshConnection> &connection, const QString &path,
                                                   std::stop_token stop = {});

    // By name, file, folder or step; the latest good one, or the only one there is, where `what` is empty. NotFound.
    Result<Checkpoint> choose(const QString &what) const;
};

}  // namespace trainyard
