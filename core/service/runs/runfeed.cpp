// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/runfeed.h"

#include "core/service/runs/internal/copiedfiles.h"
#include "core/service/runs/internal/kernellines.h"
#include "core/service/runs/runseries.h"
#include "core/storage/history/runhistory.h"

#include <QFile>
#include <QFileInfo>

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <utility>

namespace trainyard {
namespace {

constexpr qint64 kTail = 2 << 20;                        // where rules begin in a long file: ten minutes of eight GPUs
constexpr qint64 kShowEvery = 1000, kEventPause = 2000;  // ms

std::shared_ptr<const HealthFacts> knownFacts()
{
    static const auto facts = std::make_shared<const HealthFacts>(HealthFacts::builtIn().value_or(HealthFacts()));
    return facts;
}

}  // namespace

std::optional<ExplainEnd> endOf(const Run &run)
{
    if (!hasEnded(run.state))
        return std::nullopt;
    return ExplainEnd{run.exitCode, run.exitSignal, run.isOutOfMemory, run.state == RunState::Finished, run.state == RunState::Stopped};
}

RunSpan spanOf(const Run &run, qint64 machineMs)
{
    const bool isOver = hasEnded(run.state);
    return {run.started.isValid() ? run.started.toMSecsSinceEpoch() : 0,
            isOver && run.ended.isValid() ? run.ended.toMSecsSinceEpoch() : machineMs,
            isOver,
            {},
            {}};
}

FollowedFiles followedFiles(const RunId &runId, const Paths &paths)
{
    const QString folder = paths.runs() + u'/' + runId.text();
    return {folder + QStringLiteral("/log"), folder + QStringLiteral("/metrics")};
}

RunObservation observeCopy(const Run &run, const Paths &paths, std::optional<qint64> mostLog)
{
    RunFeed feed(followedFiles(run.id, paths));
    feed.setMostLog(mostLog.value_or(-1));
    feed.setPattern(seriesPattern(run.name, paths));
    feed.setRun(run);
    return feed.readAll();
}

RunFeed::RunFeed(const FollowedFiles &files) : m_files(files), m_use(files.metrics) { observeAnew(); }

void RunFeed::observeAnew()
{
    m_observer = std::make_unique<RunObserver>(knownFacts());
    m_observer->setEnd(m_end);
    m_observer->setPattern(m_pattern);
    m_observed.emplace(m_files.metrics);
    m_logAt = m_logEnd = 0;
    m_hasMoreMetrics = !m_files.metrics.isEmpty();
    m_hasKernel = false;
    m_isFirst = true;
}

void RunFeed::startAnew()
{
    observeAnew();
    m_live.reset();
    m_ruled.reset();
    m_isFlushed = false;
    m_said = 0;
    if (m_filler) {
        m_filler.reset();  // releases its lock first
        keepHistory();
    }
    if (m_charts)
        beginCharts();
}

void RunFeed::beginRules()
{
    m_hasRules = true;
    if (m_live)  // otherwise the shared reading begins there
        m_ruled.emplace(m_files.metrics, MetricFeed::tailOf(m_files.metrics, kTail));
}

void RunFeed::beginCharts()
{
    if (m_isFlushed)  // the last data was handed out already
        startAnew();
    m_charts.emplace();
    m_charts->events = EventFolder(m_files.log);
    m_mostLog = -1;
    observeAnew();
}

void RunFeed::setPattern(std::shared_ptr<const SeriesPattern> pattern)
{
    m_pattern = std::move(pattern);
    m_observer->setPattern(m_pattern);
}

void RunFeed::setRun(const Run &run)
{
    m_end = endOf(run);
    m_observer->setEnd(m_end);
}

std::optional<RunFeed::FileId> RunFeed::idOf(const QString &file)
{
    struct stat found = {};
    if (file.isEmpty() || ::stat(QFile::encodeName(file).constData(), &found) != 0)
        return std::nullopt;
    return FileId{quint64(found.st_dev), quint64(found.st_ino), qint64(found.st_size)};
}

bool RunFeed::isOther(std::optional<FileId> &known, const QString &file)
{
    const auto now = idOf(file);
    if (!now)
        return false;
    const auto before = std::exchange(known, now);
    return before && (before->device != now->device || before->inode != now->inode || now->size < before->size);
}

RunFeed::News RunFeed::read(bool isOver)
{
    News news;
    const bool isOtherLog = isOther(m_logId, m_files.log), isOtherMetrics = isOther(m_metricsId, m_files.metrics);
    if (isOtherLog || isOtherMetrics) {
        startAnew();
        news.isAnew = true;
    }
    m_observer->setUse(m_use.read());
    // Lines of the log get their times from the metrics, so the log comes first, but not so far ahead that its detail is lost.
    const bool mayReadLog = !m_observer->isFull() || m_observer->isWaiting() || !m_hasMoreMetrics;
    const bool hasMoreLog = mayReadLog ? readLog(news) : true;
    if (!m_files.metrics.isEmpty() && !m_observer->isWaiting())
        m_hasMoreMetrics = readMetrics(isOver && !hasMoreLog, news);
    news.hasMore = hasMoreLog || m_hasMoreMetrics || m_observer->isWaiting();
    readEvents(isOver, news);
    readKernel();
    if (const qint64 said = m_observer->machineMs(); said != m_said) {
        m_said = said;
        m_sinceSaid.start();
    }
    m_isFirst = m_isFirst && news.hasMore;
    return news;
}

// Bytes that it still has to read by itself.
qint64 RunFeed::behind(const std::optional<MetricCursor> &cursor) const
{
    return cursor && !cursor->hasCaughtUp() ? std::max<qint64>(1, m_live->offset() - cursor->offset()) : 0;
}

bool RunFeed::readMetrics(bool isOver, News &news)
{
    if (!m_live)
        m_live = std::make_unique<MetricFeed>(m_files.metrics, MetricFeed::tailOf(m_files.metrics, kTail));
    const auto where = [&] {
        return std::array{m_live->offset(), behind(m_observed), behind(m_ruled), m_charts ? behind(m_charts->drawn) : 0};
    };
    const auto before = where();
    MetricBatch fresh;
    fresh.samples = m_live->read(kCopyPiece);
    fresh.sizes = m_live->takeLogSizes();
    const qint64 leftToFill = fill(fresh, news);
    deliver(fresh, leftToFill, news);
    // The rest of an unfinished line is not more to read.
    const auto after = where();
    const bool isBehind = m_live->remaining() > 0 || std::any_of(after.begin() + 1, after.end(), [](qint64 left) { return left > 0; });
    const bool hasMore = leftToFill > 0 || (isBehind && after != before);
    if (after[0] != before[0])
        m_isFlushed = false;
    if (!isOver || hasMore || m_isFlushed)
        return hasMore;
    m_isFlushed = true;
    MetricBatch last;
    last.samples = m_live->flush();
    last.sizes = m_live->takeLogSizes();
    if (m_filler) {
        if (const auto finished = m_filler->finish(*m_live, last); !finished)
            fail(finished.error(), news);
    }
    deliver(last, 0, news);
    return false;
}

void RunFeed::deliver(const MetricBatch &fresh, qint64 leftToFill, News &news)
{
    if (m_hasRules)
        news.recent += m_ruled ? m_ruled->next(kCopyPiece, *m_live, fresh).samples : fresh.samples;
    const MetricBatch observed = m_observed->next(kCopyPiece, *m_live, fresh);
    m_observer->takeMetrics(observed.samples, observed.sizes, m_logEnd);
    if (!m_charts)
        return;
    if (m_charts->isLoading)
        loadCharts(leftToFill, news);
    if (m_charts->isLoading)
        return;
    const MetricBatch drawn = m_charts->drawn->next(kCopyPiece, *m_live, fresh);
    news.samples += drawn.samples;
    news.sizes += drawn.sizes;
}

void RunFeed::loadCharts(qint64 leftToFill, News &news)
{
    const bool isLast = leftToFill <= 0;
    if (!isLast && m_charts->sinceLoaded.isValid() && !m_charts->sinceLoaded.hasExpired(kShowEvery))
        return;
    m_charts->sinceLoaded.start();
    LoadedHistory history = loadHistory(m_files.metrics);
    if (history.isDamaged && m_filler)
        m_filler->startAnew();
    if (history.metrics.count() > 0)
        news.loaded = std::make_shared<RunMetrics>(std::move(history.metrics));
    if (!isLast)
        return;
    // Another program may have stored more of them since.
    readLogSizes(m_files.metrics, [&](const QList<LogSize> &sizes) {
        news.sizes += sizes;
        history.position.logBytes = sizes.isEmpty() ? history.position.logBytes : sizes.last().bytes;
    });
    m_charts->drawn.emplace(m_files.metrics, history.position);
    m_charts->isLoading = false;
}

qint64 RunFeed::fill(const MetricBatch &fresh, News &news)
{
    if (!m_filler)
        return 0;
    const auto left = m_filler->fill(kCopyPiece, *m_live, fresh);
    if (!left)
        fail(left.error(), news);
    return left.value_or(0);
}

void RunFeed::fail(const Error &error, News &news)
{
    if (!std::exchange(m_hasFailed, true))
        news.historyError = error;
}

bool RunFeed::readLog(News &news)
{
    QFile log(m_files.log);
    if (m_files.log.isEmpty() || !log.open(QIODevice::ReadOnly | QIODevice::Unbuffered))
        return false;
    if (m_mostLog >= 0 && m_logAt == 0 && log.size() > m_mostLog) {
        m_logAt = log.size() - m_mostLog;
        m_observer->skipTo(m_logAt);
    }
    m_logEnd = log.size();
    log.seek(m_logAt);
    const QByteArray bytes = log.read(kCopyPiece);
    if (bytes.isEmpty())
        return false;
    m_logAt += bytes.size();
    const QList<TrainingRecord> records = m_observer->takeLog(bytes);
    if (m_charts)
        news.records += records;
    const bool hasMore = bytes.size() == kCopyPiece;
    // The file's earlier contents say nothing about when they arrived.
    if (!m_isFirst && !hasMore && m_said > 0)
        m_observer->logCameBy(machineNow());
    return hasMore;
}

void RunFeed::readEvents(bool isOver, News &news)
{
    if (!m_charts || (!isOver && m_charts->sinceEvents.isValid() && !m_charts->sinceEvents.hasExpired(kEventPause)))
        return;
    m_charts->sinceEvents.start();
    m_charts->events.read([&news](const QList<TrainingRecord> &records) { news.records += records; }, m_goesOn);
}

void RunFeed::readKernel()
{
    QFile kernel(QFileInfo(m_files.log).path() + u'/' + kKernelFile);
    if (m_hasKernel || m_files.log.isEmpty() || !kernel.open(QIODevice::ReadOnly))
        return;
    m_hasKernel = true;  // it arrives whole
    m_observer->takeKernel(kernel.read(kMaxKernelLines));
}

qint64 RunFeed::machineNow() const { return m_said > 0 ? m_said + m_sinceSaid.elapsed() : 0; }

RunObservation RunFeed::readAll()
{
    while (read().hasMore) {}
    return at(m_said);
}

std::shared_ptr<const MetricDigest> RunFeed::detail(qint64 from, qint64 to, qint64 width)
{
    const auto detail = readHistory(m_files.metrics, from, to, width);
    if (!detail && detail.error().code == ErrorCode::Corrupt && m_filler)
        m_filler->startAnew();
    return detail.value_or(nullptr);
}

}  // namespace trainyard
