// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/machines/fileservice.h"

#include "core/transport/ssh/sftp.h"
#include "core/transport/transfer/remotefolders.h"

namespace trainyard {

namespace {

// Fewer and larger pages: each costs the receiver an event.
constexpr qsizetype kPageSize = 2000;

QByteArray fromLogin(const QByteArray &path)
{
    if (path.isEmpty() || path == "~")
        return ".";
    return path.startsWith("~/") ? path.mid(2) : path;
}

}  // namespace

template <typename Work>
auto FileService::onFolders(MachineId machineId, Interaction asking, std::stop_token stop, Work work)
{
    ServiceContext *const context = &m_context;
    using Answer = std::invoke_result_t<Work, RemoteFolders &>;
    return context->async(stop, [context, machineId, asking, work = std::move(work)](std::stop_token token) -> Answer {
        TRY(const auto machine, context->database->machines.find(machineId));
        TRY(const auto connection, context->connect(machine, asking, token));
        TRY(const auto sftp, connection->sftp(QDeadlineTimer(kDialDeadline), token));
        RemoteFolders folders(sftp, token);
        return work(folders);
    });
}

QFuture<Result<FolderPlace>> FileService::list(MachineId machineId, const QByteArray &path, Interaction asking, const Page &page,
                                               std::stop_token stop)
{
    return onFolders(machineId, asking, stop, [path, page](RemoteFolders &folders) -> Result<FolderPlace> {
        TRY(const auto found, folders.find(fromLogin(path)));
        const FolderPlace place{found.folder, found.file};
        QList<FolderEntry> waiting;
        TRY_DO(folders.list(place.folder, [&](const QList<FolderEntry> &entries) {
            // The first ones at once, so that something is seen.
            const bool isFirst = waiting.isEmpty() && waiting.capacity() == 0;
            waiting += entries;
            if (!isFirst && waiting.size() < kPageSize)
                return;
            page(place, std::exchange(waiting, {}));
            waiting.reserve(kPageSize);
        }));
        if (!waiting.isEmpty())
            page(place, waiting);
        return place;
    });
}

QFuture<Result<QList<QByteArray>>> FileService::existing(MachineId machineId, const QList<QByteArray> &paths, std::stop_token stop)
{
    return onFolders(machineId, Interaction::Allowed, stop, [paths](RemoteFolders &folders) -> Result<QList<QByteArray>> {
        QList<QByteArray> there;
        for (const QByteArray &path : paths) {
            TRY(const auto entry, folders.look(path));
            if (entry)
                there << path;
        }
        return there;
    });
}

QFuture<Result<FileExcerpt>> FileService::read(MachineId machineId, const QByteArray &path, qint64 offset, qint64 length,
                                               std::stop_token stop)
{
    return onFolders(machineId, Interaction::None, stop,
                     [path, offset, length](RemoteFolders &folders) { return folders.read(path, offset, length); });
}

QFuture<Result<void>> FileService::makeFolder(MachineId machineId, const QByteArray &path, std::stop_token stop)
{
    return onFolders(machineId, Interaction::Allowed, stop, [path](RemoteFolders &folders) { return folders.makeFolder(path); });
}

QFuture<Result<void>> FileService::rename(MachineId machineId, const QByteArray &from, const QByteArray &to, std::stop_token stop)
{
    return onFolders(machineId, Interaction::Allowed, stop, [from, to](RemoteFolders &folders) { return folders.rename(from, to); });
}

QFuture<Result<EntryCount>> FileService::count(MachineId machineId, const QList<QByteArray> &paths, std::stop_token stop)
{
    return onFolders(machineId, Interaction::Allowed, stop, [paths](RemoteFolders &folders) { return folders.count(paths); });
}

QFuture<Result<void>> FileService::erase(MachineId machineId, const QList<QByteArray> &paths, const std::function<void(qint64)> &done,
                                         std::stop_token stop)
{
    return onFolders(machineId, Interaction::Allowed, stop, [paths, done](RemoteFolders &folders) { return folders.erase(paths, done); });
}

}  // namespace trainyard
