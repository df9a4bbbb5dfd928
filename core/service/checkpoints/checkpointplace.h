// SPDX-License-Identifier: GPL-3.0-or-later
// A folder with checkpoints on this computer, on a machine or in an object store, for code that changes something there: the trash and the
// manifests. All names are relative to the folder and were checked (isSafeRelative). Moving and removing never follow a link to its target.
// Blocking; worker threads; one thread at a time.
//
// Errors: NotFound, PermissionDenied, NoSpace, AlreadyExists, Cancelled, Io, and those of the connection.
#pragma once

#include "core/base/result.h"
#include "core/checkpoint/format/checkpoint.h"

#include <QByteArray>
#include <QList>
#include <QString>

#include <functional>
#include <stop_token>

namespace trainyard {

struct PlaceEntry {
    QString name;           // without the folder
    bool isFolder = false;  // false for a link to a folder
};

class CheckpointPlace {
public:
    virtual ~CheckpointPlace() = default;

    // Everything below `folder` that is not itself a folder, including hidden names and links. An empty `folder` is the place itself.
    virtual Result<QList<CheckpointFile>> list(const QString &folder, std::stop_token stop) = 0;
    // The direct contents of the folder.
    virtual Result<QList<PlaceEntry>> entries(const QString &folder, std::stop_token stop) = 0;
    // Also makes its parents; succeeds when it exists.
    virtual Result<void> makeFolder(const QString &name, std::stop_token stop) = 0;
    // One rename, whatever is inside; AlreadyExists rather than overwriting something. Cannot move to another file system.
    virtual Result<void> move(const QString &from, const QString &to, std::stop_token stop) = 0;
    // Removes it with everything in it. Only below the trash.
    virtual Result<void> removeTree(const QString &name, std::stop_token stop) = 0;
    // False in an object store: nothing can be moved as a whole there, and what is removed is gone.
    virtual bool hasTrash() const { return true; }
    // Removes files and folders permanently, beginning with what marks them as complete; only where there is no trash. Io, and all of it
    // stays, when they no longer hold `bytes`, or one of `files` has changed.
    virtual Result<void> removeForGood(const QStringList &paths, const QList<CheckpointFile> &files, qint64 bytes, std::stop_token stop)
    {
        Q_UNUSED(paths)
        Q_UNUSED(files)
        Q_UNUSED(bytes)
        Q_UNUSED(stop)
        return Error{ErrorCode::Unsupported, {}, {}};
    }
    // Removes a single file; succeeds when it does not exist.
    virtual Result<void> removeFile(const QString &name, std::stop_token stop) = 0;
    // Writes under another name, then renames: readers never see a partial file.
    virtual Result<void> write(const QString &name, const QByteArray &content, std::stop_token stop) = 0;
    // NotFound; Corrupt when it is larger than `limit`.
    virtual Result<QByteArray> read(const QString &name, qint64 limit, std::stop_token stop) = 0;
    // SHA-256 of each, in order, computed where the files are. Unsupported: the machine has no program for it.
    virtual Result<QList<QByteArray>> digests(const QList<CheckpointFile> &files, const std::function<void(qint64)> &bytesDone,
                                              std::stop_token stop) = 0;
    // Space available to an ordinary user.
    virtual Result<qint64> freeBytes(std::stop_token stop) = 0;
    // Seconds since 1970 by the clock that dates the files.
    virtual qint64 now(std::stop_token stop) = 0;
};

}  // namespace trainyard
