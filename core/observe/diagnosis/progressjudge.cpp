// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/diagnosis/progressjudge.h"

#include "core/observe/diagnosis/progresswords.h"

#include <algorithm>
#include <cmath>

namespace trainyard {
namespace {

constexpr qint64 kClockStep = 5000;       // ms back: the clock was set, not a late line
constexpr qint64 kShortestHole = 10'000;  // ms without any data although a sampler runs
constexpr double kHolePaces = 5;
constexpr qint64 kResolution = 500;    // ms: logs are stamped by the second; shorter intervals are added up
constexpr double kLostAfter = 30'000;  // ms without anything from the machine
constexpr qint64 kFewIntervals = 10;   // before the run's own pace means anything
constexpr double kPause = 3;           // times the median gap: no longer the usual pace
constexpr size_t kRecent = 60;
constexpr qint64 kSlowSteps = 2 * qint64(kRecent);
constexpr double kSlow = 2, kSlowTail = 1.5, kSlowHalf = 1.4;  // times the median, the 95th percentile, the median
constexpr qint64 kQuietPatience = 60'000;                      // ms: an evaluation or a save may take this long without notice
constexpr qint64 kTalks = 30'000;                              // ms: the log grew recently
// All GPUs wait busily: only a collective that never ends looks like this for so long, except the first pause of a kind, and those are
// shorter or logged. Only some do and the others idle: rank 0 may be saving. PyTorch's own watchdog ends a collective after ten minutes
// (ProcessGroupNCCL.hpp, kProcessGroupNCCLDefaultTimeout), so anything longer is not such a pause.
constexpr qint64 kAllSpin = 40'000, kSomeSpin = 12 * 60'000;
constexpr qint64 kSpinTimes = 2;  // times the longest such wait that ended well
constexpr double kSpinGaps = 4;   // times the usual gap between reports
constexpr int kSpellMisses = 3;
constexpr size_t kMaxTrack = 256;
// Times the pace of the next stretch, and in mid-run of the run's own median: steps never vary this much and then return to normal. The
// first stretch has no past, and leaving it out costs nothing.
constexpr double kLeap = 20, kFirstLeap = 4;

}  // namespace

QString progressStateName(ProgressState state)
{
    switch (state) {
    case ProgressState::Unknown: return QStringLiteral("unknown");
    case ProgressState::Advancing: return QStringLiteral("advancing");
    case ProgressState::Slow: return QStringLiteral("slow");
    case ProgressState::Silent: return QStringLiteral("silent");
    case ProgressState::Hung: return QStringLiteral("hung");
    case ProgressState::Finished: return QStringLiteral("finished");
    case ProgressState::Dead: return QStringLiteral("dead");
    }
    Q_UNREACHABLE();
}

qint64 ProgressJudge::Memory::longest() const { return *std::max_element(values.begin(), values.end()); }

void ProgressJudge::Spell::take(bool is, qint64 ms)
{
    if (!is && (since < 0 || ++misses >= kSpellMisses)) {
        since = last = -1;
        misses = 0;
    } else if (is) {
        if (since < 0)
            since = ms;
        last = ms;
        misses = 0;
        longest = std::max(longest, last - since);
    }
}

qint64 ProgressJudge::cap() const { return std::max(kShortestHole, qint64(m_pace * kHolePaces)); }

void ProgressJudge::advance(qint64 ms)
{
    const qint64 delta = m_hasTime ? ms - m_lastMs : 0;
    if (delta < 0 && delta >= -kClockStep)
        return;  // a late line
    m_hasTime = true;
    m_lastMs = ms;
    if (delta < 0)
        return;
    if (m_hasSamples && delta > cap()) {
        // The machine slept, its clock was set, or no program watched: this shows nothing about the run.
        m_hasHole = true;
        m_allSpin.forget();
        m_someSpin.forget();
        m_observed += qint64(m_pace);
        return;
    }
    m_observed += delta;
}

void ProgressJudge::startAnew(double step, qint64 observed)
{
    m_hasStep = true;
    m_step = m_anchorStep = step;
    m_stepAt = m_anchorAt = observed;
    m_saidAt = m_observed;
    m_hasHole = false;
    m_doubtful.reset();
    m_levels.settle(false);
    m_allSpin.forget();
    m_someSpin.forget();
    m_track.clear();
    m_trackEvery = 1;
    m_trackSeen = 0;
    keepTrack(step, observed);
}

void ProgressJudge::keepTrack(double step, qint64 observed)
{
    if (m_trackSeen++ % m_trackEvery != 0)
        return;
    m_track.push_back({observed, step});
    if (m_track.size() < kMaxTrack)
        return;
    size_t kept = 0;
    for (size_t i = 0; i < m_track.size(); i += 2)
        m_track[kept++] = m_track[i];
    m_track.resize(kept);
    m_trackEvery *= 2;
}

void ProgressJudge::stepAt(qint64 ms, double step)
{
    if (!std::isfinite(step))
        return;
    advance(ms);
    m_saidAt = m_observed;
    if (!m_hasStep || step < m_step) {
        startAnew(step, m_observed);
        return;
    }
    if (step <= m_step)
        return;  // a bar that is redrawn
    m_step = step;
    m_stepAt = m_observed;
    const qint64 interval = m_observed - m_anchorAt;
    if (interval < kResolution && !m_hasHole)
        return;
    const Stretch stretch{interval, m_observed, step - m_anchorStep, step, m_hasHole};
    m_anchorAt = m_observed;
    m_anchorStep = step;
    m_hasHole = false;
    take(stretch);
    m_allSpin.forget();
    m_someSpin.forget();
}

bool ProgressJudge::isDoubtful(const Stretch &stretch) const
{
    if (stretch.hasHole)
        return false;
    return m_track.size() < 2 || stretch.pace() * 1000 * m_stepTimes.quantile(0.5).value_or(0) > kLeap;
}

void ProgressJudge::take(const Stretch &stretch)
{
    if (m_doubtful) {
        const Stretch before = *m_doubtful;
        m_doubtful.reset();
        const double least = m_track.size() < 2 ? kFirstLeap : kLeap;
        if (!stretch.hasHole && before.pace() > least * stretch.pace()) {
            startAnew(before.endStep, before.endsAt);
            m_step = m_anchorStep = stretch.endStep;
            m_stepAt = m_anchorAt = stretch.endsAt;
        } else {
            record(before);
        }
    }
    if (isDoubtful(stretch))
        m_doubtful = stretch;
    else
        record(stretch);
}

void ProgressJudge::record(const Stretch &stretch)
{
    keepTrack(stretch.endStep, stretch.endsAt);
    const double seconds = double(stretch.interval) / 1000;
    const bool isPause = m_gaps.count() >= kFewIntervals && seconds > kPause * *m_gaps.quantile(0.5) && stretch.interval > 2 * kResolution;
    m_levels.settle(!isPause && !stretch.hasHole);
    if (isPause) {
        m_pauses.add(stretch.interval);
        if (m_allSpin.longest > 0)
            m_allSpins.add(m_allSpin.longest);
        if (m_someSpin.longest > 0)
            m_someSpins.add(m_someSpin.longest);
    }
    if (stretch.hasHole)
        return;  // the time of these steps is unknown
    m_gaps.add(seconds);
    m_stepTimes.add(seconds / stretch.steps);
    if (m_recent.size() < kRecent)
        m_recent.push_back(seconds / stretch.steps);
    else
        m_recent[m_recentNext++ % kRecent] = seconds / stretch.steps;
}

void ProgressJudge::saidAt(qint64 ms)
{
    advance(ms);
    m_saidAt = m_observed;
}

void ProgressJudge::sampleAt(qint64 ms, const QList<GpuLoad> &loads)
{
    if (m_hasSamples && ms > m_lastSampleMs && ms - m_lastSampleMs < 60'000)
        m_pace += 0.1 * (double(ms - m_lastSampleMs) - m_pace);
    m_hasSamples = true;
    m_lastSampleMs = ms;
    advance(ms);
    m_loads = loads;
    if (!m_hasStep)
        return;
    m_levels.take(loads);
    const GpuPattern pattern = m_levels.patternOf(loads);
    m_allSpin.take(pattern.isAllSpinning(), m_observed);
    m_someSpin.take(pattern.isSomeSpinning(), m_observed);
}

bool ProgressJudge::isSlow(double &median, double &recent) const
{
    median = m_stepTimes.quantile(0.5).value_or(0);
    std::vector<double> sorted = m_recent;
    if (sorted.empty())
        return false;
    const auto at = sorted.begin() + qsizetype(std::ceil(0.95 * double(sorted.size())) - 1);
    std::sort(sorted.begin(), sorted.end());
    recent = *at;
    // A run with many pauses always has slow steps among its last ones: require more of them than usual, or half of all.
    return m_stepTimes.count() >= kSlowSteps && recent > kSlow * median
           && (recent > kSlowTail * *m_stepTimes.quantile(0.95) || sorted[sorted.size() / 2] > kSlowHalf * median);
}

ProgressVerdict ProgressJudge::judge(qint64 nowMs, RunEnding ending) const
{
    ProgressVerdict verdict;
    if (m_hasStep)
        verdict.lastStep = m_step;
    if (ending != RunEnding::GoesOn) {
        verdict.state = ending == RunEnding::Finished ? ProgressState::Finished : ProgressState::Dead;
        verdict.reason = endedWords(verdict);
        return verdict;
    }
    if (!m_hasStep) {
        verdict.reason = noStepWords();
        return verdict;
    }
    const qint64 since = std::max<qint64>(0, nowMs - m_lastMs);
    const qint64 observed = m_observed + (m_hasSamples ? std::min(since, cap()) : since);
    const qint64 gap = observed - m_stepAt, quiet = observed - m_saidAt;
    verdict.sinceStepMs = gap;
    verdict.sinceSaidMs = quiet;
    double median = 0, recent = 0;
    const bool isSlowNow = isSlow(median, recent);
    if (m_stepTimes.count() > 0) {
        verdict.medianStepSeconds = median;
        verdict.recentStepSeconds = recent;
    }
    if (m_pauses.longest() > 0)
        verdict.longestPauseMs = m_pauses.longest();
    verdict.gpus = m_levels.patternOf(m_loads);
    if (m_hasSamples && double(since) > std::max(kLostAfter, 2 * double(cap()))) {
        verdict.reason = lostWords(since);
        return verdict;
    }
    // The pace follows from the reports of a few steps rather than from the steps: logs report every few steps.
    const double usual = m_gaps.quantile(0.95).value_or(0) * 1000;
    if (double(gap) <= std::max(double(kQuietPatience) / 4, kPause * usual)) {
        verdict.state = isSlowNow ? ProgressState::Slow : ProgressState::Advancing;
        verdict.reason = paceWords(verdict);
        return verdict;
    }
    judgePause(verdict, gap, quiet);
    return verdict;
}

void ProgressJudge::judgePause(ProgressVerdict &verdict, qint64 gap, qint64 quiet) const
{
    const bool hasLearned = m_gaps.count() >= kFewIntervals && verdict.gpus.working > 0;
    const bool isAll = m_allSpin.since >= 0, isSome = !isAll && m_someSpin.since >= 0;
    if (hasLearned && (isAll || isSome)) {
        const qint64 own = kSpinTimes * (isAll ? m_allSpins : m_someSpins).longest();
        const qint64 patience = std::max({isAll ? kAllSpin : kSomeSpin, own, qint64(kSpinGaps * *m_gaps.quantile(0.95) * 1000)});
        verdict.patienceMs = patience;
        const Spell &spell = isAll ? m_allSpin : m_someSpin;
        // A run with recent output is not silent, whatever the GPUs do.
        if (spell.last - spell.since >= patience && gap >= patience && quiet >= patience / 2) {
            verdict.state = ProgressState::Hung;
            verdict.reason = hungWords(verdict, m_gaps.quantile(0.95));
            return;
        }
    }
    const qint64 longest = m_pauses.longest();
    if (quiet <= kTalks || gap <= std::max(kQuietPatience, 2 * longest)) {
        verdict.state = ProgressState::Advancing;
        verdict.reason = pauseWords(verdict, quiet <= kTalks);
        return;
    }
    verdict.state = ProgressState::Silent;
    verdict.reason = silentWords(verdict);
}

}  // namespace trainyard
