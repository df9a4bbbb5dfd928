// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/runreader.h"

#include "core/observe/trainlog/traininglog.h"
#include "core/service/runs/eventfolder.h"
#include "core/service/runs/runseries.h"
#include "core/storage/history/historyfiller.h"
#include "core/storage/history/runhistory.h"

#include <QElapsedTimer>
#include <QFile>

#include <memory>

namespace trainyard {
namespace {

constexpr qint64 kChunkBytes = 1 << 20;
constexpr qint64 kFillBytes = 4 << 20;  // of the metrics between looks at other wishes: a tenth of a second
constexpr qint64 kShowEveryMs = 1000;   // what was filled so far
constexpr qint64 kEventPause = 2000;    // ms between looks for new event files

}  // namespace

// In the reader's thread.
class RunReader::Worker : public QObject {
public:
    Worker(RunReader *reader, std::shared_ptr<std::atomic<quint64>> generation) : m_reader(reader), m_current(std::move(generation)) {}

    void open(quint64 generation, const QString &logFile, const QString &metricsFile, const QString &seriesPattern)
    {
        m_generation = generation;
        m_logFile = logFile;
        m_metricsFile = metricsFile;
        m_logAt = 0;
        m_training = std::make_unique<TrainingLog>();
        m_feed.reset();
        m_hasFailed = m_isLast = false;
        m_filler.reset();  // gives its lock back first
        if (!metricsFile.isEmpty())
            m_filler = std::make_unique<HistoryFiller>(metricsFile);
        m_isFilling = false;
        m_training->setPattern(compiledPattern(seriesPattern));
        m_events = EventFolder(logFile);
        m_sinceEvents.invalidate();
    }

    void readLog()
    {
        read(m_logFile, m_logAt, [this](const QByteArray &bytes) { deliverTraining(m_training->feed(bytes, m_logAt - bytes.size())); });
        readEvents(false);
        deliver([reader = m_reader] { Q_EMIT reader->caughtUp(); });
    }

    // What the store has is shown at once; while it is filled further, what it has by then; then the file is followed.
    void readMetrics(bool isLast)
    {
        readEvents(isLast);
        m_isLast = m_isLast || isLast;
        if (!m_filler || m_isFilling)
            return;
        if (m_feed) {
            follow();
            return;
        }
        m_isFilling = true;
        load();
        m_shown.start();
        fillOn(m_generation);
    }

    void readDetail(qint64 from, qint64 to, qint64 width)
    {
        const auto detail = readHistory(m_metricsFile, from, to, width);
        if (detail) {
            deliver([reader = m_reader, digest = *detail] { Q_EMIT reader->detailRead(digest); });
        } else if (detail.error().code == ErrorCode::Corrupt && m_filler) {
            m_filler->startAnew();
        }
    }

private:
    void fillOn(quint64 generation)
    {
        if (generation != m_generation || m_current->load() != m_generation)
            return;
        const auto left = m_filler->fill(kFillBytes);
        if (!left)
            fail(left.error());
        if (left && *left > 0) {
            if (m_shown.elapsed() > kShowEveryMs) {
                load();
                m_shown.start();
            }
            QMetaObject::invokeMethod(
                this, [this, generation] { fillOn(generation); }, Qt::QueuedConnection);
            return;
        }
        FeedPosition position = load().position;
        // Another program may have stored more of them since.
        readLogSizes(m_metricsFile, [&](const QList<LogSize> &sizes) {
            deliverSizes(sizes);
            position.logBytes = sizes.isEmpty() ? position.logBytes : sizes.last().bytes;
        });
        m_feed = std::make_unique<MetricFeed>(m_metricsFile, position);
        m_isFilling = false;
        follow();
    }

    LoadedHistory load()
    {
        LoadedHistory loaded = loadHistory(m_metricsFile);
        if (loaded.isDamaged)
            m_filler->startAnew();
        if (loaded.metrics.count() > 0) {
            const auto metrics = std::make_shared<RunMetrics>(std::move(loaded.metrics));
            deliver([reader = m_reader, metrics] { Q_EMIT reader->metricsLoaded(metrics); });
        }
        return loaded;
    }

    void follow()
    {
        while (m_current->load() == m_generation) {
            const qint64 before = m_feed->remaining();
            deliverSamples(m_feed->read(kChunkBytes));
            deliverSizes(m_feed->takeLogSizes());
            if (m_feed->remaining() == before || m_feed->remaining() == 0)
                break;
        }
        if (m_isLast)
            deliverSamples(m_feed->flush());
        const Result<void> filled = m_isLast ? m_filler->finish() : fillNew();
        if (!filled)
            fail(filled.error());
        m_isLast = false;
        deliver([reader = m_reader] { Q_EMIT reader->caughtUp(); });
    }

    Result<void> fillNew()
    {
        const auto left = m_filler->fill(kFillBytes);
        return left ? Result<void>() : Result<void>(left.error());
    }

    void fail(const Error &error)
    {
        if (!std::exchange(m_hasFailed, true))
            deliver([reader = m_reader, error] { Q_EMIT reader->historyFailed(error); });
    }

    template <typename F>
    void read(const QString &fileName, qint64 &at, F take)
    {
        QFile file(fileName);
        if (fileName.isEmpty() || !file.open(QIODevice::ReadOnly | QIODevice::Unbuffered) || !file.seek(at))
            return;
        while (m_current->load() == m_generation) {
            const QByteArray bytes = file.read(kChunkBytes);
            if (bytes.isEmpty())
                return;
            at += bytes.size();
            take(bytes);
        }
    }

    template <typename F>
    void deliver(F f)
    {
        QMetaObject::invokeMethod(
            m_reader,
            [current = m_current, generation = m_generation, f] {
                if (current->load() == generation)
                    f();
            },
            Qt::QueuedConnection);
    }

    void deliverSamples(const QList<MachineSample> &samples)
    {
        if (!samples.isEmpty())
            deliver([reader = m_reader, samples] { Q_EMIT reader->samplesRead(samples); });
    }

    void deliverSizes(const QList<LogSize> &sizes)
    {
        if (!sizes.isEmpty())
            deliver([reader = m_reader, sizes] { Q_EMIT reader->logSizesRead(sizes); });
    }

    void readEvents(bool isLast)
    {
        if (!isLast && m_sinceEvents.isValid() && !m_sinceEvents.hasExpired(kEventPause))
            return;
        m_sinceEvents.start();
        m_events.read([this](const QList<TrainingRecord> &records) { deliverTraining(records); },
                      [this] { return m_current->load() == m_generation; });
    }

    void deliverTraining(const QList<TrainingRecord> &records)
    {
        if (!records.isEmpty())
            deliver([reader = m_reader, records] { Q_EMIT reader->trainingRead(records); });
    }

    RunReader *m_reader;
    std::shared_ptr<std::atomic<quint64>> m_current;
    quint64 m_generation = 0;
    QString m_logFile, m_metricsFile;
    qint64 m_logAt = 0;
    EventFolder m_events;
    QElapsedTimer m_sinceEvents;
    std::unique_ptr<TrainingLog> m_training = std::make_unique<TrainingLog>();
    std::unique_ptr<HistoryFiller> m_filler;
    std::unique_ptr<MetricFeed> m_feed;
    QElapsedTimer m_shown;
    bool m_isFilling = false, m_isLast = false, m_hasFailed = false;
};

RunReader::RunReader(QObject *parent)
    : QObject(parent), m_wishes(std::make_shared<std::atomic<quint64>>(0)), m_generation(std::make_shared<std::atomic<quint64>>(0))
{
    m_worker = new Worker(this, m_generation);
    m_worker->moveToThread(&m_thread);
    connect(&m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
    m_thread.setObjectName(QStringLiteral("run reader"));
    m_thread.start();
}

RunReader::~RunReader()
{
    ++*m_generation;
    m_thread.quit();
    m_thread.wait();
}

void RunReader::open(const QString &logFile, const QString &metricsFile, const QString &seriesPattern)
{
    const quint64 generation = ++*m_generation;
    m_wish = {};
    Q_EMIT wasReset();
    QMetaObject::invokeMethod(m_worker, [worker = m_worker, generation, logFile, metricsFile, seriesPattern] {
        worker->open(generation, logFile, metricsFile, seriesPattern);
    });
    readLog();
    readMetrics();
}

void RunReader::readLog()
{
    if (m_isLogAsked.exchange(true))
        return;  // one request waits already
    QMetaObject::invokeMethod(m_worker, [this, worker = m_worker] {
        m_isLogAsked = false;
        worker->readLog();
    });
}

void RunReader::readMetrics()
{
    if (m_isMetricsAsked.exchange(true))
        return;
    QMetaObject::invokeMethod(m_worker, [this, worker = m_worker] {
        m_isMetricsAsked = false;
        worker->readMetrics(false);
    });
}

void RunReader::wantMetrics(qint64 from, qint64 to, qint64 width)
{
    const ReadRequest wish{from, to, width};
    if (wish == m_wish)
        return;
    m_wish = wish;
    QMetaObject::invokeMethod(m_worker, [worker = m_worker, wish, wishes = m_wishes, number = ++*m_wishes] {
        if (wishes->load() == number)
            worker->readDetail(wish.from, wish.to, wish.width);
    });
}

void RunReader::finishMetrics()
{
    QMetaObject::invokeMethod(m_worker, [worker = m_worker] { worker->readMetrics(true); });
}

}  // namespace trainyard
