// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/diagnosis/usefultime.h"

#include <algorithm>
#include <array>
#include <utility>

namespace trainyard {
namespace {

constexpr size_t kMaxMoments = 4096;
constexpr double kPauseFactor = 2;         // a pause takes more than so many times what its steps usually take
constexpr qint64 kShortestPause = 10'000;  // ms beyond that; less is the jitter of a log that is written in blocks
constexpr qint64 kSavedBeside = 5'000;     // ms: file times are whole seconds, and the clocks of file systems differ a little
constexpr double kEdge = 4;                // of the mean interval: both ends of a longer one are kept

// The median of the seconds per step, each weighted by its time, so that a few slow steps do not count as many.
double usualPace(const std::vector<StepMoment> &steps)
{
    std::vector<std::pair<double, double>> paces;  // ms per step, weight
    double all = 0;
    for (size_t i = 1; i < steps.size(); ++i) {
        const double forward = steps[i].step - steps[i - 1].step;
        const auto ms = double(steps[i].ms - steps[i - 1].ms);
        if (forward > 0 && ms > 0) {
            paces.emplace_back(ms / forward, forward);
            all += forward;
        }
    }
    std::sort(paces.begin(), paces.end());
    double sum = 0;
    for (const auto &[pace, weight] : paces) {
        sum += weight;
        if (2 * sum >= all)
            return pace;
    }
    return 0;
}

struct Sums {
    std::array<TimeUse::Part, 5> parts{};

    void add(IdleCause cause, double ms)
    {
        TimeUse::Part &part = parts[size_t(cause)];
        part.cause = cause;
        part.ms += qint64(ms);
        ++part.times;
    }
};

// What an interval took longer than its steps usually take, if that is a pause.
double excessOf(double interval, double expected)
{
    return interval > kPauseFactor * expected && interval - expected > double(kShortestPause) ? interval - expected : 0;
}

}  // namespace

void StepTrack::take(qint64 ms, double step)
{
    if (!m_moments.empty() && step == m_moments.back().step)
        return;  // said again: by another rank, or beside other values
    if (!m_moments.empty() && m_moments.back().ms >= ms && step >= m_moments.back().step) {
        m_moments.back().step = step;  // several in one sample, or a clock that was set back
        return;
    }
    m_moments.push_back({std::max(ms, m_moments.empty() ? ms : m_moments.back().ms), step});
    if (m_moments.size() > kMaxMoments)
        thin();
}

void StepTrack::thin()
{
    const size_t count = m_moments.size();
    const double longest = kEdge * double(m_moments.back().ms - m_moments.front().ms) / double(count - 1);
    const auto isEdge = [&](size_t i) {
        return i > 0 && (m_moments[i].step < m_moments[i - 1].step || double(m_moments[i].ms - m_moments[i - 1].ms) > longest);
    };
    std::vector<StepMoment> kept;
    for (size_t i = 0; i < count; ++i) {
        if (i % 2 == 0 || i + 1 == count || isEdge(i) || (i + 1 < count && isEdge(i + 1)))
            kept.push_back(m_moments[i]);
    }
    if (kept.size() > count * 7 / 8) {  // a run of nothing but pauses
        kept.clear();
        for (size_t i = 0; i < count; i += 2)
            kept.push_back(m_moments[i]);
    }
    m_moments = std::move(kept);
}

std::optional<TimeUse> timeUse(const std::vector<StepMoment> &steps, const RunSpan &span)
{
    constexpr size_t kFewest = 3;
    const double usual = usualPace(steps);
    if (steps.size() < kFewest || !(usual > 0) || span.startedMs <= 0 || span.endMs <= span.startedMs)
        return std::nullopt;
    Sums sums;
    if (steps.front().ms > span.startedMs)
        sums.add(IdleCause::Starting, double(steps.front().ms - span.startedMs));
    double reached = span.doneBefore.value_or(steps.front().step);
    for (size_t i = 1; i < steps.size(); ++i) {
        const StepMoment &from = steps[i - 1], &to = steps[i];
        const auto interval = double(to.ms - from.ms);
        const double forward = to.step - from.step;
        reached = std::max(reached, from.step);
        if (forward <= 0) {  // the program started again within the run
            sums.add(IdleCause::Pausing, interval);
            continue;
        }
        const double excess = excessOf(interval, forward * usual);
        if (excess > 0) {
            const bool isSaving = std::any_of(span.saved.begin(), span.saved.end(),
                                              [&](qint64 ms) { return ms >= from.ms - kSavedBeside && ms <= to.ms + kSavedBeside; });
            sums.add(isSaving ? IdleCause::Saving : IdleCause::Pausing, excess);
        }
        if (const double again = std::min(to.step, reached) - from.step; again > 0)
            sums.add(IdleCause::Repeating, (interval - excess) * again / forward);
    }
    const auto after = double(span.endMs - steps.back().ms);
    if (span.hasEnded && after > 0)
        sums.add(IdleCause::Ending, after);
    else if (const double excess = excessOf(after, usual); excess > 0)
        sums.add(IdleCause::Pausing, excess);  // the present one
    TimeUse use;
    use.totalMs = use.usefulMs = span.endMs - span.startedMs;
    for (const TimeUse::Part &part : sums.parts) {
        if (part.ms <= 0)
            continue;
        use.parts.append(part);
        use.usefulMs -= part.ms;
    }
    use.usefulMs = std::max<qint64>(0, use.usefulMs);
    return use;
}

}  // namespace trainyard
