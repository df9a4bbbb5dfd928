// SPDX-License-Identifier: GPL-3.0-or-later
// Files of this computer by their raw byte names: lists a tree, and writes into one without ever leaving it. Uses POSIX calls, because
// QFile supports only names that are valid text. Blocking; any thread.
#pragma once

#include "core/base/result.h"
#include "core/transport/transfer/ignorerules.h"

#include <QByteArray>
#include <QList>

#include <optional>
#include <stop_token>
#include <utility>

namespace trainyard {

struct TreeEntry {
    QByteArray path;  // below the top; empty = the top itself is a file
    qint64 size = 0;
    qint64 modified = 0;    // seconds since 1970
    quint32 mode = 0;       // permissions only
    QByteArray linkTarget;  // of links
};

struct FileTree {
    bool isFile = false;  // the top is one file: files has one entry
    quint32 topMode = 0755;
    QList<TreeEntry> folders;  // parents first
    QList<TreeEntry> files, links;
    QList<QByteArray> others;      // devices, sockets, pipes
    QList<QByteArray> unreadable;  // folders; only if the filter skips them
};

struct TreeFilter {
    bool obeysIgnoreFiles = false;
    IgnoreRules excludes;
    bool passesUnreadable = false;  // else an unreadable folder fails everything: a copy without it would be incomplete
};

class LocalFd {
public:
    explicit LocalFd(int fd = -1) : m_fd(fd) {}
    ~LocalFd();
    LocalFd(LocalFd &&other) noexcept : m_fd(std::exchange(other.m_fd, -1)) {}
    LocalFd &operator=(LocalFd &&other) noexcept
    {
        std::swap(m_fd, other.m_fd);
        return *this;
    }
    int get() const { return m_fd; }
    bool isOpen() const { return m_fd >= 0; }

private:
    int m_fd;
};

// The Error for an errno on a path: NotFound, PermissionDenied, NoSpace, Io.
Error localFileError(int error, const QByteArray &path);

Result<FileTree> listLocalTree(const QByteArray &top, const TreeFilter &filter, std::stop_token stop);

// Joins a top and a path below it.
QByteArray joinedPath(const QByteArray &top, const QByteArray &below);
// ".name.1a2b3c4d.part" beside the file: the digits identify the state of the source, so a part of other content is never mistaken for
// one of this.
QByteArray partNameOf(const QByteArray &path, qint64 size, qint64 modified);

// A folder that files are written into. Links inside it are never followed.
class LocalTarget {
public:
    // `top` is a folder or, with `isFile`, a file in the folder to use. Creates missing folders.
    static Result<LocalTarget> open(const QByteArray &top, bool isFile);

    QByteArray nameOf(const QByteArray &path) const { return path.isEmpty() ? m_fileName : path; }
    Result<void> makeFolder(const QByteArray &path) const;
    Result<LocalFd> openForWriting(const QByteArray &path) const;  // created if missing, otherwise kept
    Result<LocalFd> openForReading(const QByteArray &path) const;
    std::optional<TreeEntry> look(const QByteArray &path) const;  // the regular file there, if any
    // Sets permissions and time, flushes the content to disk, renames, and flushes the folders: even after a power loss each file is
    // there whole or not at all. One answer for each file. Many at a time cost little more than one, because the file system's journal is
    // written once for all of them.
    struct Finished {
        QByteArray part;
        TreeEntry file;
    };
    QList<Result<void>> publish(const QList<Finished> &files) const;
    Result<void> makeLink(const QByteArray &path, const QByteArray &target) const;
    void finishFolder(const TreeEntry &folder) const;  // permissions and time, best effort; flushed to disk
    void remove(const QByteArray &path) const;

private:
    Result<LocalFd> folderOf(const QByteArray &path) const;
    QByteArray shown(const QByteArray &path) const { return joinedPath(m_top, path); }

    QByteArray m_top;       // for messages
    QByteArray m_fileName;  // if the target is one file: the name for the empty path
    LocalFd m_folder;
};

}  // namespace trainyard
