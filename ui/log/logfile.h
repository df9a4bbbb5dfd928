// SPDX-License-Identifier: GPL-3.0-or-later
// One log file held open: a reader continues with the same file when another takes its name. Any thread.
// Read with pread, never mapped: truncation must not become a signal.
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

    // Fewer bytes at the end or on errors.
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
