// SPDX-License-Identifier: GPL-3.0-or-later
// A run's local files, read once as they grow, for all who want to know what they say: the rules of alerts, the charts of a page, the
// history on disk, and what is made of them here (core/observe/diagnosis). Each byte that comes while it is followed is parsed once.
// What lies before is read by those alone who need it: the diagnosis reads all of it, charts take it from the history on disk, and
// alerts begin with the last minutes. A file that shrank or is another one begins anew. Blocking reads of local files, in pieces; one
// thread at a time.
#pragma once

#include "core/base/error.h"
#include "core/base/paths.h"
#include "core/model/run.h"
#include "core/observe/diagnosis/runobserver.h"
#include "core/observe/metrics/runmetrics.h"
#include "core/service/runs/eventfolder.h"
#include "core/service/runs/gpuusefile.h"
#include "core/storage/history/historyfiller.h"

#include <QElapsedTimer>

#include <functional>
#include <memory>
#include <optional>

namespace trainyard {

// The local copies; what else is known of the run lies beside them. Either may be empty, or come later.
struct FollowedFiles {
    QString log, metrics;
    bool operator==(const FollowedFiles &) const = default;
};
FollowedFiles followedFiles(const RunId &runId, const Paths &paths);

class RunFeed {
public:
    explicit RunFeed(const FollowedFiles &files);

    // Before the first read(): only so much of the log's end, enough for pace and forecast, not for Explain; a person's own
    // expression for its lines (runseries.h); and that the history on disk is filled too.
    void setMostLog(qint64 bytes) { m_mostLog = bytes; }
    void setPattern(std::shared_ptr<const SeriesPattern> pattern);
    void keepHistory() { m_filler = std::make_unique<HistoryFiller>(m_files.metrics); }
    // Asked in the middle of long work; false: it stops.
    void setGoesOn(std::function<bool()> goesOn) { m_goesOn = std::move(goesOn); }
    // How it is as the database knows.
    void setRun(const Run &run);
    // From the next read() on, rules get what comes, beginning with the last minutes.
    void beginRules();
    void endRules() { m_hasRules = false; }
    // From the next read() on, charts get all there is from the beginning on; the whole log is read for them once more.
    void beginCharts();
    void endCharts() { m_charts.reset(); }

    struct News {
        QList<MachineSample> recent;  // for rules
        // For charts:
        std::shared_ptr<RunMetrics> loaded;  // takes the place of all samples before
        QList<MachineSample> samples;
        QList<LogSize> sizes;
        QList<TrainingRecord> records;
        std::optional<Error> historyError;  // once: charts show what is in memory
        bool isAnew = false;                // the files are others: nothing of before counts
        bool hasMore = false;               // read() again soon
    };
    // About a mebibyte of each file that has so much. `isOver`: the run has ended, and its last moment is complete.
    News read(bool isOver = false);
    // The machine's clock, which goes on from the last thing it said; 0: it said nothing. This computer's sleep does not count.
    qint64 machineNow() const;
    RunObservation at(qint64 nowMs) const { return m_observer->at(nowMs); }
    // All of it, as of when the machine said something last.
    RunObservation readAll();
    // A stretch of the past in finer steps; null when there is none.
    std::shared_ptr<const MetricDigest> detail(qint64 from, qint64 to, qint64 width);

private:
    struct Charts {
        std::optional<MetricCursor> drawn;  // from the end of the history on
        EventFolder events;
        QElapsedTimer sinceEvents, sinceLoaded;
        bool isLoading = true;  // while the history is behind, what it has is shown as it grows
    };
    struct FileId {
        quint64 device = 0, inode = 0;
        qint64 size = 0;
    };
    static std::optional<FileId> idOf(const QString &file);
    static bool isOther(std::optional<FileId> &known, const QString &file);
    void startAnew();
    void observeAnew();
    qint64 behind(const std::optional<MetricCursor> &cursor) const;
    bool readMetrics(bool isOver, News &news);  // whether there is more
    void deliver(const MetricBatch &fresh, qint64 leftToFill, News &news);
    void loadCharts(qint64 leftToFill, News &news);
    qint64 fill(const MetricBatch &fresh, News &news);
    void fail(const Error &error, News &news);
    bool readLog(News &news);
    void readEvents(bool isOver, News &news);
    void readKernel();

    const FollowedFiles m_files;
    qint64 m_mostLog = -1;
    std::shared_ptr<const SeriesPattern> m_pattern;
    std::optional<ExplainEnd> m_end;
    std::unique_ptr<RunObserver> m_observer;
    std::unique_ptr<MetricFeed> m_live;      // the reading that all share; it begins in the last minutes
    std::optional<MetricCursor> m_observed;  // from the beginning on
    std::optional<MetricCursor> m_ruled;     // from the last minutes on; nothing: as m_live
    std::unique_ptr<HistoryFiller> m_filler;
    std::optional<Charts> m_charts;
    std::function<bool()> m_goesOn = [] { return true; };
    GpuUseFile m_use;
    std::optional<FileId> m_logId, m_metricsId;
    qint64 m_logAt = 0, m_logEnd = 0, m_said = 0;
    QElapsedTimer m_sinceSaid;
    bool m_hasRules = false, m_hasKernel = false, m_isFirst = true, m_isFlushed = false, m_hasMoreMetrics = false, m_hasFailed = false;
};

// What the local copy of a run says, as of the last thing its machine said; of the log at most so much of its end. Blocking.
RunObservation observeCopy(const Run &run, const Paths &paths, std::optional<qint64> mostLog = {});

// How a run ended, as far as that explains anything; nothing while it goes on.
std::optional<ExplainEnd> endOf(const Run &run);

}  // namespace trainyard
