// SPDX-License-Identifier: GPL-3.0-or-later
// The files of a run's directory (docs/run-directory.md) on one of its nodes, however it is reached: over SFTP on a machine or a
// cluster's shared disk, or through a pod in a volume. ExecutionBackend::attach() makes one. Names are file names without a path. Any
// thread; each call blocks until it is done, the deadline passes or `stop` is requested.
//
// Errors: NotFound, PermissionDenied, NoSpace, ConnectionLost, TimedOut, Cancelled, Io.
#pragma once

#include "core/base/result.h"
#include "core/model/remotefile.h"

#include <QByteArray>
#include <QDeadlineTimer>
#include <QList>

#include <stop_token>

namespace trainyard {

class RunFiles {
public:
    virtual ~RunFiles() = default;

    virtual Result<QList<RemoteFile>> list(QDeadlineTimer deadline, std::stop_token stop) = 0;  // NotFound: the directory is gone
    virtual Result<RemoteFile> stat(const QString &name, QDeadlineTimer deadline, std::stop_token stop) = 0;
    // At most `length` bytes from `offset` on; fewer only at the end of the file. The run itself can put anything in its directory: read
    // only what stat() or list() reports as a regular file, because a pipe would block forever.
    virtual Result<QByteArray> read(const QString &name, qint64 offset, qint64 length, QDeadlineTimer deadline, std::stop_token stop) = 0;
    // The whole content, with mode 0600; readers see the old or the new content, never a part.
    virtual Result<void> write(const QString &name, const QByteArray &content, QDeadlineTimer deadline, std::stop_token stop) = 0;
};

}  // namespace trainyard
