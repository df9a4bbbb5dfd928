// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a run makes progress, judged only by the run itself: its own pace, its own pauses and what its own GPUs draw while it advances
// (docs/watching.md). Pure; fed in order of time, live or from files, with the machine's clock; a clock that jumps costs at most the time
// it skipped. Bounded memory.
#pragma once

#include "core/observe/diagnosis/gpulevels.h"

#include <QString>

#include <array>
#include <vector>

namespace trainyard {

enum class ProgressState {
    Unknown,    // too little was seen to decide
    Advancing,  // includes a pause like earlier ones
    Slow,       // steps are made, but recent ones take far longer than the run's usual
    Silent,     // no output, so its progress is unknown
    Hung,       // no step, no output, and the GPUs wait busily
    Finished,   // with code 0
    Dead,       // ended otherwise
};
QString progressStateName(ProgressState state);  // "unknown", "advancing" …; stable

enum class RunEnding { GoesOn, Finished, Dead };

struct ProgressVerdict {
    ProgressState state = ProgressState::Unknown;
    QString reason;  // a sentence with its numbers, translated
    std::optional<double> lastStep;
    std::optional<qint64> sinceStepMs, sinceSaidMs;              // of observed time
    std::optional<double> medianStepSeconds, recentStepSeconds;  // median of all, 95th percentile of the last ones
    std::optional<qint64> longestPauseMs, patienceMs;            // how long GPUs may wait busily before the run counts as hung
    GpuPattern gpus;
};

// Times count observed time, not clock time: pauses count, gaps do not.
struct ProgressPoint {
    qint64 ms = 0;
    double step = 0;
};

class ProgressJudge {
public:
    void stepAt(qint64 ms, double step);
    void saidAt(qint64 ms);  // the log grew, with any content
    void sampleAt(qint64 ms, const QList<GpuLoad> &loads);

    ProgressVerdict judge(qint64 nowMs, RunEnding ending = RunEnding::GoesOn) const;
    qint64 lastMs() const { return m_lastMs; }  // of the latest input of any kind
    // From the first step of the last start, or of the last jump of the counter, to the newest; at most a few hundred points.
    const std::vector<ProgressPoint> &track() const { return m_track; }

private:
    // The longest of the last few, so that one odd hour does not excuse the rest of the run.
    struct Memory {
        void add(qint64 ms) { values[next++ % values.size()] = ms; }
        qint64 longest() const;
        std::array<qint64, 32> values{};
        size_t next = 0;
    };
    // Continues across single samples that differ.
    struct Spell {
        void take(bool is, qint64 ms);
        void forget() { *this = {}; }
        qint64 since = -1, last = -1;
        qint64 longest = 0;
        int misses = 0;
    };

    // Between two reports of progress. A stretch that is much too fast waits for the next one: a counter that jumps (e.g. to the step of a
    // checkpoint) is not a speed.
    struct Stretch {
        qint64 interval = 0, endsAt = 0;  // observed
        double steps = 0, endStep = 0;
        bool hasHole = false;
        double pace() const { return steps / double(interval); }
    };

    void advance(qint64 ms);
    qint64 cap() const;
    void startAnew(double step, qint64 observed);
    void take(const Stretch &stretch);
    bool isDoubtful(const Stretch &stretch) const;
    void record(const Stretch &stretch);
    void keepTrack(double step, qint64 observed);
    bool isSlow(double &median, double &recent) const;
    void judgePause(ProgressVerdict &verdict, qint64 gap, qint64 quiet) const;

    bool m_hasTime = false, m_hasSamples = false, m_hasStep = false, m_hasHole = false;
    qint64 m_lastMs = 0, m_observed = 0;  // the machine's clock; time that was actually observed
    qint64 m_lastSampleMs = 0;
    double m_pace = 1000;  // ms between samples
    double m_step = 0, m_anchorStep = 0;
    qint64 m_stepAt = 0, m_anchorAt = 0, m_saidAt = 0;  // observed
    LogHistogram m_gaps{0.1, 1e6};                      // seconds between two reports of progress
    LogHistogram m_stepTimes{1e-5, 1e6};                // seconds per step
    std::vector<double> m_recent;                       // the last of those, as a ring
    size_t m_recentNext = 0;
    Memory m_pauses, m_allSpins, m_someSpins;
    Spell m_allSpin, m_someSpin;
    GpuLevels m_levels;
    QList<GpuLoad> m_loads;
    std::optional<Stretch> m_doubtful;
    std::vector<ProgressPoint> m_track;
    qint64 m_trackEvery = 1, m_trackSeen = 0;
};

}  // namespace trainyard
