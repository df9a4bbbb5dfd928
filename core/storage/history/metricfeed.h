// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the local copy of a machine's metrics file as it grows, from any position that an earlier reading recorded. Blocking reads of a
// local file; one thread.
#pragma once

#include "core/storage/history/metricstore.h"

#include <deque>
#include <limits>

namespace trainyard {

// The content of a piece of the file.
struct MetricBatch {
    QList<MachineSample> samples;
    QList<LogSize> sizes;
};

class MetricFeed {
public:
    explicit MetricFeed(const QString &file, const FeedPosition &start = {});

    // Whether the position belongs to this file; a copy that was fetched again does not match.
    static bool fits(const QString &file, const FeedPosition &position);

    // The start of the last `bytes` of a long file; of what comes before only the column names are read. For a short file, its beginning.
    static FeedPosition tailOf(const QString &file, qint64 bytes);

    // Reads what has been appended, about `mostBytes` at most; also empty if these bytes complete no moment. It does not read beyond
    // `end`, the position of another reader: once both have the same offset, the other's next reading is what this one would read.
    QList<MachineSample> read(qint64 mostBytes, qint64 end = std::numeric_limits<qint64>::max());
    qint64 offset() const { return m_offset; }
    QList<LogSize> takeLogSizes();  // seen since the last call
    // Takes over what another feed at the same offset has read.
    MetricBatch take(const MetricBatch &shared);
    QList<MachineSample> flush();  // the run has ended: its last moment is complete
    qint64 remaining() const;      // bytes of the file not read yet

    // Where a reader that has taken all samples so far would continue.
    FeedPosition position() const;

private:
    struct Mark {  // a line begins there
        qint64 offset = 0;
        QByteArray gpuFields;
        qint64 time = 0;  // of the previous sample
    };
    QList<MachineSample> taken(QList<MachineSample> samples);
    QList<LogSize> taken(QList<LogSize> sizes);

    QString m_file;
    qint64 m_offset = 0, m_lastTime = 0, m_logBytes = 0;
    // The next data was taken before, up to m_lastTime and m_logBytes.
    bool m_isRepeating = false, m_isLogRepeating = false;
    SampleParser m_parser;
    std::deque<Mark> m_marks;
};

// The view of one of several readers of the same file: it reads by itself from its start until it has caught up with the shared reading,
// and takes over the shared results from then on.
class MetricCursor {
public:
    explicit MetricCursor(const QString &file, const FeedPosition &start = {}) : m_feed(file, start) {}

    // `shared` has just read `fresh`. Call it after each of its readings.
    MetricBatch next(qint64 mostBytes, const MetricFeed &shared, const MetricBatch &fresh);
    bool hasCaughtUp() const { return m_hasCaughtUp; }
    qint64 offset() const { return m_feed.offset(); }  // of its own reading
    MetricFeed &feed() { return m_feed; }

private:
    MetricFeed m_feed;
    bool m_hasCaughtUp = false;
};

}  // namespace trainyard
