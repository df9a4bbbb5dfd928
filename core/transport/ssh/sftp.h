// SPDX-License-Identifier: GPL-3.0-or-later
// Files of a machine over the SFTP subsystem (version 3, draft-ietf-secsh-filexfer-02, with OpenSSH's posix-rename and fsync extensions
// if the server has them). Obtained from SshConnection::sftp(). Any thread; each call blocks until done, deadline or stop. Several calls
// share the channel and overlap. A call whose stop was requested before it began does nothing.
//
// Errors: NotFound, PermissionDenied, NoSpace, AlreadyExists, ConnectionLost, TimedOut, Cancelled, Io. Paths are remote bytes as UTF-8;
// relative ones start at the login directory (usually the home).
#pragma once

#include "core/base/result.h"
#include "core/model/remotefile.h"

#include <QByteArray>
#include <QDeadlineTimer>
#include <QList>

#include <functional>
#include <memory>
#include <stop_token>

namespace trainyard {

class FileChannel;

// A file of the machine held open for reading, so that a read costs one round trip. It holds the channel: destroy it when done, and
// before the Sftp it came from. Any thread.
class RemoteReader {
public:
    virtual ~RemoteReader() = default;
    // At most `length` bytes from `offset`; fewer only at the end of the file, none past it. Requests are pipelined, so a call of any
    // length costs about one round trip per window.
    Result<QByteArray> read(qint64 offset, qint64 length, QDeadlineTimer deadline, std::stop_token stop = {});

protected:
    virtual Result<QByteArray> readRange(qint64 offset, qint64 length, QDeadlineTimer deadline, std::stop_token stop) = 0;
};

class Sftp {
public:
    virtual ~Sftp() = default;

    // For many requests at once (filechannel.h), over the same channel as the calls below. Null if the machine has no SFTP; the calls
    // below work without it.
    virtual std::unique_ptr<FileChannel> channel();

    virtual Result<RemoteFile> stat(const QString &path, QDeadlineTimer deadline, std::stop_token stop = {}) = 0;
    virtual Result<QList<RemoteFile>> list(const QString &directory, QDeadlineTimer deadline,
                                           std::stop_token stop = {}) = 0;  // without . and ..
    virtual Result<void> makePath(const QString &directory, int mode, QDeadlineTimer deadline,
                                  std::stop_token stop = {}) = 0;  // fine when it exists
    virtual Result<void> remove(const QString &file, QDeadlineTimer deadline, std::stop_token stop = {}) = 0;
    virtual Result<void> rename(const QString &from, const QString &to, QDeadlineTimer deadline,
                                std::stop_token stop = {}) = 0;  // replaces `to` atomically
    virtual Result<QString> realPath(const QString &path, QDeadlineTimer deadline, std::stop_token stop = {}) = 0;

    // A missing or forbidden file may only be noticed at the first read.
    virtual Result<std::unique_ptr<RemoteReader>> open(const QString &path, QDeadlineTimer deadline, std::stop_token stop = {}) = 0;
    // Opens, reads once and closes.
    Result<QByteArray> read(const QString &path, qint64 offset, qint64 length, QDeadlineTimer deadline, std::stop_token stop = {});
    // Writes the whole content under a temporary name, calls fsync where possible, then renames: readers never see a partial file.
    virtual Result<void> write(const QString &path, const QByteArray &content, int mode, QDeadlineTimer deadline,
                               std::stop_token stop = {}) = 0;

    // The same for content of any size. The source returns up to `limit` bytes at an offset; offsets ascend without gaps, and exactly
    // `size` bytes are requested. Its error ends the call. Called on the calling thread.
    using Source = std::function<Result<QByteArray>(qint64 offset, qsizetype limit)>;
    virtual Result<void> writeFrom(const QString &path, qint64 size, const Source &source, int mode, QDeadlineTimer deadline,
                                   std::stop_token stop = {}) = 0;
};

}  // namespace trainyard
