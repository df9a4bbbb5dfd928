// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/trainlog/stepcounter.h"

#include <algorithm>
#include <cmath>

namespace trainyard {
namespace {

constexpr double kLittle = 1e-9;
constexpr double kMaxSteps = 9e15, kMaxEpochs = 1e6;  // the largest plausible counts

void dropUnlikely(std::optional<double> &value, double most)
{
    if (value && !(*value >= 0 && *value <= most))
        value.reset();
}

bool isWhole(std::optional<double> value) { return value && *value == std::floor(*value); }

}  // namespace

bool StepCounter::placeBar(TrainingLine &line)
{
    if (!line.totalSteps) {
        m_step = line.step;
        return true;
    }
    const double total = *line.totalSteps, done = *line.step;
    const bool hasValues = line.value(QLatin1String("loss")).has_value();
    if (m_bar && m_bar->total != total) {
        // A shorter bar without measurements next to the training's is an evaluation.
        const bool isOther = m_bar->isProven ? total < m_bar->total && !hasValues : m_bar->done < m_bar->total && !hasValues;
        if (isOther)
            return false;
        m_bar.reset();
    }
    if (!m_bar)
        m_bar = Bar{total, done, 0, false};
    else if (m_bar->done >= total && done < total && hasValues)
        m_bar->base += total;  // the next epoch's
    m_bar->done = done;
    m_bar->isProven = m_bar->isProven || hasValues;
    line.step = m_bar->base + done;
    if (m_bar->base > 0)
        line.totalSteps.reset();
    m_step = line.step;
    return true;
}

bool StepCounter::placeKerasBar(TrainingLine &line)
{
    // model.evaluate() and predict() draw bars too: without an epoch, or after its end and with another length.
    if (!m_epoch || (m_kerasTotal && *m_kerasTotal != *line.totalSteps))
        return false;
    if (*line.step >= *line.totalSteps)
        m_kerasTotal = line.totalSteps;
    line.epoch = m_epoch;
    line.totalEpochs = m_totalEpochs;
    m_hasKerasBars = true;
    return true;
}

void StepCounter::placeInEpoch(TrainingLine &line)
{
    const double epoch = std::floor(line.epoch ? *line.epoch : m_epoch.value_or(0));
    if (!m_firstEpoch || epoch < *m_firstEpoch)  // counted from 0 or from 1; a resumed one may begin later
        m_firstEpoch = epoch <= 1 ? epoch : line.totalEpochs ? 1 : 0;
    if (line.totalSteps) {
        line.step = (epoch - *m_firstEpoch) * *line.totalSteps + *line.step;
        const double total = line.totalEpochs && std::isfinite(*line.totalEpochs) ? *line.totalEpochs * *line.totalSteps : 0;
        line.totalSteps = total > 0 ? std::optional(total) : std::nullopt;
    } else {
        if (m_countedEpoch && epoch > *m_countedEpoch)
            m_epochBase += m_epochSteps;
        else if (m_countedEpoch && epoch < *m_countedEpoch)
            m_epochBase = 0;
        m_countedEpoch = epoch;
        m_epochSteps = *line.step;
        line.step = m_epochBase + *line.step;
    }
}

bool StepCounter::isInEpoch(const TrainingLine &line)
{
    const double epoch = *line.epoch, step = *line.step, total = *line.totalSteps;
    if (line.totalEpochs && *line.totalEpochs > 0 && total > 0) {
        // If counted over all epochs, it would be within this epoch's share.
        const double share = step / total * *line.totalEpochs;
        m_isPerEpoch = m_isPerEpoch || share > epoch + 1 + kLittle || (epoch >= 2 && share < epoch - 1 - kLittle);
    }
    if (m_maybeEpoch && epoch > *m_maybeEpoch && step < *m_maybeStep)
        m_isPerEpoch = true;
    m_maybeEpoch = epoch;
    m_maybeStep = step;
    return m_isPerEpoch;
}

bool StepCounter::placeWithoutStep(TrainingLine &line)
{
    const bool isTraining = std::any_of(line.values.cbegin(), line.values.cend(), [](const TrainingValue &v) {
        return !v.name.startsWith(QLatin1String("val_")) && !v.name.startsWith(QLatin1String("test_"));
    });
    if (m_step) {
        // Keras puts everything into its bars: other output is the program's evaluation.
        if (m_hasKerasBars && isTraining)
            return false;
        line.step = m_step;
        if (m_bar)
            m_bar->isProven = true;
        return true;
    }
    // A log without steps: use its epochs if those are whole, else count its lines.
    if (line.epoch && !isWhole(line.epoch))
        m_isCounted = true;
    if (!m_isCounted && isWhole(line.epoch)) {
        m_counted = *line.epoch;
        line.totalSteps = line.totalEpochs;
    } else if (isTraining) {
        m_isCounted = true;
        ++m_counted;
    }
    line.step = m_counted;
    return true;
}

bool StepCounter::place(TrainingLine &line)
{
    dropUnlikely(line.step, kMaxSteps);
    dropUnlikely(line.totalSteps, kMaxSteps);
    dropUnlikely(line.epoch, kMaxEpochs);
    dropUnlikely(line.totalEpochs, kMaxEpochs);
    if (line.isKerasBar && (!line.step || !line.totalSteps || !placeKerasBar(line)))
        return false;
    if (isWhole(line.epoch)) {
        if (!line.isKerasBar && (m_epoch != line.epoch || !line.step))
            m_kerasTotal.reset();
        m_epoch = line.epoch;
        m_totalEpochs = line.totalEpochs ? line.totalEpochs : m_totalEpochs;
    }
    if (!line.step) {
        return line.values.isEmpty() || placeWithoutStep(line);
    }
    if (line.counting == TrainingLine::Counting::InEpoch || (line.counting == TrainingLine::Counting::MaybeInEpoch && isInEpoch(line)))
        placeInEpoch(line);
    else if (line.isBar)
        return placeBar(line);
    m_step = line.step;
    return true;
}

}  // namespace trainyard
