// SPDX-License-Identifier: GPL-3.0-or-later
// What is still to be copied, shared by the connections of one transfer: files in ranges, handed out in order and taken back when a
// connection is lost. Thread-safe.
#pragma once

#include "core/transport/transfer/localfiles.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <vector>

namespace trainyard {

struct ByteRange {
    qint64 from = 0, to = 0;
    qint64 length() const { return to - from; }
};

class WorkList {
public:
    static constexpr qint64 kRange = 4 * 1024 * 1024;        // what one connection takes at a time, and the unit of resume
    static constexpr qint64 kCheckFirst = 64 * 1024 * 1024;  // files of at least this size are checked before they get their name

    struct Work {
        int index = -1;
        int generation = 0;
        TreeEntry file;
        ByteRange range;
        bool isPublishing = false;  // nothing left to move; the file only needs its name
        bool isWhole = false;       // the range is the whole file, so no other worker has its part open
        bool isRetry = false;       // an earlier attempt may have got further than is known
    };

    explicit WorkList(bool checksFirst) : m_checksFirst(checksFirst) {}

    int add(const TreeEntry &file);                // before the first take(); returns its index
    void drop(int index, const ByteRange &range);  // already there; before the first take()

    // If a file is larger than a range, takes at most about `most` bytes of it, for a slow connection.
    std::optional<Work> take(qint64 most = kRange);
    // Waits until take() or takeUnchecked() may return something, all is done, or some time has passed.
    enum class Until { Work, Unchecked, End };
    void wait(Until until, std::chrono::milliseconds most, std::stop_token stop);
    bool isAllDone() const;

    void moved(const Work &work, qint64 bytes);  // bytes that reached the other side, for the progress
    // Returns the rest of a range after a lost connection.
    void putBack(const Work &work, qint64 from);
    // The range is complete. True: it was the last one; the caller publishes the file and then calls published().
    bool complete(const Work &work);
    void published(const Work &work);
    // The source changed: starts the file over in its present state. False: it changes too often.
    bool restart(const Work &work, const TreeEntry &file);
    void leaveOut(const Work &work);  // the source has vanished

    // Large files that are fully transferred and await their check.
    std::optional<Work> takeUnchecked();

    void setPaused(bool isPaused);
    void fail(const Error &error);  // ends everything; the first error counts
    std::optional<Error> failure() const;

    TreeEntry file(int index) const;
    int generation(int index) const;
    qint64 bytesLeft() const;  // not yet handed out
    struct Totals {
        qint64 bytesDone = 0, bytesTotal = 0;
        int filesDone = 0, filesTotal = 0;
    };
    Totals totals() const;
    QList<int> publishedFiles() const;
    QList<QByteArray> leftOut() const;

private:
    struct Entry {
        TreeEntry file;
        std::deque<ByteRange> todo;
        qint64 done = 0;
        int busy = 0, generation = 0;
        bool isPublishDue = false, isPublished = false, isGone = false, isRetry = false;
    };
    bool isCurrent(const Work &work) const { return m_entries[static_cast<std::size_t>(work.index)].generation == work.generation; }
    Entry &entry(const Work &work) { return m_entries[static_cast<std::size_t>(work.index)]; }
    static void fill(Entry &entry);
    void queue(int index);

    const bool m_checksFirst;
    mutable std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::vector<Entry> m_entries;
    std::deque<int> m_queue;  // entries with something to hand out
    std::deque<int> m_unchecked;
    int m_unfinished = 0;
    qint64 m_bytesTotal = 0, m_bytesDone = 0, m_bytesLeft = 0;
    int m_filesDone = 0;
    bool m_isPaused = false;
    std::optional<Error> m_failure;
};

}  // namespace trainyard
