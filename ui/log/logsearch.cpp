#include "ui/log/logsearch.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <utility>

namespace trainyard {
namespace {

constexpr qint64 kReadBytes = 256 * 1024;                             // stays in the second-level cache
constexpr qint64 kLongestPart = 1 << 20;                              // of a line that is searched in one go
constexpr std::chrono::milliseconds kReportEvery{33};                 // as often as the view paints

}  // namespace

struct LogSearch::Batch {
    quint64 generation = 0;
    qint64 from = 0;                  // hits known from here on are replaced
    std::vector<LogHit> hits;
    std::vector<std::pair<qint64, qint64>> voids;
    qint64 searched = 0;
    bool isLast = false;
};

// Goes through the file in whole lines. A last line that has not ended is searched as it is and again when there is
// more of it; one that is too long for that in parts, once.
struct LogSearch::Job {
    std::shared_ptr<const LogFile> file;
    std::shared_ptr<const LogMatcher> matcher;
    LogChoice choice;
    LogScanner scanner;               // has seen what lies before `resume`, where a choice needs it
    qint64 resume = 0;                // where to go on
    qint64 longBegin = -1, longFrom = 0;      // inside a long line: its beginning, where no hit ended yet
    size_t room = kMaxHits;

    Batch batch;

    bool isFull() const { return batch.hits.size() >= room; }

    void within(const char *bytes, qint64 base, qint64 begin, qint64 end)
    {
        for (qint64 at = begin; at < end && !isFull();) {
            const LogMatcher::Match match = matcher->next(bytes + begin, end - begin, at - begin);
            if (match.begin < 0)
                return;
            batch.hits.emplace_back(base + begin + match.begin, match.length);
            at = begin + match.begin + match.length;
        }
    }

    // Whole lines, or the last one as far as it goes.
    void lines(const char *bytes, qint64 length, LogScanner &reader)
    {
        const bool isPlain = choice.isAll() && !std::memchr(bytes, '\r', size_t(length));
        if (isPlain) {
            within(bytes, resume, 0, length);
            return;
        }
        if (choice.isAll())
            reader = LogScanner(resume, {});
        const auto line = [&](const LogScanned &read) {
            if (choice.matches(read.kind))
                within(bytes, resume, read.shownBegin - resume, read.shownEnd - resume);
        };
        reader.feed(bytes, length, line);
        if (reader.isInLine())
            line(reader.current());
    }

    // A part of a line that is longer than the buffer.
    void part(const char *bytes, qint64 length)
    {
        const qint64 end = resume + length;
        const qint64 seen = scanner.offset() - resume;      // what two parts share is fed once
        scanner.feed(bytes + seen, length - seen, [](const LogScanned &) {});
        const LogScanned line = scanner.current();
        if (line.shownBegin > longBegin) {
            const auto isOver = [&](const LogHit &hit) { return hit.offset() >= longBegin && hit.offset() < line.shownBegin; };
            batch.hits.erase(std::remove_if(batch.hits.begin(), batch.hits.end(), isOver), batch.hits.end());
            batch.voids.emplace_back(longBegin, line.shownBegin);
        }
        const qint64 from = std::max({resume, line.shownBegin, longFrom});
        if (!choice.matches(line.kind) || from >= end)
            return;
        const size_t before = batch.hits.size();
        within(bytes, resume, from - resume, length);
        if (batch.hits.size() > before)
            longFrom = batch.hits.back().offset() + batch.hits.back().length();
    }
};

LogSearch::LogSearch(QObject *parent)
    : QObject(parent), m_matcher(std::make_shared<LogMatcher>(LogQuery{})),
      m_stop(std::make_shared<std::atomic<bool>>(false))
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
    return size_t(std::lower_bound(m_hits.begin(), m_hits.end(), offset,
                                   [](const LogHit &hit, qint64 wanted) { return hit.offset() < wanted; })
                  - m_hits.begin());
}

void LogSearch::continueSearch(const std::shared_ptr<const LogFile> &file)
{
    m_isBusy = true;
    if (!m_job) {
        m_job = std::make_shared<Job>();
        m_job->file = file;
        m_job->matcher = m_matcher;
        m_job->choice = m_choice;
    }
    m_job->room = size_t(kMaxHits) - m_hits.size();
    m_pool.start([this, job = m_job, stop = m_stop, generation = m_generation, target = m_target] {
        using Clock = std::chrono::steady_clock;
        const auto begin = [&](qint64 from) {
            job->batch = {};
            job->batch.generation = generation;
            job->batch.from = from;
        };
        const auto deliver = [&](qint64 searched, bool isLast) {
            job->batch.searched = searched;
            job->batch.isLast = isLast;
            job->room -= std::min(job->room, job->batch.hits.size());
            QMetaObject::invokeMethod(this, [this, sent = std::move(job->batch)] { take(sent); }, Qt::QueuedConnection);
        };
        const auto buffer = std::make_unique_for_overwrite<char[]>(size_t(kLongestPart + kReadBytes));
        qint64 have = 0;              // bytes in the buffer, from job->resume on
        auto reported = Clock::now();
        bool isFirst = true;
        begin(job->longBegin >= 0 ? std::max(job->resume, job->longFrom) : job->resume);
        while (!stop->load(std::memory_order_relaxed) && !job->isFull()) {
            const qint64 offset = job->resume + have;
            const qint64 got = job->file->readAt(buffer.get() + have, std::min(kReadBytes, target - offset), offset);
            have += std::max<qint64>(0, got);
            const void *const last = ::memrchr(buffer.get(), '\n', size_t(have));
            const qint64 whole = last ? static_cast<const char *>(last) - buffer.get() + 1 : 0;
            qint64 used = 0;
            if (job->longBegin >= 0 && have > 0) {
                // Up to the end of the long line; what follows it is ordinary again.
                const auto *newline = static_cast<const char *>(std::memchr(buffer.get(), '\n', size_t(have)));
                const qint64 length = newline ? newline - buffer.get() : have;
                job->part(buffer.get(), length);
                used = newline ? length + 1 : std::max<qint64>(0, length - job->matcher->overlap());
                if (newline) {
                    job->scanner.feed("\n", 1, [](const LogScanned &) {});
                    job->longBegin = -1;
                }
            } else if (whole > 0) {
                job->lines(buffer.get(), whole, job->scanner);
                used = whole;
            } else if (have >= kLongestPart) {
                if (job->choice.isAll())
                    job->scanner = LogScanner(job->resume, {});
                job->longBegin = job->longFrom = job->resume;
                job->part(buffer.get(), have);
                used = std::max<qint64>(0, have - job->matcher->overlap());
            }
            std::memmove(buffer.get(), buffer.get() + used, size_t(have - used));
            have -= used;
            job->resume += used;
            if (got <= 0 || offset + got >= target) {
                if (used > 0 && have > 0 && job->longBegin < 0)
                    continue;         // what is left is looked at once more by itself
                break;
            }
            if ((isFirst && !job->batch.hits.empty()) || Clock::now() - reported >= kReportEvery) {
                isFirst = isFirst && job->batch.hits.empty();
                reported = Clock::now();
                deliver(job->resume, false);
                begin(job->resume);
            }
        }
        // The line that goes on is shown as it is now; it is searched again with what comes.
        if (have > 0 && job->longBegin < 0 && !job->isFull()) {
            LogScanner now = job->scanner;
            job->lines(buffer.get(), have, now);
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
