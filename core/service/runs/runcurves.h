// SPDX-License-Identifier: GPL-3.0-or-later
// What a comparison of many runs needs of each: read from their copies on this computer by one thread, one run after the other, and handed
// over as it is read. Bounded in memory however many runs there are. Main thread.
#pragma once

#include "core/base/executor.h"
#include "core/base/paths.h"
#include "core/model/run.h"
#include "core/observe/report/overlay.h"
#include "core/service/runs/meternow.h"

#include <QHash>
#include <QObject>

#include <memory>
#include <stop_token>

namespace trainyard {

class Mailbox;

using RunCurve = std::shared_ptr<const OverlayCurve>;  // never null, may be without values

struct ReadRun {
    std::shared_ptr<const ComparedRun> about;
    QHash<QString, RunCurve> curves;  // by series: the wanted one, and others while there is room for them
};

class RunCurvesService : public QObject {
    Q_OBJECT
public:
    // All curves of a comparison together have about this many values at most; longer series keep the extremes of each stretch.
    static constexpr size_t kMostValues = 6'000'000;

    explicit RunCurvesService(const Paths &paths, QObject *parent = nullptr);
    ~RunCurvesService() override;

    // Forgets what was read and begins anew. `series`: the one to be shown; empty: the first that a run has.
    void read(const QList<Run> &runs, const MeterNow &meter, const QString &series);
    // The same, but keeps what was read of runs that are among these.
    void change(const QList<Run> &runs, const MeterNow &meter, const QString &series);
    // Reads these of the runs anew, after they have changed; what was read of them stays until the new values are there. Nothing is done
    // while others are still being read.
    void refresh(const QList<Run> &changed, const MeterNow &meter);
    // Reads this series of the runs that have it, if it was not kept.
    void want(const QString &series);

    const QHash<RunId, ReadRun> &known() const { return m_known; }
    const QList<Run> &runs() const { return m_runs; }            // as of the last read(), change() or refresh()
    qsizetype left() const { return m_left; }                    // runs still to be read for the first time
    bool isReading() const { return m_isReading; }               // for the first time, or anew
    const QList<Error> &problems() const { return m_problems; }  // of runs that cannot be read

Q_SIGNALS:
    void changed();  // three times a second at most, and when all are read

private:
    struct Work;
    QList<Run> missing(const QString &series) const;
    void start(const QList<Run> &runs, const QString &series, bool isRefresh = false);
    static Executor::Options oneThread();

    const Paths m_paths;
    const std::shared_ptr<Mailbox> m_mailbox;
    QList<Run> m_runs;
    MeterNow m_meter;
    QHash<RunId, ReadRun> m_known;
    QList<Error> m_problems;
    QString m_series;
    qsizetype m_left = 0;
    bool m_isReading = false;
    size_t m_values = 0;  // in the curves that are kept beside the wanted ones
    int m_round = 0;      // results of an earlier round are dropped
    std::stop_source m_stop;
    Executor m_worker{"curves", oneThread()};  // last: waits for its task before the other members are destroyed
};

}  // namespace trainyard
