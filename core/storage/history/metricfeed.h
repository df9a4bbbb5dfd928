// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a machine's metrics file (the local copy of it) as it grows, from any position that an earlier reading noted.
// Blocking reads of a local file; one thread.
#pragma once

#include "core/storage/history/metricstore.h"

#include <deque>

namespace trainyard {

class MetricFeed {
public:
    explicit MetricFeed(const QString &file, const FeedPosition &start = {});

    // Whether the file is still the one that the position is of; a copy that was fetched anew is not.
    static bool fits(const QString &file, const FeedPosition &position);

    // What has been appended, of at most about `mostBytes`; empty also when these bytes finish no moment.
    QList<MachineSample> read(qint64 mostBytes);
    QList<LogSize> takeLogSizes();  // seen since the last call
    QList<MachineSample> flush();   // the run has ended: its last moment is complete
    qint64 remaining() const;       // bytes of the file that were not read yet

    // Where a reader that has taken all samples so far would continue.
    FeedPosition position() const;

private:
    struct Mark {  // a line begins there
        qint64 offset = 0;
        QByteArray gpuFields;
        qint64 time = 0;  // of the last sample before
    };
    QList<MachineSample> taken(QList<MachineSample> samples);

    QString m_file;
    qint64 m_offset = 0, m_lastTime = 0, m_logBytes = 0;
    // What comes was taken before, up to m_lastTime and m_logBytes.
    bool m_isRepeating = false, m_isLogRepeating = false;
    SampleParser m_parser;
    std::deque<Mark> m_marks;
};

}  // namespace trainyard
