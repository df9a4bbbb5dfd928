// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/log/logsearch.h"

#include "ui/log/internal/backgroundread.h"

#include <QThread>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <semaphore>
#include <utility>

namespace trainyard {
namespace {

constexpr qint64 kMaxPart = 1 << 20;                 // of a line searched in one pass
constexpr qint64 kStretchBytes = 8 << 20;            // a thread's share of a round: about 2 ms
constexpr qint64 kSampleBytes = 4096, kSamples = 4;  // samples that show which bytes are rare in this file

}  // namespace

struct LogSearch::Hits {
    std::vector<LogHit> list;
    size_t room = 0;

    bool isFull() const { return list.size() >= room; }
};

// Finds hits in a buffer and in stretches of the file. Used by two threads concurrently.
struct LogSearch::Finder {
    std::shared_ptr<const LogFile> file;
    std::shared_ptr<const LogMatcher> matcher;
    LogChoice choice;

    void within(const char *bytes, qint64 base, qint64 begin, qint64 end, Hits &hits) const
    {
        for (qint64 at = begin; at < end && !hits.isFull();) {
            const LogMatcher::Match match = matcher->next(bytes + begin, end - begin, at - begin);
            if (match.begin < 0)
                return;
            hits.list.emplace_back(base + begin + match.begin, match.length);
            at = begin + match.begin + match.length;
        }
    }

    // Like within(), but only finds what lines still show; line states are determined only where there is a hit.
    void withinStates(const char *bytes, qint64 base, qint64 length, Hits &hits) const
    {
        qint64 lineEnd = -1, shownBegin = 0;
        for (qint64 at = 0; !hits.isFull();) {
            const LogMatcher::Match match = matcher->next(bytes, length, at);
            if (match.begin < 0)
                return;
            if (match.begin >= lineEnd) {
                const auto *const before = static_cast<const char *>(::memrchr(bytes, '\n', size_t(match.begin)));
                const auto *const after = static_cast<const char *>(std::memchr(bytes + match.begin, '\n', size_t(length - match.begin)));
                const char *const begin = before ? before + 1 : bytes;
                const char *stop = after ? after : bytes + length;
                lineEnd = stop - bytes;
                while (stop > begin && stop[-1] == '\r')  // returns at the end overwrite nothing
                    --stop;
                const auto *const last = static_cast<const char *>(::memrchr(begin, '\r', size_t(stop - begin)));
                shownBegin = (last ? last + 1 : begin) - bytes;
            }
            if (match.begin < shownBegin) {
                at = shownBegin;
                continue;
            }
            hits.list.emplace_back(base + match.begin, match.length);
            at = match.begin + match.length;
        }
    }

    // Searches whole lines, or the last one as far as it goes. If there is a line choice, `reader` must have read everything before them.
    void lines(const char *bytes, qint64 base, qint64 length, LogScanner &reader, Hits &hits) const
    {
        if (choice.isAll() && matcher->staysInState()) {
            withinStates(bytes, base, length, hits);
            return;
        }
        if (choice.isAll() && !std::memchr(bytes, '\r', size_t(length))) {
            within(bytes, base, 0, length, hits);
            return;
        }
        if (choice.isAll())
            reader = LogScanner(base, {});
        const auto line = [&](const LogScanned &read) {
            if (choice.matches(read.kind))
                within(bytes, base, read.shownBegin - base, read.shownEnd - base, hits);
        };
        reader.feed(bytes, length, line);
        if (reader.isInLine())
            line(reader.current());
    }

    // Searches the lines that begin in [from, to), all of them shown. Returns where the next one begins; -1: not possible, because a line
    // is too long for it or the file has become shorter.
    qint64 stretch(qint64 from, qint64 to, bool isLineBegin, const std::atomic<bool> &stop, Hits &hits) const
    {
        const auto buffer = std::make_unique_for_overwrite<char[]>(size_t(2 * kReadBytes));
        LogScanner reader;
        qint64 at = isLineBegin ? from : from - 1, have = 0;
        while (!stop.load(std::memory_order_relaxed) && have <= kReadBytes) {
            const qint64 got = file->readAt(buffer.get() + have, kReadBytes, at + have);
            if (got <= 0)
                return -1;
            have += got;
            const auto newlineFrom = [&](qint64 place) {
                const void *const found = place < have ? std::memchr(buffer.get() + place, '\n', size_t(have - place)) : nullptr;
                return found ? static_cast<const char *>(found) - buffer.get() : -1;
            };
            qint64 begin = 0;
            if (!isLineBegin) {
                begin = newlineFrom(0) + 1;
                if (begin == 0)
                    return -1;
                if (at + begin >= to)
                    return at + begin;
                isLineBegin = true;
            }
            const qint64 seam = newlineFrom(std::max(begin, to - 1 - at));
            const void *const last = ::memrchr(buffer.get() + begin, '\n', size_t(have - begin));
            const qint64 end = seam >= 0 ? seam + 1 : last ? static_cast<const char *>(last) - buffer.get() + 1 : begin;
            lines(buffer.get() + begin, at + begin, end - begin, reader, hits);
            if (seam >= 0)
                return at + end;
            at += end;
            have -= end;
            std::memmove(buffer.get(), buffer.get() + end, size_t(have));
        }
        return -1;
    }
};

struct LogSearch::Batch {
    quint64 generation = 0;
    qint64 from = 0;  // hits known from here on are replaced
    std::vector<LogHit> hits;
    std::vector<std::pair<qint64, qint64>> voids;
    qint64 searched = 0;
    bool isLast = false;
};

// Searches the file in whole lines. A last line that has not ended is searched as it is, and again when it has grown; a line that is too
// long for that is searched once, in parts.
struct LogSearch::Job {
    Finder finder;
    LogScanner scanner;                   // has seen everything before `resume`, where a choice needs it
    qint64 resume = 0;                    // where to continue
    qint64 longBegin = -1, longFrom = 0;  // inside a long line: its beginning, where no hit ended yet
    qint64 slowUntil = 0;                 // no parallel stretches before this offset
    Hits hits;
    std::vector<std::pair<qint64, qint64>> voids;
    QThreadPool second;  // a second thread, if the computer has one

    // Determines which bytes of the text are rare in this file; called first by the worker.
    void tune(qint64 bytes)
    {
        if (!finder.matcher->staysInState())
            return;
        QByteArray sample;
        std::array<char, kSampleBytes> piece;
        for (qint64 i = 0; i < kSamples; ++i)
            sample.append(piece.data(),
                          finder.file->readAt(piece.data(), kSampleBytes, std::max<qint64>(0, bytes - kSampleBytes) * i / kSamples));
        const auto tuned = std::make_shared<LogMatcher>(finder.matcher->query());
        tuned->tuneTo(sample);
        finder.matcher = tuned;
    }

    bool canStretch(qint64 target) const
    {
        return longBegin < 0 && finder.choice.isAll() && resume >= slowUntil && target - resume > 2 * kStretchBytes + kReadBytes
               && QThread::idealThreadCount() > 1;
    }

    // Searches two stretches concurrently, from `resume` on.
    void stretch(const std::atomic<bool> &stop)
    {
        const qint64 seam = resume + kStretchBytes, end = seam + kStretchBytes;
        Hits after{{}, hits.room};
        qint64 afterEnd = -1;
        std::binary_semaphore isDone{0};
        second.start([&] {
            afterEnd = finder.stretch(seam, end, false, stop, after);
            isDone.release();
        });
        const size_t before = hits.list.size();
        const qint64 next = finder.stretch(resume, seam, true, stop, hits);
        isDone.acquire();
        slowUntil = end;
        if (next < 0) {
            hits.list.erase(hits.list.begin() + std::ptrdiff_t(before), hits.list.end());
            return;
        }
        resume = next;
        if (afterEnd < 0)
            return;
        resume = slowUntil = afterEnd;
        const auto taken = std::min(after.list.size(), hits.room - std::min(hits.room, hits.list.size()));
        hits.list.insert(hits.list.end(), after.list.begin(), after.list.begin() + std::ptrdiff_t(taken));
    }

    // Searches a part of a line that is longer than the buffer.
    void part(const char *bytes, qint64 length)
    {
        const qint64 end = resume + length;
        const qint64 seen = scanner.offset() - resume;  // bytes shared by two parts are passed only once
        scanner.feed(bytes + seen, length - seen, [](const LogScanned &) {});
        const LogScanned line = scanner.current();
        if (line.shownBegin > longBegin) {
            const auto isOver = [&](const LogHit &hit) { return hit.offset() >= longBegin && hit.offset() < line.shownBegin; };
            hits.list.erase(std::remove_if(hits.list.begin(), hits.list.end(), isOver), hits.list.end());
            voids.emplace_back(longBegin, line.shownBegin);
        }
        const qint64 from = std::max({resume, line.shownBegin, longFrom});
        if (!finder.choice.matches(line.kind) || from >= end)
            return;
        const size_t before = hits.list.size();
        finder.within(bytes, resume, from - resume, length, hits);
        if (hits.list.size() > before)
            longFrom = hits.list.back().offset() + hits.list.back().length();
    }
};

LogSearch::LogSearch(QObject *parent)
    : QObject(parent), m_matcher(std::make_shared<LogMatcher>(LogQuery{})), m_stop(std::make_shared<std::atomic<bool>>(false))
{
    m_pool.setMaxThreadCount(1);
}

LogSearch::~LogSearch()
{
    m_stop->store(true);
    m_pool.waitForDone();
}

void LogSearch::start(const LogQuery &query, const LogChoice &choice)
{
    m_stop->store(true);
    m_stop = std::make_shared<std::atomic<bool>>(false);
    ++m_generation;
    if (!(query == m_matcher->query()))
        m_matcher = std::make_shared<LogMatcher>(query);
    m_choice = choice;
    m_job.reset();
    m_hits.clear();
    m_searched = m_target = 0;
    m_isBusy = false;
    Q_EMIT hitsChanged();
}

void LogSearch::extendTo(const std::shared_ptr<const LogFile> &file, qint64 bytes)
{
    m_target = bytes;
    m_file = file;
    if (!m_isBusy && file && isActive() && !isFull() && m_target > m_searched)
        continueSearch(file);
}

void LogSearch::dropHits(qint64 begin, qint64 end)
{
    const auto from = m_hits.begin() + std::ptrdiff_t(firstFrom(begin));
    const auto to = m_hits.begin() + std::ptrdiff_t(std::max(firstFrom(begin), firstFrom(end)));
    if (from == to)
        return;
    m_hits.erase(from, to);
    Q_EMIT hitsChanged();
}

size_t LogSearch::firstFrom(qint64 offset) const
{
    return size_t(
        std::lower_bound(m_hits.begin(), m_hits.end(), offset, [](const LogHit &hit, qint64 wanted) { return hit.offset() < wanted; })
        - m_hits.begin());
}

void LogSearch::continueSearch(const std::shared_ptr<const LogFile> &file)
{
    m_isBusy = true;
    const bool isNew = !m_job;
    if (isNew) {
        m_job = std::make_shared<Job>();
        m_job->finder = {file, m_matcher, m_choice};
    }
    m_job->hits = {{}, size_t(kMaxHits) - m_hits.size()};
    m_pool.start([this, isNew, job = m_job, stop = m_stop, generation = m_generation, target = m_target] {
        using Clock = std::chrono::steady_clock;
        Hits &hits = job->hits;
        qint64 from = job->longBegin >= 0 ? std::max(job->resume, job->longFrom) : job->resume;
        const auto deliver = [&](qint64 searched, bool isLast) {
            const Batch batch{generation, from, std::exchange(hits.list, {}), std::exchange(job->voids, {}), searched, isLast};
            hits.room -= std::min(hits.room, batch.hits.size());
            from = job->resume;
            QMetaObject::invokeMethod(
                this, [this, batch] { take(batch); }, Qt::QueuedConnection);
        };
        auto reported = Clock::now();
        bool isFirst = true;
        const auto report = [&] {
            if ((!isFirst || hits.list.empty()) && Clock::now() - reported < kReportEvery)
                return;
            isFirst = isFirst && hits.list.empty();
            reported = Clock::now();
            deliver(job->resume, false);
        };
        if (isNew)
            job->tune(target);
        const auto buffer = std::make_unique_for_overwrite<char[]>(size_t(kMaxPart + kReadBytes));
        qint64 have = 0;  // bytes in the buffer, from job->resume on
        while (!stop->load(std::memory_order_relaxed) && !hits.isFull()) {
            if (job->canStretch(target)) {
                have = 0;
                job->stretch(*stop);
                report();
                continue;
            }
            const qint64 offset = job->resume + have;
            const qint64 got = job->finder.file->readAt(buffer.get() + have, std::min(kReadBytes, target - offset), offset);
            have += std::max<qint64>(0, got);
            const void *const last = ::memrchr(buffer.get(), '\n', size_t(have));
            const qint64 whole = last ? static_cast<const char *>(last) - buffer.get() + 1 : 0;
            qint64 used = 0;
            if (job->longBegin >= 0 && have > 0) {
                // Up to the end of the long line; the lines after it are handled normally.
                const auto *newline = static_cast<const char *>(std::memchr(buffer.get(), '\n', size_t(have)));
                const qint64 length = newline ? newline - buffer.get() : have;
                job->part(buffer.get(), length);
                used = newline ? length + 1 : std::max<qint64>(0, length - job->finder.matcher->overlap());
                if (newline) {
                    job->scanner.feed("\n", 1, [](const LogScanned &) {});
                    job->longBegin = -1;
                }
            } else if (whole > 0) {
                job->finder.lines(buffer.get(), job->resume, whole, job->scanner, hits);
                used = whole;
            } else if (have >= kMaxPart) {
                if (job->finder.choice.isAll())
                    job->scanner = LogScanner(job->resume, {});
                job->longBegin = job->longFrom = job->resume;
                job->part(buffer.get(), have);
                used = std::max<qint64>(0, have - job->finder.matcher->overlap());
            }
            std::memmove(buffer.get(), buffer.get() + used, size_t(have - used));
            have -= used;
            job->resume += used;
            if (got <= 0 || offset + got >= target) {
                if (used > 0 && have > 0 && job->longBegin < 0)
                    continue;  // the rest is searched once more separately
                break;
            }
            report();
        }
        // The unfinished line is shown as it is now; it is searched again when it grows.
        if (have > 0 && job->longBegin < 0 && !hits.isFull()) {
            LogScanner now = job->scanner;
            job->finder.lines(buffer.get(), job->resume, have, now, hits);
        }
        deliver(target, true);
    });
}

void LogSearch::take(const Batch &batch)
{
    if (batch.generation != m_generation)
        return;
    const size_t before = m_hits.size();
    m_hits.erase(m_hits.begin() + std::ptrdiff_t(firstFrom(batch.from)), m_hits.end());
    for (const auto &[begin, end] : batch.voids)
        m_hits.erase(m_hits.begin() + std::ptrdiff_t(firstFrom(begin)),
                     m_hits.begin() + std::ptrdiff_t(std::max(firstFrom(begin), firstFrom(end))));
    m_hits.insert(m_hits.end(), batch.hits.begin(), batch.hits.end());
    m_searched = std::max(m_searched, batch.searched);
    if (batch.isLast) {
        m_isBusy = false;
        extendTo(m_file, m_target);
    }
    if (m_hits.size() != before || !batch.hits.empty() || batch.isLast)
        Q_EMIT hitsChanged();
}

}  // namespace trainyard

#include "moc_logsearch.cpp"
