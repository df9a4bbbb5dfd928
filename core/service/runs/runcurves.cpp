// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/runcurves.h"

#include "core/service/runs/internal/mailbox.h"
#include "core/service/runs/resumeplan.h"
#include "core/service/runs/runrecord.h"
#include "core/service/runs/runreporter.h"

#include <QElapsedTimer>

#include <algorithm>
#include <utility>
#include <vector>

namespace trainyard {

namespace {

constexpr qint64 kTellCurvesMs = 350;
constexpr size_t kFewestBuckets = 4096;    // two for each pixel of a wide screen
constexpr size_t kKeptValues = 1'500'000;  // of series that are not shown, so that choosing them takes no time: 30 MB

}  // namespace

// A round of the worker: plain values only.
struct RunCurvesService::Work {
    QList<Run> runs;
    MeterNow meter;
    QString series;
    Paths paths;
    size_t mostBuckets = kFewestBuckets;
    size_t keptValues = 0;
    int round = 0;
    bool isRefresh = false;
};

Executor::Options RunCurvesService::oneThread()
{
    Executor::Options options;
    options.maxThreads = 1;
    return options;
}

RunCurvesService::RunCurvesService(const Paths &paths, QObject *parent)
    : QObject(parent), m_paths(paths), m_mailbox(std::make_shared<Mailbox>(this))
{
}

RunCurvesService::~RunCurvesService()
{
    m_stop.request_stop();
    m_mailbox->close();
}

void RunCurvesService::read(const QList<Run> &runs, const MeterNow &meter, const QString &series)
{
    m_runs = runs;
    m_meter = meter;
    m_known.clear();
    m_problems.clear();
    m_values = 0;
    start(runs, series);
}

void RunCurvesService::change(const QList<Run> &runs, const MeterNow &meter, const QString &series)
{
    m_runs = runs;
    m_meter = meter;
    m_problems.clear();
    m_values = 0;
    for (auto known = m_known.begin(); known != m_known.end();) {
        const bool isKept = std::any_of(runs.begin(), runs.end(), [&known](const Run &run) { return run.id == known.key(); });
        if (!isKept) {
            known = m_known.erase(known);
            continue;
        }
        for (auto curve = known->curves.begin(); curve != known->curves.end(); ++curve)
            m_values += curve.key() == series ? 0 : (*curve)->size();
        ++known;
    }
    start(missing(series), series);
}

void RunCurvesService::refresh(const QList<Run> &changed, const MeterNow &meter)
{
    if (m_isReading)
        return;
    m_meter = meter;
    QList<Run> again;
    for (Run &run : m_runs) {
        const auto newer = std::find_if(changed.begin(), changed.end(), [&run](const Run &one) { return one.id == run.id; });
        if (newer == changed.end() && m_known.contains(run.id))
            continue;
        if (newer != changed.end())
            run = *newer;
        again << run;
    }
    if (again.isEmpty())
        return;
    // Those that could not be read are among them.
    m_problems.clear();
    m_values = 0;
    for (auto known = m_known.constBegin(); known != m_known.constEnd(); ++known) {
        const bool isReplaced = std::any_of(again.begin(), again.end(), [&known](const Run &run) { return run.id == known.key(); });
        for (auto curve = known->curves.constBegin(); !isReplaced && curve != known->curves.constEnd(); ++curve)
            m_values += curve.key() == m_series ? 0 : (*curve)->size();
    }
    start(again, m_series, true);
}

// Of the runs that have this series or may have it.
QList<Run> RunCurvesService::missing(const QString &series) const
{
    QList<Run> runs;
    for (const Run &run : m_runs) {
        const auto known = m_known.constFind(run.id);
        const bool isRead = known != m_known.constEnd();
        const bool hasIt = isRead && (known->about->training.series.contains(series) || known->about->gpuSeries.contains(series));
        if (!isRead || (hasIt && !known->curves.contains(series)))
            runs << run;
    }
    return runs;
}

void RunCurvesService::want(const QString &series)
{
    if (series == m_series)
        return;
    const QList<Run> unread = missing(series);
    if (!unread.isEmpty()) {
        // The one shown before makes room.
        m_values = 0;
        for (ReadRun &run : m_known) {
            run.curves.removeIf([](const auto &curve) { return curve.value()->size() > 2 * TrainingSeries::kUsualBuckets; });
            for (const RunCurve &curve : std::as_const(run.curves))
                m_values += curve->size();
        }
    }
    start(unread, series);
}

void RunCurvesService::start(const QList<Run> &runs, const QString &series, bool isRefresh)
{
    m_stop.request_stop();
    m_stop = std::stop_source();
    m_series = series;
    m_left = isRefresh ? 0 : runs.size();
    m_isReading = !runs.isEmpty();
    const size_t most = kMostValues / 2 / size_t(std::max<qsizetype>(1, m_runs.size()));
    Work work{runs, m_meter, series, m_paths, std::clamp(most, kFewestBuckets, size_t(1) << 19), m_values, ++m_round, isRefresh};
    if (runs.isEmpty()) {
        m_mailbox->post([this, round = m_round] {
            if (round == m_round)
                Q_EMIT changed();
        });
        return;
    }
    m_worker.post([this, work = std::move(work), stop = m_stop.get_token(), mailbox = m_mailbox](std::stop_token) mutable {
        QElapsedTimer sinceTold;
        sinceTold.start();
        std::vector<std::pair<RunId, ReadRun>> fresh;
        QList<Error> problems;
        qsizetype left = work.runs.size();
        const auto tell = [&] {
            mailbox->post([this, round = work.round, isRefresh = work.isRefresh, fresh = std::exchange(fresh, {}),
                           problems = std::exchange(problems, {}), left, values = work.keptValues] {
                if (round != m_round)
                    return;
                for (const auto &[id, run] : fresh) {
                    ReadRun &known = m_known[id];
                    known.about = run.about;
                    if (isRefresh)
                        known.curves.clear();  // of an earlier state of the run
                    known.curves.insert(run.curves);
                }
                m_problems << problems;
                m_values = values;
                m_left = isRefresh ? 0 : left;
                m_isReading = left > 0;
                Q_EMIT changed();
            });
            sinceTold.restart();
        };
        for (const Run &run : std::as_const(work.runs)) {
            const QString detailed = work.series.isEmpty() ? QStringLiteral("loss") : work.series;
            const auto record = readRunRecord(run, work.paths, stop, {detailed, work.mostBuckets});
            if (stop.stop_requested())
                return;
            --left;
            if (!record) {
                problems << record.error();
                continue;
            }
            const auto about = std::make_shared<ComparedRun>(comparedRun(run, *record, work.meter));
            about->launch = launchKeys(run, *record, launchFactsOfRun(run.id, work.paths));
            ReadRun one{about, {}};
            const QStringList names = about->training.series + about->gpuSeries;
            const QString shown = work.series.isEmpty() ? names.value(0) : work.series;
            for (const QString &name : names) {
                if (name != shown && work.keptValues >= kKeptValues)
                    continue;
                const auto curve = std::make_shared<const OverlayCurve>(
                    overlayCurve(name, *record->training, *record->metrics, record->logClock));
                if (name != shown)
                    work.keptValues += curve->size();
                one.curves.insert(name, curve);
            }
            fresh.emplace_back(run.id, std::move(one));
            if (left > 0 && sinceTold.hasExpired(kTellCurvesMs))
                tell();
        }
        tell();
    });
}

}  // namespace trainyard

#include "moc_runcurves.cpp"
