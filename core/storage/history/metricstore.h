// SPDX-License-Identifier: GPL-3.0-or-later
// The past of a run's series on disk, moment by moment and in summaries (docs/history.md). Everything in it comes from the
// machine's own metrics file, so it may be thrown away at any time. One object per thread; any number of readers beside
// one writer, in this program or another.
//
// Failures of every function: Corrupt (make it again), NoSpace, Io.
#pragma once

#include "core/base/result.h"
#include "core/observe/metrics/metric.h"
#include "core/observe/metrics/sample.h"

#include <functional>
#include <memory>

namespace trainyard {

// Where in the machine's file reading goes on, so that the same samples come out as if it had been read from the start.
struct FeedPosition {
    qint64 offset = 0;
    QByteArray gpuFields;    // the line of field names that was in force there
    qint64 lastTime = 0;     // of the last sample that was taken; what comes again up to it is left out
    qint64 logBytes = 0;     // of the last size of the log that was taken; likewise
    QByteArray fingerprint;  // of what lies before `offset`: tells whether the file is still the same
};

class MetricStore {
public:
    ~MetricStore();

    // NotFound when there is none.
    static Result<std::unique_ptr<MetricStore>> openToRead(const QString &file);
    // The caller keeps other programs from doing the same.
    static Result<std::unique_ptr<MetricStore>> openToWrite(const QString &file);
    static void remove(const QString &file);

    Result<FeedPosition> position() const;

    // Kept in memory until commit(). A clock set back by more than 5 s replaces what was said before, as in RunMetrics.
    Result<void> append(const QList<MachineSample> &samples);
    void append(const QList<LogSize> &sizes);
    bool isCommitDue() const;  // a minute is full since the last one
    Result<void> commit(const FeedPosition &position);

    // All series of [from, to), in entries of `width` milliseconds or finer, if need be much finer; as of the last commit.
    Result<MetricDigest> digest(qint64 from, qint64 to, qint64 width) const;
    struct Extent {
        qint64 first = 0, last = 0;  // moments; both 0 when empty
    };
    Result<Extent> extent() const;
    Result<QList<GpuIdentity>> gpus() const;
    // All sizes of the log in the order they were seen, for a LogClock, some thousand at a time.
    Result<void> logSizes(const std::function<void(const QList<LogSize> &)> &take) const;

private:
    struct State;
    explicit MetricStore(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

}  // namespace trainyard
