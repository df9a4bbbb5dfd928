// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/runfollower.h"

#include "core/service/runs/internal/followerthreads.h"
#include "core/service/runs/internal/losssketch.h"
#include "core/service/runs/internal/mailbox.h"
#include "core/service/runs/runseries.h"

#include <QFileInfo>

#include <atomic>

namespace trainyard {

namespace {

constexpr qint64 kMaxLog = 64 << 20;  // of an existing log: hundreds of thousands of steps
constexpr qint64 kSketchGrowth = 40;  // the log is divided into this many parts per point of its sketch

}  // namespace

// In a thread of the followers, except for atomics.
class FollowerWorker : public FollowerThreads::Target {
public:
    FollowerWorker(RunFollower *follower, const FollowerThreads &threads, const Run &run, const FollowedFiles &files)
        : m_follower(follower), m_mailbox(follower), m_threads(threads), m_files(files), m_isOver(hasEnded(run.state)), m_feed(files)
    {
        m_feed.setMostLog(kMaxLog);
        m_feed.setRun(run);
        if (!files.metrics.isEmpty())
            m_feed.keepHistory();
        m_feed.setGoesOn([this] { return goesOn(); });
    }

    void close() { m_mailbox.close(); }
    void setHurry(bool isHurried) { m_priority = isHurried ? Qt::HighEventPriority : Qt::NormalEventPriority; }
    void post(std::function<void()> work)
    {
        Target::post(
            [this, work = std::move(work)] {
                if (goesOn())
                    work();
            },
            m_priority);
    }
    void ask(bool isJudged)
    {
        if (isJudged)
            m_isLookAsked = true;
        if (!m_isAsked.exchange(true))
            post([this] { step(); });
    }

    void setRun(const Run &run)
    {
        m_isOver = hasEnded(run.state);
        m_feed.setRun(run);
        ask(false);
    }

    void setPattern(const QString &expression)
    {
        m_pattern = compiledPattern(expression);
        m_feed.setPattern(m_pattern);
        m_sketchedSize = 0;
    }

    void beginCharts(quint64 generation)
    {
        m_generation = generation;
        m_feed.beginCharts();
    }

    RunFeed &feed() { return m_feed; }
    void detail(quint64 generation, quint64 number, qint64 from, qint64 to, qint64 width)
    {
        if (details.load() != number)
            return;
        if (const auto detail = m_feed.detail(from, to, width)) {
            m_mailbox.post([follower = m_follower, generation, detail] {
                if (follower->m_generation == generation)
                    Q_EMIT follower->detailRead(detail);
            });
        }
    }

    std::atomic<quint64> details = 0;  // how many were requested: all but the last are skipped

private:
    bool goesOn() { return m_mailbox.isOpen() && !m_threads.isEnding(); }

    void step()
    {
        m_isAsked = false;
        RunFeed::News news = m_feed.read(m_isOver);
        const bool hasMore = news.hasMore;
        m_mailbox.post([follower = m_follower, generation = m_generation, news = std::move(news)] { follower->take(generation, news); });
        if (hasMore) {
            ask(false);
            return;
        }
        if (!m_isLookAsked.exchange(false))
            return;
        const qint64 now = m_isOver ? 0 : m_feed.machineNow();
        RunObservation seen = m_feed.at(now);
        if (now < seen.machineMs)
            seen = m_feed.at(seen.machineMs);
        sketch();
        m_mailbox.post([follower = m_follower, seen, losses = m_losses] {
            follower->m_observation = seen;
            follower->m_losses = losses;
            Q_EMIT follower->observed(seen);
        });
    }

    // A curve of pixels: computed again when the log has grown enough for some of them.
    void sketch()
    {
        const qint64 size = QFileInfo(m_files.log).size();
        if (size >= m_sketchedSize && size - m_sketchedSize <= size / kSketchGrowth)
            return;
        m_sketchedSize = size;
        m_losses = lossSketch(m_files.log, m_pattern);
    }

    RunFollower *const m_follower;  // only used through the mailbox
    Mailbox m_mailbox;
    const FollowerThreads &m_threads;
    const FollowedFiles m_files;
    std::atomic<Qt::EventPriority> m_priority = Qt::NormalEventPriority;
    std::atomic<bool> m_isAsked = false, m_isLookAsked = false;
    bool m_isOver;
    RunFeed m_feed;
    std::shared_ptr<const SeriesPattern> m_pattern;
    quint64 m_generation = 0;
    qint64 m_sketchedSize = 0;
    QList<QPointF> m_losses;
};

RunFollower::RunFollower(std::shared_ptr<FollowerThreads> threads, const Run &run, const FollowedFiles &files, const QString &expression)
    : m_threads(std::move(threads)), m_worker(new FollowerWorker(this, *m_threads, run, files)), m_run(run), m_files(files)
{
    m_worker->setPattern(expression);
    m_worker->moveToThread(m_threads->next());
}

RunFollower::~RunFollower()
{
    m_worker->close();
    m_worker->deleteLater();
}

void RunFollower::setRun(const Run &run)
{
    if (run == m_run)
        return;
    m_run = run;
    m_worker->post([worker = m_worker, run] { worker->setRun(run); });
}

quint64 RunFollower::beginCharts(const QString &expression)
{
    m_wanted = {};
    Q_EMIT wasReset();
    m_worker->setHurry(true);
    m_worker->post([worker = m_worker, expression, generation = ++m_generation] {
        worker->setPattern(expression);
        worker->beginCharts(generation);
    });
    look();
    return m_generation;
}

void RunFollower::endCharts(quint64 begun)
{
    if (begun != m_generation)
        return;
    ++m_generation;
    m_worker->setHurry(false);
    m_worker->post([worker = m_worker] { worker->feed().endCharts(); });
}

void RunFollower::beginRules()
{
    m_worker->post([worker = m_worker] { worker->feed().beginRules(); });
}

void RunFollower::endRules()
{
    m_worker->post([worker = m_worker] { worker->feed().endRules(); });
}

void RunFollower::read() { m_worker->ask(false); }
void RunFollower::look() { m_worker->ask(true); }

void RunFollower::wantMetrics(qint64 from, qint64 to, qint64 width)
{
    const Detail wanted{from, to, width};
    if (wanted == m_wanted)
        return;
    m_wanted = wanted;
    m_worker->post([worker = m_worker, generation = m_generation, wanted, number = ++m_worker->details] {
        worker->detail(generation, number, wanted.from, wanted.to, wanted.width);
    });
}

void RunFollower::take(quint64 generation, const RunFeed::News &news)
{
    if (!news.recent.isEmpty())
        Q_EMIT recentRead(news.recent);
    if (generation != m_generation)
        return;
    if (news.isAnew)
        Q_EMIT wasReset();
    if (news.loaded)
        Q_EMIT metricsLoaded(news.loaded);
    if (!news.samples.isEmpty())
        Q_EMIT samplesRead(news.samples);
    if (!news.sizes.isEmpty())
        Q_EMIT logSizesRead(news.sizes);
    if (!news.records.isEmpty())
        Q_EMIT trainingRead(news.records);
    if (news.historyError)
        Q_EMIT historyFailed(*news.historyError);
    if (!news.hasMore)
        Q_EMIT caughtUp();
}

}  // namespace trainyard

#include "moc_runfollower.cpp"
