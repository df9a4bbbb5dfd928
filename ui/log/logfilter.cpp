// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/log/logfilter.h"

#include "ui/log/internal/backgroundread.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace trainyard {
namespace {

constexpr qint64 kLineTailBytes = 1024;  // of a line that continues beyond its block; a longer one is read again

bool isError(const LogKind &kind) { return kind.isStart && kind.level == LogLevel::Error; }

}  // namespace

struct LogFilter::Batch {
    quint64 generation = 0;
    std::vector<Mark> marks;  // of the blocks after the open one
    qint64 openLines = 0, openErrors = 0;
    LogScanned current;
    bool hasCurrent = false, hasLevels = false, isLast = false;
    std::vector<bool> ranks;
    qint64 scanned = 0;
};

struct LogFilter::Job {
    std::shared_ptr<const LogFile> file;
    LogChoice choice;
    LogScanner scanner;
    Mark open;  // sums before the open block
    qint64 openBlock = 0, openLines = 0, openErrors = 0;
    bool hasLevels = false;
    std::vector<bool> ranks;

    void line(const LogScanned &scanned, const LogKind &before, std::vector<Mark> &marks)
    {
        const qint64 number = scanned.begin / kBlockBytes;
        for (; openBlock < number; ++openBlock) {
            open = {open.lines + openLines, open.errors + openErrors, before};
            openLines = openErrors = 0;
            marks.push_back(open);
        }
        const bool isWanted = choice.matches(scanned.kind);
        openLines += isWanted ? 1 : 0;
        openErrors += isWanted && isError(scanned.kind) ? 1 : 0;
        hasLevels = hasLevels || scanned.kind.level != LogLevel::None;
        if (scanned.kind.rank >= 0) {
            if (ranks.size() <= size_t(scanned.kind.rank))
                ranks.resize(size_t(scanned.kind.rank) + 1);
            ranks[size_t(scanned.kind.rank)] = true;
        }
    }
};

LogFilter::LogFilter(const LogIndex &index, QObject *parent)
    : QObject(parent), m_index(index), m_stop(std::make_shared<std::atomic<bool>>(false))
{
    m_pool.setMaxThreadCount(1);
}

LogFilter::~LogFilter()
{
    m_stop->store(true);
    m_pool.waitForDone();
}

void LogFilter::restart(const LogChoice &choice)
{
    m_stop->store(true);
    m_stop = std::make_shared<std::atomic<bool>>(false);
    ++m_generation;
    m_choice = choice;
    m_job.reset();
    m_marks.assign(1, Mark{});
    m_openLines = m_openErrors = m_scanned = m_target = m_asked = 0;
    m_current = {};
    m_hasCurrent = m_isCurrentWanted = m_isCurrentError = m_isBusy = false;
    m_cache.clear();
    Q_EMIT grew();
}

void LogFilter::forget()
{
    m_ranks.clear();
    m_hasLevels = false;
    restart(m_choice);
}

void LogFilter::extendTo(qint64 bytes)
{
    m_target = bytes;
    // Bytes that were requested but are missing belong to a truncated file; the index will notice.
    if (!m_isBusy && m_target > std::max(m_scanned, m_asked) && m_index.file())
        scan();
}

void LogFilter::scan()
{
    m_isBusy = true;
    m_asked = m_target;
    if (!m_job) {
        m_job = std::make_shared<Job>();
        m_job->file = m_index.file();
        m_job->choice = m_choice;
    }
    m_pool.start([this, job = m_job, stop = m_stop, generation = m_generation, target = m_target] {
        using Clock = std::chrono::steady_clock;
        const auto buffer = std::make_unique_for_overwrite<char[]>(size_t(kReadBytes));
        Batch batch;
        batch.generation = generation;
        const auto deliver = [&] {
            batch.openLines = job->openLines;
            batch.openErrors = job->openErrors;
            batch.hasCurrent = job->scanner.isInLine();
            batch.current = job->scanner.current();
            batch.hasLevels = job->hasLevels;
            batch.ranks = job->ranks;
            batch.scanned = job->scanner.offset();
            QMetaObject::invokeMethod(
                this, [this, sent = std::move(batch)] { take(sent); }, Qt::QueuedConnection);
            batch = {};
            batch.generation = generation;
        };
        auto reported = Clock::now();
        while (!stop->load(std::memory_order_relaxed) && job->scanner.offset() < target) {
            const qint64 offset = job->scanner.offset();
            const qint64 got = job->file->readAt(buffer.get(), std::min(kReadBytes, target - offset), offset);
            if (got <= 0)
                break;
            LogKind before = job->scanner.before();
            job->scanner.feed(buffer.get(), got, [&](const LogScanned &line) {
                job->line(line, before, batch.marks);
                before = line.kind;
            });
            if (Clock::now() - reported >= kReportEvery) {
                reported = Clock::now();
                deliver();
            }
        }
        batch.isLast = true;
        deliver();
    });
}

void LogFilter::take(const Batch &batch)
{
    if (batch.generation != m_generation)
        return;
    m_cache.remove(qint64(m_marks.size()) - 1);
    m_marks.insert(m_marks.end(), batch.marks.begin(), batch.marks.end());
    m_openLines = batch.openLines;
    m_openErrors = batch.openErrors;
    m_hasCurrent = batch.hasCurrent;
    m_current = batch.current;
    m_isCurrentWanted = m_hasCurrent && m_choice.matches(m_current.kind);
    m_isCurrentError = m_isCurrentWanted && isError(m_current.kind);
    m_hasLevels = m_hasLevels || batch.hasLevels;
    if (m_ranks.size() < batch.ranks.size())
        m_ranks.resize(batch.ranks.size());
    for (size_t i = 0; i < batch.ranks.size(); ++i)
        m_ranks[i] = m_ranks[i] || batch.ranks[i];
    m_scanned = batch.scanned;
    if (batch.isLast) {
        m_isBusy = false;
        extendTo(m_target);
    }
    Q_EMIT grew();
}

qint64 LogFilter::lineCount() const { return m_marks.back().lines + m_openLines + (m_isCurrentWanted ? 1 : 0); }
qint64 LogFilter::errorCount() const { return m_marks.back().errors + m_openErrors + (m_isCurrentError ? 1 : 0); }

const LogFilter::Block &LogFilter::block(qint64 number) const
{
    if (const Block *known = m_cache.object(number))
        return *known;
    auto *const made = new Block;
    const qint64 begin = number * kBlockBytes, blockEnd = begin + kBlockBytes;
    const QByteArray bytes = m_index.read(begin, std::min(kBlockBytes + kLineTailBytes, m_scanned - begin));
    // A line that continues from the previous block does not belong to this one: lines begin after a newline.
    qint64 at = begin;
    if (number > 0 && m_index.read(begin - 1, 1) != QByteArrayLiteral("\n")) {
        const qsizetype newline = bytes.indexOf('\n');
        at = newline < 0 ? blockEnd : begin + newline + 1;
    }
    if (at < blockEnd && at < begin + bytes.size()) {
        made->firstLine = m_index.lineAt(at);
        const auto add = [&](const LogKind &kind) {
            const bool isWanted = m_choice.matches(kind);
            made->lines.push_back({kind, isWanted, isWanted && isError(kind)});
        };
        LogScanner scanner(at, m_marks[size_t(number)].before);
        scanner.feed(bytes.constData() + (at - begin), bytes.size() - (at - begin), [&](const LogScanned &line) {
            if (line.begin < blockEnd)
                add(line.kind);
        });
        // The last one continues beyond the bytes read.
        const LogScanned rest = scanner.current();
        if (scanner.isInLine() && rest.begin < blockEnd && !(m_hasCurrent && rest.begin == m_current.begin)) {
            const LogIndex::Line line = m_index.line(made->firstLine + qint64(made->lines.size()));
            const LogIndex::Shown shown = m_index.shown(line);
            add(trainyard::kindOf(m_index.read(shown.begin, std::min<qint64>(256, shown.end - shown.begin)), scanner.before()));
        }
    }
    m_cache.insert(number, made);
    return *made;
}

qint64 LogFilter::nthIn(qint64 number, qint64 ordinal, bool Entry::*what) const
{
    const Block &lines = block(number);
    for (size_t i = 0; i < lines.lines.size(); ++i) {
        if (lines.lines[i].*what && ordinal-- == 0)
            return lines.firstLine + qint64(i);
    }
    return -1;
}

qint64 LogFilter::find(qint64 ordinal, qint64 Mark::*sum, bool Entry::*what) const
{
    const auto after = std::upper_bound(m_marks.begin(), m_marks.end(), ordinal,
                                        [sum](qint64 wanted, const Mark &mark) { return wanted < mark.*sum; });
    const auto mark = std::prev(after);  // the first one has 0 before it
    return nthIn(mark - m_marks.begin(), ordinal - (*mark).*sum, what);
}

qint64 LogFilter::countBefore(qint64 line, qint64 Mark::*sum, bool Entry::*what) const
{
    const qint64 begin = m_index.line(line).begin;
    const qint64 number = std::min(begin / kBlockBytes, qint64(m_marks.size()) - 1);
    const Block &lines = block(number);
    qint64 count = m_marks[size_t(number)].*sum;
    for (size_t i = 0; i < lines.lines.size() && lines.firstLine + qint64(i) < line; ++i)
        count += lines.lines[i].*what ? 1 : 0;
    return count;
}

qint64 LogFilter::lineAt(qint64 ordinal) const
{
    const qint64 ended = m_marks.back().lines + m_openLines;
    if (ordinal < 0 || ordinal >= lineCount())
        return -1;
    return ordinal >= ended ? m_index.lineAt(m_current.begin) : find(ordinal, &Mark::lines, &Entry::isWanted);
}

qint64 LogFilter::ordinalOf(qint64 line) const
{
    if (line >= m_index.lineCount())
        return lineCount();
    return std::min(countBefore(line, &Mark::lines, &Entry::isWanted), lineCount());
}

qint64 LogFilter::nextError(qint64 line) const
{
    const qint64 ended = m_marks.back().errors + m_openErrors;
    const qint64 ordinal = line < 0 ? 0 : line + 1 >= m_index.lineCount() ? ended : countBefore(line + 1, &Mark::errors, &Entry::isError);
    if (ordinal < ended)
        return find(ordinal, &Mark::errors, &Entry::isError);
    const qint64 current = m_isCurrentError ? m_index.lineAt(m_current.begin) : -1;
    return current > line ? current : -1;
}

qint64 LogFilter::previousError(qint64 line) const
{
    const qint64 current = m_isCurrentError ? m_index.lineAt(m_current.begin) : -1;
    if (current >= 0 && current < line)
        return current;
    const qint64 ended = m_marks.back().errors + m_openErrors;
    const qint64 count = line >= m_index.lineCount() ? ended : std::min(ended, countBefore(line, &Mark::errors, &Entry::isError));
    return count > 0 ? find(count - 1, &Mark::errors, &Entry::isError) : -1;
}

LogKind LogFilter::kindOf(qint64 line) const
{
    const qint64 begin = m_index.line(line).begin;
    if (m_hasCurrent && begin == m_current.begin)
        return m_current.kind;
    const qint64 number = begin / kBlockBytes;
    if (begin >= m_scanned || number >= qint64(m_marks.size()))
        return {};
    const Block &lines = block(number);
    const qint64 at = line - lines.firstLine;
    return at >= 0 && at < qint64(lines.lines.size()) ? lines.lines[size_t(at)].kind : LogKind{};
}

}  // namespace trainyard

#include "moc_logfilter.cpp"
