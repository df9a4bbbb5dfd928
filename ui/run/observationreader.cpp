// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/observationreader.h"

#include "core/service/runs/observedrun.h"
#include "core/service/runs/runseries.h"

namespace trainyard {

// In the reader's thread.
class ObservationReader::Worker : public QObject {
public:
    Worker(ObservationReader *reader, std::shared_ptr<std::atomic<quint64>> current) : m_reader(reader), m_current(std::move(current)) {}

    void open(quint64 generation, const QString &logFile, const QString &metricsFile, const Run &run, const QString &seriesPattern)
    {
        m_generation = generation;
        m_isFirst = true;
        m_files = std::make_unique<ObservedRun>(logFile, metricsFile);
        m_files->setPattern(compiledPattern(seriesPattern));
        m_files->setRun(run);
    }

    void setRun(const Run &run)
    {
        if (m_files)
            m_files->setRun(run);
    }

    void look(qint64 now)
    {
        if (!m_files || m_current->load() != m_generation)
            return;
        // What the file held already says nothing about when it came.
        m_files->update(m_isFirst || now == 0 ? std::nullopt : std::optional(now));
        m_isFirst = false;
        RunObservation seen = m_files->at(now);
        if (now < seen.machineMs)
            seen = m_files->at(seen.machineMs);
        QMetaObject::invokeMethod(
            m_reader,
            [reader = m_reader, current = m_current, generation = m_generation, seen] {
                if (current->load() == generation)
                    Q_EMIT reader->observed(seen);
            },
            Qt::QueuedConnection);
    }

private:
    ObservationReader *m_reader;
    std::shared_ptr<std::atomic<quint64>> m_current;
    quint64 m_generation = 0;
    bool m_isFirst = true;
    std::unique_ptr<ObservedRun> m_files;
};

ObservationReader::ObservationReader(QObject *parent) : QObject(parent), m_generation(std::make_shared<std::atomic<quint64>>(0))
{
    m_worker = new Worker(this, m_generation);
    m_worker->moveToThread(&m_thread);
    connect(&m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
    m_thread.setObjectName(QStringLiteral("run observer"));
    m_thread.start();
}

ObservationReader::~ObservationReader()
{
    ++*m_generation;
    m_thread.quit();
    m_thread.wait();
}

void ObservationReader::open(const QString &logFile, const QString &metricsFile, const Run &run, const QString &seriesPattern)
{
    const quint64 generation = ++*m_generation;
    QMetaObject::invokeMethod(m_worker, [worker = m_worker, generation, logFile, metricsFile, run, seriesPattern] {
        worker->open(generation, logFile, metricsFile, run, seriesPattern);
    });
    look(0);
}

void ObservationReader::setRun(const Run &run)
{
    QMetaObject::invokeMethod(m_worker, [worker = m_worker, run] { worker->setRun(run); });
    look(m_now);
}

void ObservationReader::look(qint64 machineMs)
{
    m_now = machineMs;
    if (m_isAsked.exchange(true))
        return;  // one request waits already
    QMetaObject::invokeMethod(m_worker, [this, worker = m_worker] {
        m_isAsked = false;
        worker->look(m_now);
    });
}

}  // namespace trainyard
