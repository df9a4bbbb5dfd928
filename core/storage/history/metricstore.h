// SPDX-License-Identifier: GPL-3.0-or-later
// The past of a run's series on disk, moment by moment and in summaries (docs/history.md). Everything in it comes from the machine's own
// metrics file, so it may be deleted at any time. One object per thread; any number of readers beside one writer, in this program or
// another.
//
// Every function can fail with: Corrupt (regenerate it), NoSpace, Io.
#pragma once

#include "core/base/result.h"
#include "core/observe/metrics/metric.h"
#include "core/observe/metrics/sample.h"

#include <functional>
#include <memory>

namespace trainyard {

// Where reading the machine's file continues, so that the result is the same as reading it from the start.
struct FeedPosition {
    qint64 offset = 0;
    QByteArray gpuFields;    // the line of field names in effect there
    qint64 lastTime = 0;     // of the last sample taken; repeated ones up to it are skipped
    qint64 logBytes = 0;     // of the last log size taken; likewise
    QByteArray fingerprint;  // of the data before `offset`: shows whether the file is still the same
};

class MetricStore {
public:
    ~MetricStore();

    // NotFound if there is none.
    static Result<std::unique_ptr<MetricStore>> openToRead(const QString &file);
    // The caller ensures that no other program does the same.
    static Result<std::unique_ptr<MetricStore>> openToWrite(const QString &file);
    static void remove(const QString &file);

    Result<FeedPosition> position() const;

    // Kept in memory until commit(). If the clock was set back by more than 5 s, later data replaces earlier data, as in RunMetrics.
    Result<void> append(const QList<MachineSample> &samples);
    void append(const QList<LogSize> &sizes);
    bool isCommitDue() const;  // a minute is complete since the last one
    Result<void> commit(const FeedPosition &position);

    // All series of [from, to), in entries of `width` milliseconds or finer, sometimes much finer; as of the last commit.
    Result<MetricDigest> digest(qint64 from, qint64 to, qint64 width) const;
    struct Extent {
        qint64 first = 0, last = 0;  // moments; both 0 if empty
    };
    Result<Extent> extent() const;
    Result<QList<GpuIdentity>> gpus() const;
    // All log sizes in the order they were seen, for a LogClock, some thousand at a time.
    Result<void> logSizes(const std::function<void(const QList<LogSize> &)> &take) const;

private:
    struct State;
    explicit MetricStore(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

}  // namespace trainyard
