// SPDX-License-Identifier: GPL-3.0-or-later
// A folder with checkpoints in it, on this computer, on a machine or in an object store, for those who change something there: the trash and
// the manifests. All names are relative to the folder and were checked (isSafeRelative); links are never followed to what
// they point to where something is moved or removed. Blocking; worker threads; one thread at a time.
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
    bool isFolder = false;  // a link to one is none
};

class CheckpointPlace {
public:
    virtual ~CheckpointPlace() = default;

    // Everything below `folder` that is no folder itself, hidden names and links too. An empty `folder` is the place itself.
    virtual Result<QList<CheckpointFile>> list(const QString &folder, std::stop_token stop) = 0;
    // What lies directly in it.
    virtual Result<QList<PlaceEntry>> entries(const QString &folder, std::stop_token stop) = 0;
    // With its parents; fine when it exists.
    virtual Result<void> makeFolder(const QString &name, std::stop_token stop) = 0;
    // By one rename, whatever lies in it; AlreadyExists rather than over something. Not to another file system.
    virtual Result<void> move(const QString &from, const QString &to, std::stop_token stop) = 0;
    // With everything in it. Only below the trash.
    virtual Result<void> removeTree(const QString &name, std::stop_token stop) = 0;
    // False in an object store: nothing is moved as a whole there, and what is removed is gone.
    virtual bool hasTrash() const { return true; }
    // Files and folders for good, what marks them as complete first; only where there is no trash. Io, and all of it stays, when they
    // hold other than `bytes` by now, or one of `files` is not what it was.
    virtual Result<void> removeForGood(const QStringList &paths, const QList<CheckpointFile> &files, qint64 bytes, std::stop_token stop)
    {
        Q_UNUSED(paths)
        Q_UNUSED(files)
        Q_UNUSED(bytes)
        Q_UNUSED(stop)
        return Error{ErrorCode::Unsupported, {}, {}};
    }
    // A single one; fine when it is gone.
    virtual Result<void> removeFile(const QString &name, std::stop_token stop) = 0;
    // Under another name first, then renamed: readers never see half.
    virtual Result<void> write(const QString &name, const QByteArray &content, std::stop_token stop) = 0;
    // NotFound; Corrupt when there is more than `limit`.
    virtual Result<QByteArray> read(const QString &name, qint64 limit, std::stop_token stop) = 0;
    // SHA-256 of each, in order, computed where the files are. Unsupported: the machine has no program for it.
    virtual Result<QList<QByteArray>> digests(const QList<CheckpointFile> &files, const std::function<void(qint64)> &bytesDone,
                                              std::stop_token stop) = 0;
    // For an ordinary user.
    virtual Result<qint64> freeBytes(std::stop_token stop) = 0;
    // Seconds since 1970 by the clock that dates the files.
    virtual qint64 now(std::stop_token stop) = 0;
};

}  // namespace trainyard
