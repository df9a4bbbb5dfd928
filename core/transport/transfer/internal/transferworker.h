// SPDX-License-Identifier: GPL-3.0-or-later
// Moves ranges of files over one FileChannel, as many at a time as fit the window: open, data, close, and the rename of complete files.
// One thread.
#pragma once

#include "core/model/transfer.h"
#include "core/transport/ssh/filechannel.h"
#include "core/transport/transfer/internal/worklist.h"

#include <QElapsedTimer>

#include <atomic>
#include <memory>
#include <unordered_map>

namespace trainyard {

// What all connections of one transfer share.
struct TransferSides {
    TransferDirection direction = TransferDirection::Upload;
    QByteArray localTop, remoteTop;
    LocalTarget *localTarget = nullptr;  // downloads
    bool isFile = false;

    QByteArray remotePath(const TreeEntry &file) const { return joinedPath(remoteTop, file.path); }
    QByteArray localPath(const TreeEntry &file) const { return joinedPath(localTop, file.path); }
    QByteArray remotePart(const TreeEntry &file) const { return partNameOf(remotePath(file), file.size, file.modified); }
    QByteArray localPart(const TreeEntry &file) const { return partNameOf(localTarget->nameOf(file.path), file.size, file.modified); }
};

// Each fsync on the machine waits for its disk, one after the other. It is worth that for large files and for few files, each before it
// gets its name. All others are written to disk together at the end (syncMachine()).
inline bool isSyncedAlone(const TreeEntry &file, int filesTotal) { return filesTotal <= 100 || file.size >= 1024 * 1024; }

class TransferWorker {
public:
    TransferWorker(WorkList &list, const TransferSides &sides, FileChannel &channel);
    ~TransferWorker();
    TransferWorker(const TransferWorker &) = delete;
    TransferWorker &operator=(const TransferWorker &) = delete;

    // Runs until the list is done, the channel fails (ConnectionLost, TimedOut: nothing came for a while, Corrupt) or stop is requested;
    // unfinished work returns to the list. A failure of a file fails the list.
    Result<void> run(std::stop_token stop, const std::atomic<bool> &isRetired);

private:
    enum class Step : quint8 { Open, Data, Look, Sync, Close, OpenToSync, SyncWhole, Setstat, Rename, LookAfterRename };
    struct Task {
        WorkList::Work work;
        QByteArray handle;
        LocalFd fd;
        qint64 next = 0;              // not requested yet
        qint64 settled = 0;           // everything before it is on the other side
        std::deque<ByteRange> redo;   // what short replies omitted
        std::deque<ByteRange> early;  // settled beyond `settled`, ascending
        int outstanding = 0;
        qint64 planned = 0;                         // this task's share of m_planned
        bool isLookSent = false, hasEnded = false;  // hasEnded: the source is shorter than before
        bool isUnlocked = false;                    // its part was made writable
    };
    struct Pending {
        Task *task = nullptr;
        Step step = Step::Open;
        ByteRange range;
    };

    void startMore();
    void pace(qint64 bytes);  // bytes that were transferred
    void start(WorkList::Work work);
    void open(Task &task);
    void askForData();
    void sendPiece(Task &task, const ByteRange &range);
    void dispatch(const SftpMessage &letter);
    void onOpen(Task &task, const SftpReply &reply);
    void onData(Task &task, const ByteRange &range, const SftpReply &reply);
    void onLook(Task &task, const SftpReply &reply);
    void settle(Task &task, const ByteRange &range);
    void checkRange(Task &task);
    void closeHandle(Task &task);
    void publish(Task &task);
    void publishLocal();  // all files waiting for it
    bool isSynced(const TreeEntry &file) const { return m_syncs && isSyncedAlone(file, m_filesTotal); }
    bool onSynced(Task &task, const SftpReply &reply);  // false: the task has ended
    void rename(Task &task);
    void onRenamed(Task &task, const SftpReply &reply);
    void restart(Task &task, const TreeEntry &file);
    void finish(Task &task);  // removes it
    void failed(Task &task, const Error &error);
    template <typename Fill>
    void send(SftpType type, Task &task, Step step, const ByteRange &range, Fill fill, qsizetype expected = 64);

    bool isUpload() const { return m_sides.direction == TransferDirection::Upload; }

    WorkList &m_list;
    const TransferSides &m_sides;
    FileChannel &m_channel;
    const qint64 m_mostWindow, m_piece;
    const std::size_t m_mostTasks;
    const bool m_syncs;  // the machine supports fsync and it is useful
    const int m_filesTotal;
    std::vector<std::unique_ptr<Task>> m_tasks;
    std::unordered_map<quint64, Pending> m_pending;
    // Complete downloads, to be renamed together.
    QList<LocalTarget::Finished> m_finished;
    QList<WorkList::Work> m_finishedWork;
    QElapsedTimer m_sinceFinished;
    quint64 m_nextTag = 1;
    qint64 m_inFlight = 0, m_planned = 0;  // bytes requested; bytes of tasks not requested yet
    qint64 m_window;                       // the most bytes to have in flight
    qint64 m_paced = 0;                    // bytes since m_pace was started
    QElapsedTimer m_pace;
};

}  // namespace trainyard
