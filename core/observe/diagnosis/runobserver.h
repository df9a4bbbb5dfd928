// SPDX-License-Identifier: GPL-3.0-or-later
// Takes a run's log and metrics and keeps what they say together: progress, cards, ranks, epochs. The same for a live run and
// for files of one that is over: a step's time is that of the sampler's next line about the log's size (docs/metrics.md, `log`),
// so the log may be given as far ahead of the metrics as isFull() allows. Where the sampler writes no sizes, a step's time is
// when its bytes came, if the caller tells. Pure; bounded memory.
#pragma once

#include "core/observe/diagnosis/explainer.h"
#include "core/observe/diagnosis/forecast.h"
#include "core/observe/diagnosis/ranktable.h"
#include "core/observe/metrics/gpuuse.h"
#include "core/observe/metrics/sample.h"
#include "core/observe/trainlog/traininglog.h"

#include <deque>

namespace trainyard {

// What is known about a run at one moment.
struct RunObservation {
    ProgressVerdict progress;
    std::optional<double> totalSteps, stepsPerEpoch;
    std::optional<Forecast> forecast;
    std::optional<double> loss, lastStep;  // the last ones that the log says
    QList<ExplainCard> cards;
    QList<RankState> ranks;
    GpuUse gpus;           // which are its own
    qint64 machineMs = 0;  // the machine's clock, of the last thing it said; 0: never
};

class RunObserver {
public:
    explicit RunObserver(std::shared_ptr<const HealthFacts> facts = {}) : m_explainer(std::move(facts)) {}

    // Before anything was taken: leaves out the log's beginning; a person's own expression for its lines.
    void skipTo(qint64 offset);
    void setPattern(std::shared_ptr<const SeriesPattern> pattern) { m_training.setPattern(std::move(pattern)); }
    // Bytes of the log in order, and what its lines say.
    QList<TrainingRecord> takeLog(const QByteArray &bytes);
    // What the sampler said, in order, and how long the log was when: this dates what takeLog() was given. `logEnd` is how long the
    // log is now: a size waits, and so does what comes after it, until the log was taken up to there.
    void takeMetrics(const QList<MachineSample> &samples, const QList<LogSize> &sizes, qint64 logEnd);
    bool isWaiting() const { return !m_waiting.empty(); }  // for more of the log
    // For runs whose sampler does not tell the log's size: what was taken so far had come by then, on the machine's clock.
    void logCameBy(qint64 nowMs);
    // So many steps wait for their time that more of them would cost detail: the metrics should be read first.
    bool isFull() const { return m_pending.size() >= kMaxPending; }
    void takeKernel(const QByteArray &text) { m_explainer.takeKernel(text); }
    void setEnd(const std::optional<ExplainEnd> &end);
    // For the samples that are read from now on.
    void setUse(const GpuUse &use) { m_use = use; }

    RunObservation at(qint64 nowMs) const;
    qint64 machineMs() const { return m_judge.lastMs(); }  // as RunObservation

private:
    static constexpr size_t kMaxPending = 65'536;  // a megabyte
    struct PendingStep {
        qint64 offset = 0;  // where its line begins
        double step = 0;
    };

    struct Moment {
        qint64 ms = 0, logBytes = -1;  // -1: it is a sample
        QList<GpuLoad> loads;
    };

    void takeRecord(const TrainingRecord &record);
    void tellSteps(qint64 upTo, qint64 ms);
    void goOn();
    std::optional<Forecast> ahead() const;

    ProgressJudge m_judge;
    Explainer m_explainer;
    RankTable m_ranks;
    EpochLength m_epochs;
    TrainingLog m_training;
    GpuUse m_use;
    std::optional<ExplainEnd> m_end;
    QByteArray m_logLine;
    qint64 m_logAt = 0, m_lineAt = 0, m_logEnd = 0;
    std::deque<Moment> m_waiting;
    bool m_hasMarks = false;
    std::deque<PendingStep> m_pending;
    std::optional<double> m_totalSteps, m_loss, m_lastStep;
    std::vector<double> m_toldPaces;  // seconds per step, as the program says; the last few, as a ring
    size_t m_nextPace = 0;
};

}  // namespace trainyard
