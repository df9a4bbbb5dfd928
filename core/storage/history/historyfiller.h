// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps a run's metric store in step with the local copy of the machine's metrics file, a piece at a time, so that the caller
// stays responsive. One of all programs does (a lock beside the store, given back by the kernel when its holder
// dies); the others' fillers do nothing. A store that does not fit is thrown away and filled again. One thread.
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

    // Takes at most about `mostBytes` of the file and commits when a minute is full. Bytes that are left; 0 also when
    // another program fills. NoSpace or Io: it is tried again a minute later, until then nothing happens.
    Result<qint64> fill(qint64 mostBytes);
    // The same in a program that reads the file anyway: `shared` has just read `fresh`. What lies before is caught up with from the
    // file; from then on `fresh` is all that is needed. To be called after each reading.
    Result<qint64> fill(qint64 mostBytes, const MetricFeed &shared, const MetricBatch &fresh);
    void startAnew();       // the store was found damaged; does something only in the program that fills it
    Result<void> finish();  // as fill(), with what waits for the end of its minute; the run has ended
    // The same when `shared` was caught up with; `last` is what its flush() said.
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
