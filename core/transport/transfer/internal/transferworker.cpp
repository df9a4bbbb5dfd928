// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/transfer/internal/transferworker.h"

#include "core/transport/transfer/internal/deadlines.h"
#include "core/transport/transfer/internal/filecheck.h"

#include <QCoreApplication>

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace trainyard {

namespace {

using namespace std::chrono_literals;

constexpr qint64 kReadPiece = 32 * 1024;  // every server accepts it, and it was the fastest measured
constexpr qint64 kWritePiece = 32 * 1024;
constexpr qint64 kLargeWritePiece = 128 * 1024;
// On a slow connection no more is requested than it carries in about two seconds: others cannot take over what one has requested.
constexpr qint64 kFirstWindow = 512 * 1024;
constexpr qint64 kMinWindow = 256 * 1024;
constexpr qint64 kBrisk = 1000, kSlow = 3000;  // ms for everything that was in flight
constexpr std::size_t kMaxTasks = 256;         // open files on the machine
constexpr std::size_t kModestTasks = 64;       // if the server does not report its limit
constexpr qsizetype kFinished = 128;           // downloads that are renamed together
constexpr qint64 kFinishedWait = 500;          // ms
constexpr quint64 kNobody = 0;                 // the tag of replies that do not matter

Error changesError(const QByteArray &path)
{
    return {
        ErrorCode::Io,
        QCoreApplication::translate("trainyard::Transfer", "%1 keeps changing while it is copied. Copy it when it is not being written.")
            .arg(shownPath(path)),
        {}};
}

bool isSame(const TreeEntry &a, const TreeEntry &b) { return a.size == b.size && a.modified == b.modified; }

bool writeAll(int fd, const char *data, qint64 size, qint64 offset)
{
    while (size > 0) {
        const ssize_t count = ::pwrite(fd, data, static_cast<std::size_t>(size), offset);
        if (count <= 0 && errno != EINTR)
            return false;
        if (count > 0) {
            data += count;
            size -= count;
            offset += count;
        }
    }
    return true;
}

TreeEntry remoteEntry(const TreeEntry &before, const SftpAttributes &attributes)
{
    TreeEntry entry = before;
    entry.size = static_cast<qint64>(std::min<quint64>(attributes.size.value_or(0), qint64(1) << 60));
    entry.modified = attributes.modified.value_or(0);
    entry.mode = attributes.mode.value_or(before.mode) & 07777;
    return entry;
}

}  // namespace

TransferWorker::TransferWorker(WorkList &list, const TransferSides &sides, FileChannel &channel)
    : m_list(list), m_sides(sides), m_channel(channel), m_mostWindow(channel.window()),
      m_piece(sides.direction == TransferDirection::Download        ? kReadPiece
              : channel.limits().write >= quint64(kLargeWritePiece) ? kLargeWritePiece
                                                                    : kWritePiece),
      m_mostTasks(channel.limits().handles > 0 ? std::clamp<std::size_t>(channel.limits().handles / 2, 1, kMaxTasks) : kModestTasks),
      m_syncs(sides.direction == TransferDirection::Upload && channel.has("fsync@openssh.com")), m_filesTotal(list.totals().filesTotal),
      m_window(std::min(kFirstWindow, m_mostWindow))
{
    m_pace.start();
}

TransferWorker::~TransferWorker()
{
    publishLocal();
    for (const auto &task : m_tasks)
        m_list.putBack(task->work, task->settled);
}

template <typename Fill>
void TransferWorker::send(SftpType type, Task &task, Step step, const ByteRange &range, Fill fill, qsizetype expected)
{
    const quint64 tag = ++m_nextTag;
    m_pending.emplace(tag, Pending{&task, step, range});
    ++task.outstanding;
    m_channel.send(type, tag, fill, expected);
}

Result<void> TransferWorker::run(std::stop_token stop, const std::atomic<bool> &isRetired)
{
    for (;;) {
        if (stop.stop_requested())
            return cancelledError();
        if (!isRetired)
            startMore();
        askForData();
        if (!m_finished.isEmpty() && (m_pending.empty() || m_finished.size() >= kFinished || m_sinceFinished.elapsed() >= kFinishedWait))
            publishLocal();
        if (m_pending.empty()) {
            if (m_list.isAllDone() || isRetired)
                return {};
            m_list.wait(WorkList::Until::Work, 200ms, stop);
            continue;
        }
        TRY(auto letter, m_channel.next(QDeadlineTimer(kStall), stop));
        dispatch(letter);
        if (m_list.failure())
            return {};
    }
}

void TransferWorker::startMore()
{
    while (m_tasks.size() < m_mostTasks && m_planned + m_inFlight < 2 * m_window) {
        auto work = m_list.take(m_window < m_mostWindow ? 2 * m_window : WorkList::kRange);
        if (!work)
            return;
        start(std::move(*work));
    }
}

void TransferWorker::pace(qint64 bytes)
{
    m_paced += bytes;
    if (m_paced < m_window)
        return;
    const qint64 took = m_pace.restart();
    m_paced = 0;
    if (took < kBrisk)
        m_window = std::min(2 * m_window, m_mostWindow);
    else if (took > kSlow)
        m_window = std::max(m_window / 2, std::min(kMinWindow, m_mostWindow));
}

void TransferWorker::start(WorkList::Work work)
{
    m_tasks.push_back(std::make_unique<Task>());
    Task &task = *m_tasks.back();
    task.work = std::move(work);
    const TreeEntry &file = task.work.file;
    task.next = task.settled = task.work.range.from;
    if (task.work.isPublishing) {
        publish(task);
        return;
    }
    const bool isFresh = task.work.isWhole;
    if (isUpload()) {
        task.fd = LocalFd(
            ::open(m_sides.localPath(file).constData(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | (m_sides.isFile ? 0 : O_NOFOLLOW)));
        struct stat status = {};
        if (!task.fd.isOpen() || ::fstat(task.fd.get(), &status) != 0) {
            if (errno == ENOENT && !m_sides.isFile) {
                m_list.leaveOut(task.work);
                finish(task);
            } else {
                failed(task, localFileError(errno, m_sides.localPath(file)));
            }
            return;
        }
        TreeEntry now = file;
        now.size = status.st_size;
        now.modified = status.st_mtim.tv_sec;
        now.mode = status.st_mode & 07777;
        if (!isSame(now, file)) {
            restart(task, now);
            return;
        }
    } else {
        auto fd = m_sides.localTarget->openForWriting(m_sides.localPart(file));
        if (!fd) {
            failed(task, fd.error());
            return;
        }
        task.fd = std::move(*fd);
        if (isFresh && ::ftruncate(task.fd.get(), 0) != 0) {
            failed(task, localFileError(errno, m_sides.localPath(file)));
            return;
        }
    }
    task.planned = task.work.range.length();
    m_planned += task.planned;
    open(task);
}

void TransferWorker::open(Task &task)
{
    const TreeEntry &file = task.work.file;
    const QByteArray path = isUpload() ? m_sides.remotePart(file) : m_sides.remotePath(file);
    const quint32 flags = !isUpload() ? quint32(SftpRead) : SftpWrite | SftpCreate | (task.work.isWhole ? SftpTruncate : 0u);
    send(
        SftpType::Open, task, Step::Open, {},
        [&](SftpRequest &request) {
            request.string(path).number(flags);
            if (flags & SftpCreate)
                request.mode(0600);
            else
                request.noAttributes();
        },
        path.size() + 64);
}

void TransferWorker::askForData()
{
    for (std::size_t i = 0; i < m_tasks.size() && m_inFlight < m_window; ++i) {
        Task &task = *m_tasks[i];
        if (task.handle.isEmpty())
            continue;
        while (m_inFlight < m_window && !task.hasEnded) {
            ByteRange range;
            if (!task.redo.empty()) {
                range = task.redo.front();
                task.redo.pop_front();
            } else if (task.next < task.work.range.to) {
                range = {task.next, std::min(task.next + m_piece, task.work.range.to)};
                task.next = range.to;
                m_planned -= range.length();
                task.planned -= range.length();
            } else {
                break;
            }
            sendPiece(task, range);
        }
        // Sent right after the last byte, so that the answer shows whether the file is still the same.
        if (!isUpload() && !task.isLookSent && (task.hasEnded || (task.next == task.work.range.to && task.redo.empty()))) {
            task.isLookSent = true;
            send(SftpType::Fstat, task, Step::Look, {}, [&](SftpRequest &r) { r.string(task.handle); });
        }
        if (isUpload() && task.work.range.length() == 0 && !task.isLookSent) {
            task.isLookSent = true;
            checkRange(task);
        }
    }
}

void TransferWorker::sendPiece(Task &task, const ByteRange &range)
{
    m_inFlight += range.length();
    if (!isUpload()) {
        send(SftpType::Read, task, Step::Data, range, [&](SftpRequest &request) {
            request.string(task.handle).longNumber(static_cast<quint64>(range.from)).number(static_cast<quint32>(range.length()));
        });
        return;
    }
    ssize_t got = 0;
    send(
        SftpType::Write, task, Step::Data, range,
        [&](SftpRequest &request) {
            request.string(task.handle).longNumber(static_cast<quint64>(range.from));
            char *space = request.space(range.length());
            while (got < range.length()) {
                const ssize_t count = ::pread(task.fd.get(), space + got, static_cast<std::size_t>(range.length() - got), range.from + got);
                if (count <= 0)
                    break;
                got += count;
            }
        },
        range.length() + 300);
    // The file became shorter: the rest of the piece is garbage, and the part never gets a name.
    if (got < range.length())
        task.hasEnded = true;
}

void TransferWorker::dispatch(const SftpMessage &letter)
{
    const auto found = m_pending.find(letter.tag);
    if (found == m_pending.end())
        return;
    const Pending pending = found->second;
    m_pending.erase(found);
    Task &task = *pending.task;
    --task.outstanding;
    switch (pending.step) {
    case Step::Open: onOpen(task, letter.reply); break;
    case Step::Data:
        m_inFlight -= pending.range.length();
        pace(pending.range.length());
        onData(task, pending.range, letter.reply);
        break;
    case Step::Look: onLook(task, letter.reply); break;
    case Step::Sync: onSynced(task, letter.reply); break;
    case Step::OpenToSync:
        if (letter.reply.type == SftpType::Handle) {
            task.handle = letter.reply.bytes;
            send(SftpType::Extended, task, Step::SyncWhole, {},
                 [&](SftpRequest &r) { r.string(QByteArrayView("fsync@openssh.com")).string(task.handle); });
        } else {
            rename(task);  // reports what is wrong with it
        }
        break;
    case Step::SyncWhole:
        closeHandle(task);
        if (onSynced(task, letter.reply))
            rename(task);
        break;
    case Step::Close:
        // Some file systems report a full disk only now.
        if (auto closed = sftpChecked(letter.reply, shownPath(m_sides.remotePath(task.work.file))); !closed) {
            failed(task, closed.error());
        } else if (m_list.complete(task.work)) {
            publish(task);
        } else {
            finish(task);
        }
        break;
    case Step::Setstat: break;  // fails if the file has another owner; only the content matters
    case Step::Rename: onRenamed(task, letter.reply); break;
    case Step::LookAfterRename: {
        const TreeEntry &file = task.work.file;
        if (letter.reply.type == SftpType::Attributes && isSame(remoteEntry(file, letter.reply.attributes), file)) {
            m_list.published(task.work);
            finish(task);
        } else {
            restart(task, file);
        }
        break;
    }
    }
}

void TransferWorker::onOpen(Task &task, const SftpReply &reply)
{
    if (reply.type == SftpType::Handle) {
        task.handle = reply.bytes;
        return;
    }
    const Error error = sftpError(reply, shownPath(m_sides.remotePath(task.work.file)));
    if (!isUpload() && error.code == ErrorCode::NotFound && !m_sides.isFile) {
        m_sides.localTarget->remove(m_sides.localPart(task.work.file));
        m_list.leaveOut(task.work);
        finish(task);
        return;
    }
    // If an earlier attempt ended just before the rename, the part already has its final permissions.
    if (isUpload() && error.code == ErrorCode::PermissionDenied && !std::exchange(task.isUnlocked, true)) {
        send(
            SftpType::Setstat, task, Step::Setstat, {}, [&](SftpRequest &r) { r.string(m_sides.remotePart(task.work.file)).mode(0600); },
            300);
        open(task);
        return;
    }
    failed(task, error);
}

void TransferWorker::onData(Task &task, const ByteRange &range, const SftpReply &reply)
{
    const TreeEntry &file = task.work.file;
    if (isUpload()) {
        if (auto written = sftpChecked(reply, shownPath(m_sides.remotePath(file))); !written) {
            failed(task, written.error());
            return;
        }
        settle(task, range);
    } else if (reply.type == SftpType::Status && reply.status == static_cast<quint32>(SftpStatus::Eof)) {
        // Earlier answers about the file no longer apply.
        if (!std::exchange(task.hasEnded, true))
            task.isLookSent = false;
    } else if (reply.type != SftpType::Data) {
        failed(task, sftpError(reply, shownPath(m_sides.remotePath(file))));
        return;
    } else {
        const qint64 size = reply.bytes.size();
        // An empty answer would be requested again endlessly; a longer one would overlap its neighbour.
        if (size == 0 || size > range.length()) {
            failed(task, {ErrorCode::Corrupt,
                          QCoreApplication::translate("trainyard::Ssh", "The machine sent a wrong amount of data for %1. Try again.")
                              .arg(shownPath(m_sides.remotePath(file))),
                          {}});
            return;
        }
        if (!writeAll(task.fd.get(), reply.bytes.constData(), size, range.from)) {
            failed(task, localFileError(errno, m_sides.localPath(file)));
            return;
        }
        if (size < range.length())
            task.redo.push_back({range.from + size, range.to});
        settle(task, {range.from, range.from + size});
    }
    checkRange(task);
}

// Replies come in any order; after a lost connection everything behind the first gap is moved again.
void TransferWorker::settle(Task &task, const ByteRange &range)
{
    if (range.from != task.settled) {
        const auto place = std::lower_bound(task.early.begin(), task.early.end(), range,
                                            [](const ByteRange &a, const ByteRange &b) { return a.from < b.from; });
        task.early.insert(place, range);
        return;
    }
    const qint64 before = task.settled;
    task.settled = range.to;
    while (!task.early.empty() && task.early.front().from == task.settled) {
        task.settled = task.early.front().to;
        task.early.pop_front();
    }
    m_list.moved(task.work, task.settled - before);
}

void TransferWorker::onLook(Task &task, const SftpReply &reply)
{
    const TreeEntry &file = task.work.file;
    if (reply.type != SftpType::Attributes) {
        failed(task, sftpError(reply, shownPath(m_sides.remotePath(file))));
        return;
    }
    const TreeEntry now = remoteEntry(file, reply.attributes);
    if (!isSame(now, file)) {
        restart(task, now);
        return;
    }
    if (task.hasEnded) {
        failed(task, shorterError(m_sides, file));
        return;
    }
    checkRange(task);
}

void TransferWorker::checkRange(Task &task)
{
    if (task.outstanding > 0 || (task.settled < task.work.range.to && !task.hasEnded))
        return;
    const TreeEntry &file = task.work.file;
    if (isUpload()) {
        struct stat status = {};
        ::fstat(task.fd.get(), &status);
        TreeEntry now = file;
        now.size = status.st_size;
        now.modified = status.st_mtim.tv_sec;
        if (!isSame(now, file) || task.hasEnded) {
            restart(task, now);
            return;
        }
        const QByteArray handle = std::exchange(task.handle, {});
        // Requests are processed in order, so the file gets no name before it is on disk.
        if (task.work.isWhole && isSynced(file)) {
            send(SftpType::Extended, task, Step::Sync, {},
                 [&](SftpRequest &r) { r.string(QByteArrayView("fsync@openssh.com")).string(handle); });
        }
        send(SftpType::Close, task, Step::Close, {}, [&](SftpRequest &r) { r.string(handle); });
        return;
    }
    if (!task.isLookSent || task.hasEnded)
        return;
    closeHandle(task);
    if (m_list.complete(task.work))
        publish(task);
    else
        finish(task);
}

void TransferWorker::closeHandle(Task &task)
{
    if (!task.handle.isEmpty())
        m_channel.send(SftpType::Close, kNobody, [&](SftpRequest &r) { r.string(task.handle); });
    task.handle.clear();
}

void TransferWorker::publish(Task &task)
{
    const TreeEntry &file = task.work.file;
    task.work.isPublishing = true;
    if (!isUpload()) {
        if (m_finished.isEmpty())
            m_sinceFinished.start();
        m_finished.append({m_sides.localPart(file), file});
        m_finishedWork << task.work;
        finish(task);
        return;
    }
    // It was written through several handles, possibly of other connections.
    if (!task.work.isWhole && isSynced(file)) {
        const QByteArray part = m_sides.remotePart(file);
        send(
            SftpType::Open, task, Step::OpenToSync, {}, [&](SftpRequest &r) { r.string(part).number(SftpRead).noAttributes(); },
            part.size() + 64);
        return;
    }
    rename(task);
}

void TransferWorker::publishLocal()
{
    if (m_finished.isEmpty())
        return;
    const auto answers = m_sides.localTarget->publish(std::exchange(m_finished, {}));
    const QList<WorkList::Work> work = std::exchange(m_finishedWork, {});
    for (qsizetype i = 0; i < answers.size(); ++i) {
        if (answers[i])
            m_list.published(work[i]);
        else
            m_list.fail(answers[i].error());
    }
}

bool TransferWorker::onSynced(Task &task, const SftpReply &reply)
{
    const auto synced = sftpChecked(reply, shownPath(m_sides.remotePath(task.work.file)));
    if (synced || synced.error().code == ErrorCode::Unsupported)
        return true;
    failed(task, synced.error());
    return false;
}

void TransferWorker::rename(Task &task)
{
    const TreeEntry &file = task.work.file;
    const QByteArray part = m_sides.remotePart(file), path = m_sides.remotePath(file);
    send(
        SftpType::Setstat, task, Step::Setstat, {},
        [&](SftpRequest &r) { r.string(part).modeAndTime(static_cast<int>(file.mode & 0777), file.modified); }, part.size() + 64);
    const bool canReplace = m_channel.has("posix-rename@openssh.com");
    send(
        canReplace ? SftpType::Extended : SftpType::Rename, task, Step::Rename, {},
        [&](SftpRequest &r) {
            if (canReplace)
                r.string(QByteArrayView("posix-rename@openssh.com"));
            r.string(part).string(path);
        },
        2 * path.size() + 128);
}

void TransferWorker::onRenamed(Task &task, const SftpReply &reply)
{
    const TreeEntry &file = task.work.file;
    const auto renamed = sftpChecked(reply, shownPath(m_sides.remotePath(file)));
    if (renamed) {
        m_list.published(task.work);
        finish(task);
    } else if (renamed.error().code == ErrorCode::NotFound) {
        // The connection may have been lost between the rename and its reply.
        send(
            SftpType::Lstat, task, Step::LookAfterRename, {}, [&](SftpRequest &r) { r.string(m_sides.remotePath(file)); }, 300);
    } else {
        failed(task, renamed.error());
    }
}

void TransferWorker::restart(Task &task, const TreeEntry &file)
{
    closeHandle(task);
    if (isUpload())
        m_channel.send(SftpType::Remove, kNobody, [&](SftpRequest &r) { r.string(m_sides.remotePart(task.work.file)); });
    else
        m_sides.localTarget->remove(m_sides.localPart(task.work.file));
    if (!m_list.restart(task.work, file))
        m_list.fail(changesError(isUpload() ? m_sides.localPath(file) : m_sides.remotePath(file)));
    finish(task);
}

void TransferWorker::failed(Task &task, const Error &error)
{
    m_list.fail(error);
    m_list.putBack(task.work, task.settled);
    closeHandle(task);
    finish(task);
}

void TransferWorker::finish(Task &task)
{
    m_planned -= task.planned;
    // Outstanding replies no longer belong to any call.
    for (auto it = m_pending.begin(); task.outstanding > 0 && it != m_pending.end();) {
        if (it->second.task == &task) {
            if (it->second.step == Step::Data)
                m_inFlight -= it->second.range.length();
            it = m_pending.erase(it);
        } else {
            ++it;
        }
    }
    std::erase_if(m_tasks, [&](const auto &other) { return other.get() == &task; });
}

}  // namespace trainyard
