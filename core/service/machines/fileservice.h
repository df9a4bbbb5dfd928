// SPDX-License-Identifier: GPL-3.0-or-later
// The folders and files of machines, for a person who looks through them. Main thread; what waits is done on the context's pool, over the
// connection that the program has to the machine, and comes back as a QFuture. Paths are exact bytes; relative ones start at the login
// directory, and "~" is that directory. Errors as of RemoteFolders (core/transport/transfer/remotefolders.h).
#pragma once

#include "core/model/folderentry.h"
#include "core/model/ids.h"
#include "core/service/machines/servicecontext.h"

#include <QFuture>
#include <QList>

#include <functional>
#include <stop_token>

namespace trainyard {

struct FolderPlace {
    QByteArray folder;  // absolute, links resolved
    QByteArray file;    // the name of a file in it, if the path led to one
};

class FileService {
public:
    explicit FileService(ServiceContext &context) : m_context(context) {}

    // Reads a folder, or the folder of a file. `page` is called on a worker thread with a part of the entries each time, at least once
    // if there are any. With Interaction::None nothing is asked of the user.
    using Page = std::function<void(const FolderPlace &place, const QList<FolderEntry> &entries)>;
    QFuture<Result<FolderPlace>> list(MachineId machineId, const QByteArray &path, Interaction asking, const Page &page,
                                      std::stop_token stop);
    // Which of these paths exist, links counting as themselves.
    QFuture<Result<QList<QByteArray>>> existing(MachineId machineId, const QList<QByteArray> &paths, std::stop_token stop);
    QFuture<Result<FileExcerpt>> read(MachineId machineId, const QByteArray &path, qint64 offset, qint64 length, std::stop_token stop);
    QFuture<Result<void>> makeFolder(MachineId machineId, const QByteArray &path, std::stop_token stop);
    QFuture<Result<void>> rename(MachineId machineId, const QByteArray &from, const QByteArray &to, std::stop_token stop);
    QFuture<Result<EntryCount>> count(MachineId machineId, const QList<QByteArray> &paths, std::stop_token stop);
    // `done` is called on a worker thread with the number removed so far.
    QFuture<Result<void>> erase(MachineId machineId, const QList<QByteArray> &paths, const std::function<void(qint64)> &done,
                                std::stop_token stop);

private:
    template <typename Work>
    auto onFolders(MachineId machineId, Interaction asking, std::stop_token stop, Work work);

    ServiceContext &m_context;
};

}  // namespace trainyard
