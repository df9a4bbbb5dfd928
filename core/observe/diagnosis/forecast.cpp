// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/diagnosis/forecast.h"

#include "core/observe/diagnosis/progresswords.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace trainyard {
namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Forecast)
};

constexpr size_t kFewPoints = 11;
constexpr qint64 kFewMs = 20'000;     // the first steps load data and compile: they do not represent the later ones
constexpr qint64 kEarlyMs = 120'000;  // until then a wide range comes from few steps; later from real pauses
constexpr double kWidestEarly = 3;    // early on, "17 min to 2 h 50 min" is useless
constexpr size_t kBlocks = 16;        // few enough that each contains pauses, if there are any
constexpr double kReach = 1.645;      // nine in ten, for a normal distribution
constexpr double kMinDoubt = 0.02;    // steps are counted as if each took as long as the ones before: at least two per cent
constexpr double kMaxSeconds = 100.0 * 365 * 86400;

struct Pace {
    double mean = 0, doubt = 0;  // seconds per step; standard deviation of the mean over the steps to come
};

// Over the points from `begin`: means of blocks with the same number of points, whose spread shows how uneven the pace is.
std::optional<Pace> paceSince(const std::vector<ProgressPoint> &track, size_t begin, double stepsToCome)
{
    const size_t parts = track.size() - 1 - begin;
    const double steps = track.back().step - track[begin].step;
    const double seconds = double(track.back().ms - track[begin].ms) / 1000;
    if (parts < 2 || steps <= 0 || seconds <= 0)
        return std::nullopt;
    const size_t blocks = std::min(kBlocks, parts);
    const double mean = seconds / steps;
    double sum = 0;
    for (size_t i = 0; i < blocks; ++i) {
        const ProgressPoint &from = track[begin + parts * i / blocks], &to = track[begin + parts * (i + 1) / blocks];
        if (to.step <= from.step)
            continue;
        const double off = double(to.ms - from.ms) / 1000 / (to.step - from.step) - mean;
        sum += off * off;
    }
    const double variance = sum / double(blocks - 1);
    const double perBlock = steps / double(blocks);
    // The blocks to come are as uneven as the past ones, and the past is known from only this many blocks.
    const double doubt = std::sqrt(variance * (std::min(1.0, perBlock / std::max(stepsToCome, 1.0)) + 1.0 / double(blocks)));
    return Pace{mean, doubt};
}

qint64 rounded(double ms)
{
    const double unit = ms < 120e3 ? 5e3 : ms < 20 * 60e3 ? 60e3 : ms < 10 * 3600e3 ? 300e3 : ms < 48 * 3600e3 ? 900e3 : 3600e3;
    return qint64(std::max(unit, std::round(ms / unit) * unit));
}

}  // namespace

std::optional<Forecast> forecast(const std::vector<ProgressPoint> &track, std::optional<double> totalSteps)
{
    if (track.size() < kFewPoints || track.back().ms - track.front().ms < kFewMs)
        return std::nullopt;
    const double toCome = totalSteps ? *totalSteps - track.back().step : 0;
    const auto all = paceSince(track, 0, toCome);
    if (!all)
        return std::nullopt;
    // The last third reveals a run that drifts; the likely value is between both.
    const auto late = paceSince(track, (track.size() - 1) * 2 / 3, toCome).value_or(*all);
    Forecast result{(all->mean + late.mean) / 2, {}};
    if (!totalSteps)
        return result;
    if (toCome <= 0) {
        result.remaining = SpanRange{};
        return result;
    }
    const double doubt = std::max(kReach * all->doubt, kMinDoubt * result.secondsPerStep);
    const double likely = result.secondsPerStep * toCome;
    const double least = std::max(0.2 * likely, (std::min(all->mean, late.mean) - doubt) * toCome);
    const double most = (std::max(all->mean, late.mean) + doubt) * toCome;
    if (!(most < kMaxSeconds))
        return result;
    result.isUneven = most > kWidestEarly * least && track.back().ms - track.front().ms < kEarlyMs;
    if (!result.isUneven)
        result.remaining = SpanRange{qint64(least * 1000), qint64(likely * 1000), qint64(most * 1000)};
    return result;
}

std::optional<MoneyRange> costOf(const SpanRange &span, const Money &perHour)
{
    constexpr qint64 kHour = 3'600'000;
    const auto least = perHour.times(span.leastMs, kHour), likely = perHour.times(span.likelyMs, kHour),
               most = perHour.times(span.mostMs, kHour);
    if (!least || !likely || !most)
        return std::nullopt;
    return MoneyRange{*least, *likely, *most};
}

std::optional<Money> costOfSteps(double secondsPerStep, double steps, const Money &perHour)
{
    const double micros = secondsPerStep * steps * 1e6;
    if (!(micros >= 0 && micros < 9e15))
        return std::nullopt;
    const auto cost = perHour.times(qint64(micros), 3'600'000'000);
    return cost ? std::optional(*cost) : std::nullopt;
}

QString rangeText(const SpanRange &range)
{
    const QString least = spanText(rounded(double(range.leastMs))), most = spanText(rounded(double(range.mostMs)));
    return least == most ? Words::tr("about %1").arg(most) : Words::tr("about %1 to %2").arg(least, most);
}

void EpochLength::take(double step, double epoch)
{
    if (!std::isfinite(step) || !std::isfinite(epoch))
        return;
    if (!m_firstStep || step < *m_firstStep || epoch < *m_lastEpoch) {
        m_firstStep = step;
        m_firstEpoch = m_lastEpoch = epoch;
        m_changeStep.reset();
        return;
    }
    const bool isWhole = epoch == std::floor(epoch) && *m_firstEpoch == std::floor(*m_firstEpoch);
    if (!isWhole && epoch > *m_firstEpoch && step > *m_firstStep) {
        m_steps = (step - *m_firstStep) / (epoch - *m_firstEpoch);
    } else if (isWhole && epoch > *m_lastEpoch) {
        // Whole epochs: from one change to the next.
        if (m_changeStep && step > *m_changeStep)
            m_steps = (step - *m_changeStep) / (epoch - *m_lastEpoch);
        m_changeStep = step;
    }
    m_lastEpoch = epoch;
}

}  // namespace trainyard
