#include "ui/run/runreader.h"

#include "core/training/traininglog.h"

#include <QFile>

#include <memory>

namespace trainyard {
namespace {

constexpr qint64 kChunkBytes = 1 << 20;

}  // namespace

// In the reader's thread.
class RunReader::Worker : public QObject {
public:
    Worker(RunReader *reader, std::shared_ptr<std::atomic<quint64>> generation)
        : m_reader(reader), m_current(std::move(generation))
    {
    }

    void open(quint64 generation, const QString &logFile, const QString &metricsFile)
    {
        m_generation = generation;
        m_logFile = logFile;
        m_metricsFile = metricsFile;
        m_logAt = m_metricsAt = 0;
        m_training = std::make_unique<TrainingLog>();
        m_parser = std::make_unique<SampleParser>();
    }

    void readLog()
    {
        read(m_logFile, m_logAt, [this](const QByteArray &bytes) {
            deliverTraining(m_training->feed(bytes, m_logAt - bytes.size()));
        });
        deliver([reader = m_reader] { Q_EMIT reader->caughtUp(); });
    }

    void readMetrics(bool isLast)
    {
        read(m_metricsFile, m_metricsAt, [this](const QByteArray &bytes) {
            deliverSamples(m_parser->feed(bytes));
            const QList<LogSize> sizes = m_parser->takeLogSizes();
            if (!sizes.isEmpty())
                deliver([reader = m_reader, sizes] { Q_EMIT reader->logSizesRead(sizes); });
        });
        if (isLast && m_parser)
            deliverSamples(m_parser->flush());
        deliver([reader = m_reader] { Q_EMIT reader->caughtUp(); });
    }

private:
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
        QMetaObject::invokeMethod(m_reader, [current = m_current, generation = m_generation, f] {
            if (current->load() == generation)
                f();
        }, Qt::QueuedConnection);
    }

    void deliverSamples(const QList<MachineSample> &samples)
    {
        if (!samples.isEmpty())
            deliver([reader = m_reader, samples] { Q_EMIT reader->samplesRead(samples); });
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
    qint64 m_logAt = 0, m_metricsAt = 0;
    std::unique_ptr<TrainingLog> m_training = std::make_unique<TrainingLog>();
    std::unique_ptr<SampleParser> m_parser = std::make_unique<SampleParser>();
};

RunReader::RunReader(QObject *parent)
    : QObject(parent), m_generation(std::make_shared<std::atomic<quint64>>(0))
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

void RunReader::open(const QString &logFile, const QString &metricsFile)
{
    const quint64 generation = ++*m_generation;
    Q_EMIT wasReset();
    QMetaObject::invokeMethod(m_worker, [worker = m_worker, generation, logFile, metricsFile] {
        worker->open(generation, logFile, metricsFile);
    });
    readLog();
    readMetrics();
}

void RunReader::readLog()
{
    if (m_isLogAsked.exchange(true))
        return;      // one request waits already
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

void RunReader::finishMetrics()
{
    QMetaObject::invokeMethod(m_worker, [worker = m_worker] { worker->readMetrics(true); });
}

}  // namespace trainyard
