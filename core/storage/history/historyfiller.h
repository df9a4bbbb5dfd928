// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps a run's metric store in step with the local copy of the machine's metrics file, one piece at a time, so that the caller stays
// responsive. Only one program does this (a lock beside the store, released by the kernel when its holder dies); the fillers of the
// others do nothing. A store that does not match is discarded and filled again. One thread.
#pragma once

#include "core/base/filelock.h"
#include "core/storage/history/metricfeed.h"

#include <QDeadlineTimer>

namespace trainyard {

class HistoryFiller {
public:
    explicit HistoryFiller(const QString &metricsFile);
    ~HistoryFiller();
    HistoryFiller(const HistoryFiller &) = delete;
    HistoryFiller &operator=(const HistoryFiller &) = delete;

    static QString storeFile(const QString &metricsFile) { return metricsFile + QStringLiteral(".store"); }

    // Reads about `mostBytes` of the file at most and commits when a minute is complete. Returns the bytes left; 0 also when another
    // program fills. After NoSpace or Io it is retried a minute later and does nothing until then.
    Result<qint64> fill(qint64 mostBytes);
    // The same in a program that reads the file anyway: `shared` has just read `fresh`. Earlier data is read from the file until it has
    // caught up; from then on only `fresh` is needed. Call it after each reading.
    Result<qint64> fill(qint64 mostBytes, const MetricFeed &shared, const MetricBatch &fresh);
    void startAnew();       // the store was found damaged; has an effect only in the program that fills it
    Result<void> finish();  // as fill(), including an incomplete last minute; the run has ended
    // The same after catching up with `shared`; `last` is what its flush() returned.
    Result<void> finish(const MetricFeed &shared, const MetricBatch &last);

private:
    Result<void> open();
    Result<qint64> fillFrom(qint64 mostBytes, const MetricFeed *shared, const MetricBatch &fresh);
    Result<void> store(const MetricBatch &batch, const MetricFeed &feed, bool isLast);
    void leave(const Error &error);

    QString m_file;
    FileLock m_lock;
    std::unique_ptr<MetricStore> m_store;
    std::unique_ptr<MetricCursor> m_cursor;
    QDeadlineTimer m_pause = QDeadlineTimer(0);
    int m_rebuilds = 0;
};

}  // namespace trainyard
