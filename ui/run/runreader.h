// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a run's local log, metrics and event files (in the folder events.tb beside the log) as they grow, on a thread of
// its own, and hands over what they say in batches. The page keeps only the values. Of the metrics, what was stored
// earlier comes first and as a whole, whatever its length (core/storage/history), and what grows after it in samples. Lives in
// the thread that made it; signals arrive there.
#pragma once

#include "core/base/error.h"
#include "core/observe/metrics/runmetrics.h"
#include "core/observe/trainlog/trainingrecord.h"

#include <QObject>
#include <QString>
#include <QThread>

#include <atomic>

namespace trainyard {

class RunReader : public QObject {
    Q_OBJECT
public:
    explicit RunReader(QObject *parent = nullptr);
    ~RunReader() override;  // stops and joins the thread

    // Starts anew; wasReset() comes first. Files may come later.
    // `seriesPattern`: a person's own expression for lines of the log; one that is not right is left out.
    void open(const QString &logFile, const QString &metricsFile, const QString &seriesPattern = {});
    void readLog();  // it may have grown; any rate
    void readMetrics();
    // The run has ended: the last moment of the samplers is complete.
    void finishMetrics();
    // A stretch of the past in finer steps, for RunMetrics::setWanted(); comes as detailRead(). The latest wish counts.
    void wantMetrics(qint64 from, qint64 to, qint64 width);

Q_SIGNALS:
    void wasReset();
    void metricsLoaded(const std::shared_ptr<trainyard::RunMetrics> &metrics);  // takes the place of all before
    void samplesRead(const QList<trainyard::MachineSample> &samples);
    void detailRead(const std::shared_ptr<const trainyard::MetricDigest> &detail);
    void historyFailed(const trainyard::Error &error);          // at most once: charts show what is in memory
    void logSizesRead(const QList<trainyard::LogSize> &sizes);  // for a LogClock
    void trainingRead(const QList<trainyard::TrainingRecord> &records);
    void caughtUp();  // everything there was at the last request has been handed over

private:
    class Worker;

    QThread m_thread;
    Worker *m_worker;
    std::atomic<bool> m_isLogAsked = false, m_isMetricsAsked = false;
    struct ReadRequest {
        qint64 from = 0, to = 0, width = 0;
        bool operator==(const ReadRequest &) const = default;
    };
    ReadRequest m_wish;                                  // the last one that was handed on
    std::shared_ptr<std::atomic<quint64>> m_wishes;      // how many there were: the worker skips all but the last
    std::shared_ptr<std::atomic<quint64>> m_generation;  // work for an earlier pair of files is dropped
};

}  // namespace trainyard
