// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/trainlog/trainingcurve.h"

#include "core/observe/trainlog/seriesname.h"

#include <cmath>

namespace trainyard {
namespace {

constexpr qsizetype kMaxSeries = 128;
const QString kStepTime = QStringLiteral("step_time");

}  // namespace

TrainingCurve::TrainingCurve() : m_loss(&m_none), m_validationLoss(&m_none) {}
TrainingCurve::~TrainingCurve() = default;

void TrainingCurve::clear()
{
    m_series.clear();
    m_names.clear();
    m_leftOut = 0;
    m_loss = m_validationLoss = &m_none;
    m_lastStep = m_totalSteps = m_epoch = m_totalEpochs = m_stepsPerSecond = std::nullopt;
}

void TrainingCurve::setDetail(const QString &name, size_t most)
{
    m_detailed = name;
    m_mostBuckets = most;
}

void TrainingCurve::append(const QList<TrainingRecord> &records)
{
    const qsizetype before = m_names.size();
    for (const TrainingRecord &record : records) {
        const bool isOfLog = record.offset >= 0;
        // Event files are read in addition to the log, often after it: they change nothing where the log has data.
        if (record.step && std::isfinite(*record.step) && isOfLog) {
            m_lastStep = record.step;
            if (record.totalSteps)
                m_totalSteps = record.totalSteps;
        }
        if (record.epoch)
            m_epoch = record.epoch;
        if (record.totalEpochs)
            m_totalEpochs = record.totalEpochs;
        if (!record.step)
            continue;
        for (const QString &name : record.startedAgain) {
            if (const auto found = m_series.find(name); found != m_series.end())
                (*found)->series.forgetFrom(*record.step);
        }
        for (const TrainingValue &value : record.values) {
            auto found = m_series.find(value.name);
            if (found == m_series.end()) {
                if (m_names.size() >= kMaxSeries) {
                    ++m_leftOut;
                    continue;
                }
                found = m_series.insert(value.name, std::make_shared<Named>());
                (*found)->rank = record.rank;
                if (value.name == m_detailed)
                    (*found)->series.setMostBuckets(m_mostBuckets);
                m_names.append(value.name);
            }
            if (record.rank && (*found)->rank && *record.rank != *(*found)->rank)
                continue;
            (*found)->series.put({*record.step, value.value, record.offset, record.timeMs});
            if (value.name == kStepTime && value.value > 0 && std::isfinite(value.value))
                m_stepsPerSecond = 1 / value.value;
        }
    }
    if (m_names.size() != before)
        findLoss();
}

void TrainingCurve::appendLoss(double step, double loss, std::optional<double> totalSteps)
{
    TrainingRecord record;
    record.offset = 0;
    record.step = step;
    record.totalSteps = totalSteps;
    record.values.append({QStringLiteral("loss"), loss});
    append({record});
}

std::optional<double> TrainingCurve::lastStep() const
{
    if (m_lastStep || m_names.isEmpty())
        return m_lastStep;
    // Only event files have data. Their folders count differently (hyperparameters are logged at step 0): the loss's folder decides.
    std::optional<double> last;
    for (const QString &name : m_names) {
        const TrainingSeries &one = m_loss->isEmpty() ? *series(name) : *m_loss;
        if (!one.isEmpty())
            last = std::max(last.value_or(one.lastStep()), one.lastStep());
    }
    return last;
}

const TrainingSeries *TrainingCurve::series(const QString &name) const
{
    const auto found = m_series.constFind(name);
    return found == m_series.constEnd() ? nullptr : &(*found)->series;
}

void TrainingCurve::findLoss()
{
    const auto pick = [this](const QString &name) -> const TrainingSeries * {
        if (const TrainingSeries *const own = series(name))
            return own;
        // "train/loss" of an event file.
        for (const QString &other : std::as_const(m_names)) {
            if (eventSeriesMeaning(other) == name)
                return series(other);
        }
        return &m_none;
    };
    m_loss = pick(QStringLiteral("loss"));
    m_validationLoss = pick(QStringLiteral("val_loss"));
}

std::optional<double> TrainingCurve::lastLoss() const
{
    const auto last = m_loss->lastFinite();
    return last ? std::optional(last->y()) : std::nullopt;
}

std::optional<double> TrainingCurve::lossAt(double step) const
{
    const auto moment = m_loss->near(step);
    return moment && std::isfinite(moment->value) ? std::optional(moment->value) : std::nullopt;
}

}  // namespace trainyard
