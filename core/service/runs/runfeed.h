// SPDX-License-Identifier: GPL-3.0-or-later
// A run's local files, read once as they grow, for every part of the program that needs their contents: the alert rules, the charts of a
// page, the history on disk, and what is computed from them here (core/observe/diagnosis). Each byte that arrives while the run is followed
// is parsed once. Earlier bytes are read only for those that need them: the diagnosis reads all of them, charts take them from the history
// on disk, and alerts begin with the last minutes. A file that shrank or was replaced is read from the start again. Blocking reads of local
// files, in pieces; one thread at a time.
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

// The local copies; other known data of the run is stored beside them. Either may be empty, or be created later.
struct FollowedFiles {
    QString log, metrics;
    bool operator==(const FollowedFiles &) const = default;
};
FollowedFiles followedFiles(const RunId &runId, const Paths &paths);

class RunFeed {
public:
    explicit RunFeed(const FollowedFiles &files);

    // Before the first read(): limits reading to this much of the log's end, enough for pace and forecast, not for Explain; sets a person's
    // own expression for its lines (runseries.h); and has the history on disk filled too.
    void setMostLog(qint64 bytes) { m_mostLog = bytes; }
    void setPattern(std::shared_ptr<const SeriesPattern> pattern);
    void keepHistory() { m_filler = std::make_unique<HistoryFiller>(m_files.metrics); }
    // Called in the middle of long work; false: it stops.
    void setGoesOn(std::function<bool()> goesOn) { m_goesOn = std::move(goesOn); }
    // Its state in the database.
    void setRun(const Run &run);
    // From the next read() on, rules get new data, beginning with the last minutes.
    void beginRules();
    void endRules() { m_hasRules = false; }
    // From the next read() on, charts get everything from the beginning; the whole log is read for them again.
    void beginCharts();
    void endCharts() { m_charts.reset(); }

    struct News {
        QList<MachineSample> recent;  // for rules
        // For charts:
        std::shared_ptr<RunMetrics> loaded;  // replaces all earlier samples
        QList<MachineSample> samples;
        QList<LogSize> sizes;
        QList<TrainingRecord> records;
        std::optional<Error> historyError;  // once: charts show only what is in memory
        bool isAnew = false;                // the files were replaced: earlier data no longer counts
        bool hasMore = false;               // call read() again soon
    };
    // About a mebibyte of each file that has that much. `isOver`: the run has ended, and its last data is complete.
    News read(bool isOver = false);
    // The machine's clock, continued from its last data; 0: there was none. This computer's sleep does not count.
    qint64 machineNow() const;
    RunObservation at(qint64 nowMs) const { return m_observer->at(nowMs); }
    // Everything, as of the machine's last data.
    RunObservation readAll();
    // A stretch of the past in finer steps; null when there is none.
    std::shared_ptr<const MetricDigest> detail(qint64 from, qint64 to, qint64 width);

private:
    struct Charts {
        std::optional<MetricCursor> drawn;  // from the end of the history on
        EventFolder events;
        QElapsedTimer sinceEvents, sinceLoaded;
        bool isLoading = true;  // while the history is behind, its contents are shown as they grow
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
    bool readMetrics(bool isOver, News &news);  // returns whether there is more
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
    std::unique_ptr<MetricFeed> m_live;      // the shared reader; it begins in the last minutes
    std::optional<MetricCursor> m_observed;  // from the beginning
    std::optional<MetricCursor> m_ruled;     // from the last minutes; nullopt: as m_live
    std::unique_ptr<HistoryFiller> m_filler;
    std::optional<Charts> m_charts;
    std::function<bool()> m_goesOn = [] { return true; };
    GpuUseFile m_use;
    std::optional<FileId> m_logId, m_metricsId;
    qint64 m_logAt = 0, m_logEnd = 0, m_said = 0;
    QElapsedTimer m_sinceSaid;
    bool m_hasRules = false, m_hasKernel = false, m_isFirst = true, m_isFlushed = false, m_hasMoreMetrics = false, m_hasFailed = false;
};

// What the local copy of a run contains, as of its machine's last data; at most this much of the log's end. Blocking.
RunObservation observeCopy(const Run &run, const Paths &paths, std::optional<qint64> mostLog = {});

// For timeUse(): from its start to its end, or to the machine's last data.
RunSpan spanOf(const Run &run, qint64 machineMs);

// How a run ended, as far as that explains anything; nullopt while it is active.
std::optional<ExplainEnd> endOf(const Run &run);

}  // namespace trainyard
