// SPDX-License-Identifier: GPL-3.0-or-later
// The known past of a run, for display: opens fast whatever its length, with any range of it on demand. Reads the metric store beside the
// local copy of the machine's metrics file. Blocking, milliseconds; any one thread.
#pragma once

#include "core/observe/metrics/runmetrics.h"
#include "core/storage/history/metricstore.h"

namespace trainyard {

struct LoadedHistory {
    RunMetrics metrics;      // at most the last day moment by moment, earlier data in summaries
    FeedPosition position;   // where MetricFeed continues
    bool isDamaged = false;  // HistoryFiller::startAnew() should be called
};

// Without a readable store: no metrics, and the start of the file.
LoadedHistory loadHistory(const QString &metricsFile);

// The data for dating the log's lines; nothing without a store. `take` is called for some thousand at a time.
void readLogSizes(const QString &metricsFile, const std::function<void(const QList<LogSize> &)> &take);

// [from, to) and some more on either side, in entries of about `width` milliseconds. As MetricStore.
Result<std::shared_ptr<const MetricDigest>> readHistory(const QString &metricsFile, qint64 from, qint64 to, qint64 width);

}  // namespace trainyard
