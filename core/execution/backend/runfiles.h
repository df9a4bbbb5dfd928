// SPDX-License-Identifier: GPL-3.0-or-later
// The files of a run's directory (docs/run-directory.md) on one of its nodes, however that directory is reached: over SFTP on a machine
// or a cluster's shared disk, through a pod in a volume. ExecutionBackend::attach() makes one. Names are those of the files, without a
// path. Any thread; each call blocks until it is done, the deadline passes or `stop` asks.
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
    // At most `length` bytes from `offset` on; fewer only at the end of the file. The run itself can put anything in its directory:
    // what stat() or list() does not call a regular file must not be read, because a pipe would never answer.
    virtual Result<QByteArray> read(const QString &name, qint64 offset, qint64 length, QDeadlineTimer deadline, std::stop_token stop) = 0;
    // The whole content, with mode 0600; readers see the old one or the new one, never a part.
    virtual Result<void> write(const QString &name, const QByteArray &content, QDeadlineTimer deadline, std::stop_token stop) = 0;
};

}  // namespace trainyard
