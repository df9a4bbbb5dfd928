// SPDX-License-Identifier: GPL-3.0-or-later
// One log file held open: a reader keeps reading the same file when another file takes over its name. Any thread. Read with pread, never
// mapped, because truncation of a mapped file would raise a signal.
#pragma once

#include <QtGlobal>

#include <cerrno>
#include <sys/stat.h>
#include <unistd.h>

namespace trainyard {

struct LogFile {
    int fd = -1;
    dev_t device = 0;
    ino_t inode = 0;

    LogFile() = default;
    LogFile(const LogFile &) = delete;
    LogFile &operator=(const LogFile &) = delete;
    ~LogFile()
    {
        if (fd >= 0)
            ::close(fd);
    }

    // Returns fewer bytes at the end or on errors.
    qint64 readAt(char *buffer, qint64 length, qint64 offset) const
    {
        qint64 done = 0;
        while (done < length) {
            const ssize_t got = ::pread(fd, buffer + done, size_t(length - done), offset + done);
            if (got < 0 && errno == EINTR)
                continue;
            if (got <= 0)
                break;
            done += got;
        }
        return done;
    }
};

}  // namespace trainyard
