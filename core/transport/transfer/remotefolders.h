// SPDX-License-Identifier: GPL-3.0-or-later
// The folders of a machine as a person looks through them and changes them, by exact names. Blocking; one thread at a time.
//
// Over SFTP, links are never followed by what changes something. Without SFTP, shell commands do the same, for names that are valid text,
// except for deleting folders. Errors as of Sftp (core/transport/ssh/sftp.h).
#pragma once

#include "core/base/result.h"
#include "core/model/folderentry.h"

#include <QDeadlineTimer>
#include <QList>

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

namespace trainyard {

class FileChannel;
class Sftp;
struct SftpReply;
enum class SftpType : quint8;

class RemoteFolders {
public:
    RemoteFolders(std::shared_ptr<Sftp> sftp, std::stop_token stop);
    ~RemoteFolders();

    // The folder with all links resolved, and where the path is a file: the folder that holds it, and its name.
    struct Place {
        QByteArray folder, file;
    };
    Result<Place> find(const QByteArray &path);

    // Calls `page` with some hundred entries at a time, in the order of the machine. Names that no honest machine sends are left out.
    using Page = std::function<void(const QList<FolderEntry> &)>;
    Result<void> list(const QByteArray &folder, const Page &page);

    Result<std::optional<FolderEntry>> look(const QByteArray &path);  // of itself, if it is a link; nullopt: nothing is there
    // At most kMostRead bytes. Fails for everything but regular files, whose reading might never end. A negative offset counts from the end.
    Result<FileExcerpt> read(const QByteArray &path, qint64 offset, qint64 length);
    static constexpr qint64 kMostRead = 1024 * 1024;

    // AlreadyExists, also where it is a folder.
    Result<void> makeFolder(const QByteArray &path);
    // AlreadyExists: it never replaces anything.
    Result<void> rename(const QByteArray &from, const QByteArray &to);
    // What erase() would remove.
    Result<EntryCount> count(const QList<QByteArray> &paths);
    // Removes files, links themselves, and folders with all that is in them; what links lead to stays. What is gone already is fine. Ends at
    // the first error; `done` is called with the number removed so far.
    Result<void> erase(const QList<QByteArray> &paths, const std::function<void(qint64)> &done);

private:
    template <typename Fill>
    Result<SftpReply> ask(SftpType type, Fill fill, QDeadlineTimer deadline);
    Result<void> listByShell(const QByteArray &folder, const Page &page);
    Result<void> followLinks(const QByteArray &folder, QList<FolderEntry> &links);
    Result<void> eraseFolder(const QByteArray &top, qint64 &removed, const std::function<void(qint64)> &done);
    Result<void> eraseIn(const QByteArray &folder, const QList<QByteArray> &files, qint64 &removed,
                         const std::function<void(qint64)> &done);

    const std::shared_ptr<Sftp> m_sftp;
    const std::unique_ptr<FileChannel> m_channel;  // null: the machine has no SFTP
    const std::stop_token m_stop;
    quint64 m_lastTag;
};

}  // namespace trainyard
