// SPDX-License-Identifier: GPL-3.0-or-later
// Follows the local files of one run on a thread of RunFollowers (runfollowers.h): each file is read once (runfeed.h), and alerts,
// lists and the open page take what they need from the same reading. RunWatch (runwatch.h) brings the files to this computer. Main
// thread; signals arrive there.
#pragma once

#include "core/service/runs/runfeed.h"

#include <QObject>

#include <memory>
#include <optional>

namespace trainyard {

class FollowerThreads;
class FollowerWorker;

class RunFollower : public QObject {
    Q_OBJECT
public:
    RunFollower(std::shared_ptr<FollowerThreads> threads, const Run &run, const FollowedFiles &files, const QString &expression);
    ~RunFollower() override;

    const FollowedFiles &files() const { return m_files; }
    void setRun(const Run &run);  // its state in the database
    // Starts over for charts, with wasReset() first. One page at a time has them: endCharts() takes the number that beginCharts() returned,
    // and does nothing if another page began since. `expression`: a person's own for lines of the log.
    quint64 beginCharts(const QString &expression);
    void endCharts(quint64 begun);
    void beginRules();  // recentRead() from the last minutes on
    void endRules();

    void read();  // the files may have grown; call at any rate
    void look();  // the same, and emits observed() when everything is read
    // A stretch of the past in finer steps, for RunMetrics::setWanted(); detailRead() delivers it. The latest request counts.
    void wantMetrics(qint64 from, qint64 to, qint64 width);
    // From the last look(); nullopt before the first one has finished.
    const std::optional<RunObservation> &observation() const { return m_observation; }
    const QList<QPointF> &losses() const { return m_losses; }  // as a few points, at that time

Q_SIGNALS:
    void recentRead(const QList<trainyard::MachineSample> &samples);
    void observed(const trainyard::RunObservation &seen);
    // For charts:
    void wasReset();
    void metricsLoaded(const std::shared_ptr<trainyard::RunMetrics> &metrics);  // replaces everything before
    void samplesRead(const QList<trainyard::MachineSample> &samples);
    void logSizesRead(const QList<trainyard::LogSize> &sizes);  // for a LogClock
    void trainingRead(const QList<trainyard::TrainingRecord> &records);
    void detailRead(const std::shared_ptr<const trainyard::MetricDigest> &detail);
    void historyFailed(const trainyard::Error &error);  // at most once: charts show only what is in memory
    void caughtUp();                                    // everything available at the last request has been handed over

private:
    friend class FollowerWorker;
    void take(quint64 generation, const RunFeed::News &news);

    const std::shared_ptr<FollowerThreads> m_threads;
    FollowerWorker *m_worker;
    Run m_run;
    const FollowedFiles m_files;
    quint64 m_generation = 0;  // of charts: data read for earlier ones is dropped
    std::optional<RunObservation> m_observation;
    QList<QPointF> m_losses;
    struct Detail {
        qint64 from = 0, to = 0, width = 0;
        bool operator==(const Detail &) const = default;
    };
    Detail m_wanted;
};

}  // namespace trainyard
