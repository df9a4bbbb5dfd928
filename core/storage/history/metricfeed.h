// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a machine's metrics file (the local copy of it) as it grows, from any position that an earlier reading noted.
// Blocking reads of a local file; one thread.
#pragma once

#include "core/storage/history/metricstore.h"

#include <deque>
#include <limits>

namespace trainyard {

// What a piece of the file said.
struct MetricBatch {
    QList<MachineSample> samples;
    QList<LogSize> sizes;
};

class MetricFeed {
public:
    explicit MetricFeed(const QString &file, const FeedPosition &start = {});

    // Whether the file is still the one that the position is of; a copy that was fetched anew is not.
    static bool fits(const QString &file, const FeedPosition &position);

    // Where the last `bytes` of a long file begin; of what lies before only the names of the columns are read. Of a short one its
    // beginning.
    static FeedPosition tailOf(const QString &file, qint64 bytes);

    // What has been appended, of at most about `mostBytes`; empty also when these bytes finish no moment. Not beyond `end`, where
    // another reader is: once both are at the same offset, what that one reads next is what this one would read.
    QList<MachineSample> read(qint64 mostBytes, qint64 end = std::numeric_limits<qint64>::max());
    qint64 offset() const { return m_offset; }
    QList<LogSize> takeLogSizes();  // seen since the last call
    // What another feed, which is at the same offset, has read in place of this one.
    MetricBatch take(const MetricBatch &shared);
    QList<MachineSample> flush();  // the run has ended: its last moment is complete
    qint64 remaining() const;      // bytes of the file that were not read yet

    // Where a reader that has taken all samples so far would continue.
    FeedPosition position() const;

private:
    struct Mark {  // a line begins there
        qint64 offset = 0;
        QByteArray gpuFields;
        qint64 time = 0;  // of the last sample before
    };
    QList<MachineSample> taken(QList<MachineSample> samples);
    QList<LogSize> taken(QList<LogSize> sizes);

    QString m_file;
    qint64 m_offset = 0, m_lastTime = 0, m_logBytes = 0;
    // What comes was taken before, up to m_lastTime and m_logBytes.
    bool m_isRepeating = false, m_isLogRepeating = false;
    SampleParser m_parser;
    std::deque<Mark> m_marks;
};

// What one of several takers of the same file gets: it reads by itself from where it began until it has caught up with the reading
// that all share, and takes what that one reads from then on.
class MetricCursor {
public:
    explicit MetricCursor(const QString &file, const FeedPosition &start = {}) : m_feed(file, start) {}

    // `shared` has just read `fresh`. To be called after each of its readings.
    MetricBatch next(qint64 mostBytes, const MetricFeed &shared, const MetricBatch &fresh);
    bool hasCaughtUp() const { return m_hasCaughtUp; }
    qint64 offset() const { return m_feed.offset(); }  // of its own reading
    MetricFeed &feed() { return m_feed; }

private:
    MetricFeed m_feed;
    bool m_hasCaughtUp = false;
};

}  // namespace trainyard
