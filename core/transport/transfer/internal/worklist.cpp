// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/transfer/internal/worklist.h"

#include <algorithm>

namespace trainyard {

namespace {

constexpr int kMaxRestarts = 5;  // of a file that changes while it is copied

}  // namespace

void WorkList::fill(Entry &entry)
{
    // In one piece, split when handed out: a size costs nothing, however large the machine claims it is.
    entry.todo = {{0, entry.file.size}};  // empty files are created as well
    entry.done = 0;
    entry.isPublishDue = false;
}

void WorkList::queue(int index)
{
    if (std::find(m_queue.begin(), m_queue.end(), index) == m_queue.end())
        m_queue.push_front(index);
    m_changed.notify_all();
}

int WorkList::add(const TreeEntry &file)
{
    const std::lock_guard guard(m_mutex);
    Entry entry;
    entry.file = file;
    fill(entry);
    const int index = static_cast<int>(m_entries.size());
    m_entries.push_back(std::move(entry));
    m_queue.push_back(index);
    ++m_unfinished;
    m_bytesTotal += file.size;
    m_bytesLeft += file.size;
    return index;
}

void WorkList::drop(int index, const ByteRange &range)
{
    const std::lock_guard guard(m_mutex);
    Entry &entry = m_entries[static_cast<std::size_t>(index)];
    const auto found = std::find_if(entry.todo.begin(), entry.todo.end(),
                                    [&](const ByteRange &r) { return r.from <= range.from && range.to <= r.to && range.length() > 0; });
    if (found == entry.todo.end())
        return;
    const ByteRange before{found->from, range.from}, behind{range.to, found->to};
    auto place = entry.todo.erase(found);
    if (behind.length() > 0)
        place = entry.todo.insert(place, behind);
    if (before.length() > 0)
        entry.todo.insert(place, before);
    entry.done += range.length();
    entry.isRetry = true;
    m_bytesDone += range.length();
    m_bytesLeft -= range.length();
    if (entry.todo.empty())
        entry.isPublishDue = true;
}

std::optional<WorkList::Work> WorkList::take(qint64 most)
{
    const std::lock_guard guard(m_mutex);
    if (m_isPaused || m_failure)
        return std::nullopt;
    while (!m_queue.empty()) {
        const int index = m_queue.front();
        Entry &entry = m_entries[static_cast<std::size_t>(index)];
        Work work{index, entry.generation, entry.file, {}, false, false, entry.isRetry};
        if (!entry.todo.empty()) {
            ByteRange &rest = entry.todo.front();
            work.range = {rest.from, std::min(rest.to, (rest.from / kRange + 1) * kRange)};
            if (entry.file.size > kRange)
                work.range.to = std::min(work.range.to, rest.from + std::max<qint64>(most, 1));
            work.isWhole = work.range.from == 0 && work.range.to == entry.file.size;
            rest.from = work.range.to;
            if (rest.length() == 0)
                entry.todo.pop_front();
            if (entry.todo.empty())
                m_queue.pop_front();
            ++entry.busy;
            m_bytesLeft -= work.range.length();
            return work;
        }
        m_queue.pop_front();
        if (entry.isPublishDue && entry.busy == 0) {
            if (m_checksFirst && entry.file.size >= kCheckFirst) {
                entry.isPublishDue = false;
                m_unchecked.push_back(index);
                m_changed.notify_all();
                continue;
            }
            work.isPublishing = true;
            entry.isPublishDue = false;
            ++entry.busy;
            return work;
        }
    }
    return std::nullopt;
}

void WorkList::wait(Until until, std::chrono::milliseconds most, std::stop_token stop)
{
    std::unique_lock lock(m_mutex);
    m_changed.wait_for(lock, stop, most, [&] {
        return m_failure || m_unfinished == 0 || (until == Until::Work && !m_isPaused && !m_queue.empty())
               || (until == Until::Unchecked && !m_unchecked.empty());
    });
}

bool WorkList::isAllDone() const
{
    const std::lock_guard guard(m_mutex);
    return m_unfinished == 0 || m_failure;
}

void WorkList::moved(const Work &work, qint64 bytes)
{
    const std::lock_guard guard(m_mutex);
    if (!isCurrent(work))
        return;
    entry(work).done += bytes;
    m_bytesDone += bytes;
}

void WorkList::putBack(const Work &work, qint64 from)
{
    const std::lock_guard guard(m_mutex);
    if (!isCurrent(work))
        return;
    Entry &entry = this->entry(work);
    --entry.busy;
    entry.isRetry = true;
    if (work.isPublishing) {
        entry.isPublishDue = true;
    } else {
        // Complete ranges are taken back too, because the written file may not have been closed.
        from = std::clamp(from, work.range.from, work.range.to);
        entry.todo.push_front({from, work.range.to});
        m_bytesLeft += work.range.to - from;
    }
    queue(work.index);
}

bool WorkList::complete(const Work &work)
{
    const std::lock_guard guard(m_mutex);
    if (!isCurrent(work))
        return false;
    Entry &entry = this->entry(work);
    --entry.busy;
    if (!entry.todo.empty() || entry.busy > 0)
        return false;
    if (m_checksFirst && entry.file.size >= kCheckFirst) {
        m_unchecked.push_back(work.index);
        m_changed.notify_all();
        return false;
    }
    ++entry.busy;
    return true;
}

void WorkList::published(const Work &work)
{
    const std::lock_guard guard(m_mutex);
    if (!isCurrent(work))
        return;
    Entry &entry = this->entry(work);
    entry.busy = 0;
    if (std::exchange(entry.isPublished, true))
        return;
    ++m_filesDone;
    if (--m_unfinished == 0)
        m_changed.notify_all();
}

bool WorkList::restart(const Work &work, const TreeEntry &file)
{
    const std::lock_guard guard(m_mutex);
    if (!isCurrent(work))
        return true;
    Entry &entry = this->entry(work);
    if (++entry.generation > kMaxRestarts)
        return false;
    m_bytesDone -= entry.done;
    for (const ByteRange &range : entry.todo)
        m_bytesLeft -= range.length();
    m_bytesTotal += file.size - entry.file.size;
    m_bytesLeft += file.size;
    if (std::exchange(entry.isPublished, false)) {
        --m_filesDone;
        ++m_unfinished;
    }
    entry.file = file;
    entry.busy = 0;
    fill(entry);
    queue(work.index);
    return true;
}

void WorkList::leaveOut(const Work &work)
{
    const std::lock_guard guard(m_mutex);
    if (!isCurrent(work))
        return;
    Entry &entry = this->entry(work);
    ++entry.generation;
    m_bytesDone -= entry.done;
    m_bytesTotal -= entry.file.size;
    for (const ByteRange &range : entry.todo)
        m_bytesLeft -= range.length();
    entry.todo.clear();
    entry.isGone = true;
    if (--m_unfinished == 0)
        m_changed.notify_all();
}

std::optional<WorkList::Work> WorkList::takeUnchecked()
{
    const std::lock_guard guard(m_mutex);
    if (m_unchecked.empty() || m_failure)
        return std::nullopt;
    const int index = m_unchecked.front();
    m_unchecked.pop_front();
    Entry &entry = m_entries[static_cast<std::size_t>(index)];
    ++entry.busy;
    return Work{index, entry.generation, entry.file, {}, true, false, entry.isRetry};
}

void WorkList::setPaused(bool isPaused)
{
    const std::lock_guard guard(m_mutex);
    m_isPaused = isPaused;
    m_changed.notify_all();
}

void WorkList::fail(const Error &error)
{
    const std::lock_guard guard(m_mutex);
    if (!m_failure)
        m_failure = error;
    m_changed.notify_all();
}

std::optional<Error> WorkList::failure() const
{
    const std::lock_guard guard(m_mutex);
    return m_failure;
}

TreeEntry WorkList::file(int index) const
{
    const std::lock_guard guard(m_mutex);
    return m_entries[static_cast<std::size_t>(index)].file;
}

int WorkList::generation(int index) const
{
    const std::lock_guard guard(m_mutex);
    return m_entries[static_cast<std::size_t>(index)].generation;
}

qint64 WorkList::bytesLeft() const
{
    const std::lock_guard guard(m_mutex);
    return m_bytesLeft;
}

WorkList::Totals WorkList::totals() const
{
    const std::lock_guard guard(m_mutex);
    return {m_bytesDone, m_bytesTotal, m_filesDone, static_cast<int>(m_entries.size())};
}

QList<int> WorkList::publishedFiles() const
{
    const std::lock_guard guard(m_mutex);
    QList<int> result;
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        if (m_entries[i].isPublished)
            result << static_cast<int>(i);
    }
    return result;
}

QList<QByteArray> WorkList::leftOut() const
{
    const std::lock_guard guard(m_mutex);
    QList<QByteArray> result;
    for (const Entry &entry : m_entries) {
        if (entry.isGone)
            result << entry.file.path;
    }
    return result;
}

}  // namespace trainyard
