// Reads a run's local log and metrics files as they grow, on a thread of its own, and hands over what they say in
// batches. The page keeps only the values. Lives in the thread that made it; signals arrive there.
#pragma once

#include "core/metrics/sample.h"
#include "core/training/trainingrecord.h"

#include <QObject>
#include <QString>
#include <QThread>

#include <atomic>

namespace trainyard {

class RunReader : public QObject {
    Q_OBJECT
public:
    explicit RunReader(QObject *parent = nullptr);
    ~RunReader() override;      // stops and joins the thread

    // Starts anew; wasReset() comes first. Files may come later.
    void open(const QString &logFile, const QString &metricsFile);
    void readLog();             // it may have grown; any rate
    void readMetrics();
    // The run has ended: the last moment of the samplers is complete.
    void finishMetrics();

Q_SIGNALS:
    void wasReset();
    void samplesRead(const QList<trainyard::MachineSample> &samples);
    void logSizesRead(const QList<trainyard::LogSize> &sizes);     // for a LogClock
    void trainingRead(const QList<trainyard::TrainingRecord> &records);
    void caughtUp();            // everything there was at the last request has been handed over

private:
    class Worker;

    QThread m_thread;
    Worker *m_worker;
    std::atomic<bool> m_isLogAsked = false, m_isMetricsAsked = false;
    std::shared_ptr<std::atomic<quint64>> m_generation;      // work for an earlier pair of files is dropped
};

}  // namespace trainyard
