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
    void setRun(const Run &run);  // how it is as the database knows
    // Begins anew for charts, for which wasReset() comes first. One page at a time has them: the number that beginCharts() returned
    // ends them, unless another page began since. `expression`: a person's own for lines of the log.
    quint64 beginCharts(const QString &expression);
    void endCharts(quint64 begun);
    void beginRules();  // recentRead() from the last minutes on
    void endRules();

    void read();  // the files may have grown; any rate
    void look();  // the same, and observed() when all is read
    // A stretch of the past in finer steps, for RunMetrics::setWanted(); comes as detailRead(). The latest request counts.
    void wantMetrics(qint64 from, qint64 to, qint64 width);
    // Of the last look; nothing before the first one is done.
    const std::optional<RunObservation> &observation() const { return m_observation; }
    const QList<QPointF> &losses() const { return m_losses; }  // their course in a few points, as of then

Q_SIGNALS:
    void recentRead(const QList<trainyard::MachineSample> &samples);
    void observed(const trainyard::RunObservation &seen);
    // For charts:
    void wasReset();
    void metricsLoaded(const std::shared_ptr<trainyard::RunMetrics> &metrics);  // takes the place of all before
    void samplesRead(const QList<trainyard::MachineSample> &samples);
    void logSizesRead(const QList<trainyard::LogSize> &sizes);  // for a LogClock
    void trainingRead(const QList<trainyard::TrainingRecord> &records);
    void detailRead(const std::shared_ptr<const trainyard::MetricDigest> &detail);
    void historyFailed(const trainyard::Error &error);  // at most once: charts show what is in memory
    void caughtUp();                                    // everything there was at the last request has been handed over

private:
    friend class FollowerWorker;
    void take(quint64 generation, const RunFeed::News &news);

    const std::shared_ptr<FollowerThreads> m_threads;
    FollowerWorker *m_worker;
    Run m_run;
    const FollowedFiles m_files;
    quint64 m_generation = 0;  // of charts: what was read for earlier ones is dropped
    std::optional<RunObservation> m_observation;
    QList<QPointF> m_losses;
    struct Detail {
        qint64 from = 0, to = 0, width = 0;
        bool operator==(const Detail &) const = default;
    };
    Detail m_wanted;
};

}  // namespace trainyard
