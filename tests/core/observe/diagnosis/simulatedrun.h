// SPDX-License-Identifier: GPL-3.0-or-later
// Simulated runs for the judge of progress: every figure is a parameter, nothing was recorded on a GPU. The power levels are those of
// docs/watching.md.
#pragma once

#include "core/observe/diagnosis/progressjudge.h"

#include <functional>
#include <random>

namespace trainyard {

struct SimulatedPhase {
    int everySteps = 0;  // 0: never
    double seconds = 0;
    double busy = 0, watts = 0;              // of all GPUs except the first
    double firstBusy = -1, firstWatts = -1;  // of the first; negative: the same as the others
    double saysEvery = 0;                    // seconds between lines without a step; 0: silent
};

struct SimulatedRun {
    QString name;
    int gpus = 8;
    double stepSeconds = 1, jitter = 0.1;  // jitter: sigma of the logarithm
    int logEvery = 1;
    double busy = 98, watts = 600, limit = 700, wattsSigma = 15;
    double loadSeconds = 30;  // before the first step
    QList<SimulatedPhase> phases;
    double samplerSeconds = 1;
    double hours = 2;
    double hangsAt = -1;  // seconds; nothing is written after that
    double hangBusy = 100, hangWatts = 120;
    int idleInHang = 0;  // GPUs whose process has ended
    double slowsAt = -1, slowFactor = 1;
    quint32 seed = 1;
};

struct SimulatedOutcome {
    int judged = 0, hung = 0, slow = 0, silent = 0, advancing = 0, unknown = 0;
    std::optional<double> firstHungAfter;  // seconds since the last step
    QString firstHungReason;
    ProgressVerdict last;
};

// The events of a run, in order; times in milliseconds since 1970.
struct SimulatedListener {
    std::function<void(qint64 ms, const QList<GpuLoad> &loads)> sampled;
    std::function<void(qint64 ms, int step)> stepped;
    std::function<void(qint64 ms)> said;  // a line without a step
};

inline void play(const SimulatedRun &run, const SimulatedListener &listener)
{
    constexpr qint64 kBegin = 1'700'000'000'000;
    std::mt19937 random(run.seed);
    std::normal_distribution<double> normal;
    double now = 0, nextSample = 0, slowness = 1;
    bool isHung = false;
    const auto passTo = [&](double until, double busy, double watts, double firstBusy, double firstWatts) {
        while (nextSample <= until) {
            QList<GpuLoad> loads;
            for (int i = 0; i < run.gpus; ++i) {
                const bool isFirst = i == 0 && firstWatts >= 0;
                GpuLoad load{i, isFirst ? firstBusy : busy,
                             std::max(20.0, (isFirst ? firstWatts : watts) + normal(random) * (watts > 200 ? run.wattsSigma : 2)),
                             run.limit};
                if (isHung && i >= run.gpus - run.idleInHang)
                    load = {i, 0.0, 70.0, run.limit};
                loads << load;
            }
            listener.sampled(kBegin + qint64(nextSample * 1000), loads);
            nextSample += run.samplerSeconds;
        }
        now = until;
    };
    passTo(run.loadSeconds, 3, 80, -1, -1);
    for (int step = 1; now < run.hours * 3600; ++step) {
        if (run.hangsAt >= 0 && now >= run.hangsAt) {
            isHung = true;
            passTo(run.hours * 3600, run.hangBusy, run.hangWatts, -1, -1);
            break;
        }
        if (run.slowsAt >= 0 && now >= run.slowsAt)
            slowness = run.slowFactor;
        passTo(now + run.stepSeconds * slowness * std::exp(normal(random) * run.jitter), run.busy, run.watts, -1, -1);
        if (step % run.logEvery == 0)
            listener.stepped(kBegin + qint64(now * 1000), step);
        for (const SimulatedPhase &phase : run.phases) {
            if (phase.everySteps == 0 || step % phase.everySteps != 0)
                continue;
            const double end = now + phase.seconds * std::exp(normal(random) * 0.15);
            while (phase.saysEvery > 0 && now + phase.saysEvery < end) {
                passTo(now + phase.saysEvery, phase.busy, phase.watts, phase.firstBusy, phase.firstWatts);
                listener.said(kBegin + qint64(now * 1000));
            }
            passTo(end, phase.busy, phase.watts, phase.firstBusy, phase.firstWatts);
        }
    }
}

// Judged once per `everySeconds` of simulated time, always right after a sample.
inline SimulatedOutcome simulate(const SimulatedRun &run, double everySeconds = 5)
{
    ProgressJudge judge;
    SimulatedOutcome outcome;
    qint64 nextJudged = 0, lastStep = 0;
    SimulatedListener listener;
    listener.stepped = [&](qint64 ms, int step) {
        judge.stepAt(ms, step);
        lastStep = ms;
    };
    listener.said = [&](qint64 ms) { judge.saidAt(ms); };
    listener.sampled = [&](qint64 ms, const QList<GpuLoad> &loads) {
        judge.sampleAt(ms, loads);
        if (ms < nextJudged)
            return;
        nextJudged = ms + qint64(everySeconds * 1000);
        const ProgressVerdict verdict = judge.judge(ms);
        ++outcome.judged;
        outcome.hung += verdict.state == ProgressState::Hung;
        outcome.slow += verdict.state == ProgressState::Slow;
        outcome.silent += verdict.state == ProgressState::Silent;
        outcome.advancing += verdict.state == ProgressState::Advancing;
        outcome.unknown += verdict.state == ProgressState::Unknown;
        if (verdict.state == ProgressState::Hung && !outcome.firstHungAfter) {
            outcome.firstHungAfter = double(ms - lastStep) / 1000;
            outcome.firstHungReason = verdict.reason;
        }
        outcome.last = verdict;
    };
    play(run, listener);
    return outcome;
}

}  // namespace trainyard
