// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/stepclock.h"

#include <algorithm>
#include <cmath>

namespace trainyard {
namespace {

// The loss, or another series if there is none.
const TrainingSeries *leadingSeries(const TrainingCurve &training)
{
    if (!training.loss().isEmpty())
        return &training.loss();
    const TrainingSeries *longest = nullptr;
    for (const QString &name : training.names()) {
        const TrainingSeries *const series = training.series(name);
        if (series && (!longest || series->count() > longest->count()))
            longest = series;
    }
    return longest;
}

}  // namespace

void StepClock::clear() { *this = {}; }

void StepClock::update(const TrainingCurve &training, const LogClock &log)
{
    const TrainingSeries *const series = leadingSeries(training);
    const auto last = series ? series->last() : std::nullopt;
    if (!last) {
        clear();
        return;
    }
    if (m_count == series->count() && m_offset == last->offset && m_bytes == log.knownBytes())
        return;
    m_count = series->count();
    m_offset = last->offset;
    m_bytes = log.knownBytes();
    m_marks.clear();
    const auto add = [this](double step, double ms) {
        if (m_marks.empty() || (step > m_marks.back().step && ms > m_marks.back().ms))
            m_marks.push_back({step, ms});
    };
    const std::vector<TrainingMoment> moments = series->moments();
    for (size_t i = 0; i < moments.size();) {
        if (moments[i].timeMs) {
            add(moments[i].step, double(*moments[i].timeMs));
            ++i;
            continue;
        }
        const auto written = log.timeAt(moments[i].offset);
        // Steps first seen in the same sample are spread evenly over the time since the previous sample.
        size_t next = i + 1;
        while (written && next < moments.size() && !moments[next].timeMs && log.timeAt(moments[next].offset) == written)
            ++next;
        const auto span = written ? double(written->toMs - written->fromMs) : 0;
        for (size_t k = i; written && k < next; ++k)
            add(moments[k].step, double(written->fromMs) + span * double(k - i + 1) / double(next - i));
        i = next;
    }
    computePace();
}

void StepClock::computePace()
{
    constexpr double kWindow = 10'000, kMaxWindows = 1000;  // ms
    m_pace = {};
    if (isEmpty())
        return;
    double window = kWindow;
    while ((m_marks.back().ms - m_marks.front().ms) / window > kMaxWindows)
        window *= 2;  // doubled, so that the values stay the same while the run grows
    const Mark *from = &m_marks.front();
    for (const Mark &mark : m_marks) {
        if (mark.ms - from->ms < window)
            continue;
        m_pace.put({mark.step, (mark.step - from->step) / (mark.ms - from->ms) * 1000, -1, std::nullopt});
        from = &mark;
    }
}

std::optional<double> StepClock::timeOf(double step) const
{
    if (isEmpty() || !(step >= m_marks.front().step && step <= m_marks.back().step))
        return std::nullopt;
    auto after = std::lower_bound(m_marks.begin(), m_marks.end(), step, [](const Mark &mark, double s) { return mark.step < s; });
    if (after == m_marks.begin())
        return after->ms;
    const Mark &before = *(after - 1);
    return before.ms + (after->ms - before.ms) * (step - before.step) / (after->step - before.step);
}

std::optional<double> StepClock::stepAt(double ms) const
{
    if (isEmpty() || std::isnan(ms))
        return std::nullopt;
    if (ms <= m_marks.front().ms)
        return m_marks.front().step;
    if (ms >= m_marks.back().ms)
        return m_marks.back().step;
    const auto after = std::lower_bound(m_marks.begin(), m_marks.end(), ms, [](const Mark &mark, double at) { return mark.ms < at; });
    const Mark &before = *(after - 1);
    return before.step + (after->step - before.step) * (ms - before.ms) / (after->ms - before.ms);
}

}  // namespace trainyard
