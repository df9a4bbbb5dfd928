// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a run's log and metrics side by side, in the order of time, and keeps what they say: progress, cards, ranks,
// epochs. The same for a live run and for files of one that is over: a step's time is that of the sampler's next line
// about the log's size (docs/metrics.md, `log`); where the sampler writes none, it is when the bytes came, if the caller
// tells. Pure; bounded memory; reads through the caller's function.
#pragma once

#include "core/observe/diagnosis/explainer.h"
#include "core/observe/diagnosis/forecast.h"
#include "core/observe/diagnosis/ranktable.h"
#include "core/observe/metrics/gpuuse.h"
#include "core/observe/metrics/sample.h"
#include "core/observe/trainlog/traininglog.h"

#include <deque>
#include <functional>

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

    // At most so many bytes of the log from there; fewer, or none, when there are no more yet.
    using LogReader = std::function<QByteArray(qint64 from, qint64 size)>;

    // Before anything was read: leaves out the log's beginning; a person's own expression for its lines.
    void skipTo(qint64 offset);
    void setPattern(std::shared_ptr<const SeriesPattern> pattern) { m_training.setPattern(std::move(pattern)); }
    // Bytes of the metrics file in order. What the log had said by then is read first.
    void takeMetrics(const QByteArray &bytes, const LogReader &readLog);
    // What else the log holds by now. `nowMs`: the machine's clock, for runs whose sampler does not tell the log's size.
    void takeLog(const LogReader &readLog, std::optional<qint64> nowMs);
    void takeKernel(const QByteArray &text) { m_explainer.takeKernel(text); }
    void setEnd(const std::optional<ExplainEnd> &end);
    // For the samples that are read from now on.
    void setUse(const GpuUse &use) { m_use = use; }

    RunObservation at(qint64 nowMs) const;

private:
    struct PendingStep {
        qint64 offset = 0;  // where its line begins
        double step = 0;
    };

    void takeMetricsLine(const QByteArray &line, const LogReader &readLog);
    void readUpTo(qint64 offset, const LogReader &readLog);
    void takeLogBytes(const QByteArray &bytes);
    void takeRecord(const TrainingRecord &record);
    void tellSteps(qint64 upTo, qint64 ms);
    std::optional<Forecast> ahead() const;

    ProgressJudge m_judge;
    Explainer m_explainer;
    RankTable m_ranks;
    EpochLength m_epochs;
    SampleParser m_samples;
    TrainingLog m_training;
    GpuUse m_use;
    std::optional<ExplainEnd> m_end;
    QByteArray m_metricsLine, m_logLine;
    bool m_isSkipping = false;
    qint64 m_logAt = 0, m_metricsMs = 0;
    bool m_hasMarks = false;
    std::deque<PendingStep> m_pending;
    std::optional<double> m_totalSteps, m_loss, m_lastStep;
    std::vector<double> m_toldPaces;  // seconds per step, as the program says; the last few, as a ring
    size_t m_nextPace = 0;
};

}  // namespace trainyard
