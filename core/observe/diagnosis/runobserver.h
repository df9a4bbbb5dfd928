// SPDX-License-Identifier: GPL-3.0-or-later
// Takes a run's log and metrics and derives progress, cards, ranks and epochs from both. Works the same for a live run and for files of one
// that has ended: the time of a step is that of the sampler's next line about the log's size (docs/metrics.md, `log`), so the log may be
// fed ahead of the metrics until isFull(). If the sampler writes no sizes, a step's time is when its bytes arrived, if the caller reports
// it. Pure; bounded memory.
#pragma once

#include "core/observe/diagnosis/explainer.h"
#include "core/observe/diagnosis/forecast.h"
#include "core/observe/diagnosis/ranktable.h"
#include "core/observe/diagnosis/usefultime.h"
#include "core/observe/metrics/gpuuse.h"
#include "core/observe/metrics/sample.h"
#include "core/observe/trainlog/traininglog.h"

#include <deque>
#include <memory>
#include <vector>

namespace trainyard {

// What is known about a run at one moment.
struct RunObservation {
    ProgressVerdict progress;
    std::optional<double> totalSteps, stepsPerEpoch;
    std::optional<Forecast> forecast;
    std::optional<double> loss, lastStep;  // the latest in the log
    QList<ExplainCard> cards;
    QList<RankState> ranks;
    GpuUse gpus;           // which ones are its own
    qint64 machineMs = 0;  // the machine's clock, of its latest output; 0: none
    // Its steps from the beginning, for timeUse(); null: the beginning was not read.
    std::shared_ptr<const std::vector<StepMoment>> steps;
};

class RunObserver {
public:
    explicit RunObserver(std::shared_ptr<const HealthFacts> facts = {}) : m_explainer(std::move(facts)) {}

    // Before anything was taken: skips the log's beginning; sets a custom expression for its lines.
    void skipTo(qint64 offset);
    void setPattern(std::shared_ptr<const SeriesPattern> pattern) { m_training.setPattern(std::move(pattern)); }
    // Takes bytes of the log in order and returns what its lines report.
    QList<TrainingRecord> takeLog(const QByteArray &bytes);
    // The sampler's output, in order, and the log's length over time: this dates the input of takeLog(). `logEnd` is the log's current
    // length: a size, and everything after it, waits until takeLog() has received the log up to there.
    void takeMetrics(const QList<MachineSample> &samples, const QList<LogSize> &sizes, qint64 logEnd);
    bool isWaiting() const { return !m_waiting.empty(); }  // for more of the log
    // For runs whose sampler does not report the log's size: everything taken so far had arrived by then, on the machine's clock.
    void logCameBy(qint64 nowMs);
    // So many steps are waiting for their time that more would cost detail: read the metrics first.
    bool isFull() const { return m_pending.size() >= kMaxPending; }
    void takeKernel(const QByteArray &text) { m_explainer.takeKernel(text); }
    void setEnd(const std::optional<ExplainEnd> &end);
    // Applies to the samples that are read from now on.
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
    StepTrack m_steps;
    bool m_isWhole = true;  // from the log's beginning
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
    std::vector<double> m_reportedPaces;  // seconds per step, as the program reports them; the last few, as a ring
    size_t m_nextPace = 0;
};

}  // namespace trainyard
