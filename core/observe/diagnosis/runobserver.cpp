// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/diagnosis/runobserver.h"

#include <algorithm>
#include <cmath>

namespace trainyard {
namespace {

constexpr qsizetype kMaxRankLine = 4096;                     // the stored part of a rank's last line is shorter
constexpr size_t kReportedPaces = 9, kFewReportedPaces = 3;  // the first one after a start often has hardly any time
constexpr double kWidestRange = 0.4;                         // of the likely time: a fifth to each side
const QString kStepTime = QStringLiteral("step_time");       // see core/observe/trainlog/seriesname.h; seconds
const QString kLoss = QStringLiteral("loss");

// Of the run's own GPUs only: others' load shows nothing about it.
QList<GpuLoad> loadsOf(const MachineSample &sample, const GpuUse &use)
{
    QList<GpuLoad> loads;
    for (const GpuSample &gpu : sample.gpus) {
        if (use.isOwn(gpu.index))
            loads << GpuLoad{gpu.index, gpu.busyPercent, gpu.powerWatts, gpu.powerLimitWatts};
    }
    return loads;
}

}  // namespace

void RunObserver::skipTo(qint64 offset)
{
    m_logAt = m_lineAt = offset;
    m_isWhole = offset == 0;
    m_explainer.skipTo(offset);
}

// A size is reported after its tick has ended: `previousMs` identifies the tick.
void RunObserver::takeMetrics(const QList<MachineSample> &samples, const QList<LogSize> &sizes, qint64 logEnd)
{
    qsizetype taken = 0;
    const auto takeUpTo = [&](qsizetype end) {
        for (; taken < end; ++taken)
            m_waiting.push_back({samples[taken].timeMs, -1, loadsOf(samples[taken], m_use)});
    };
    for (const LogSize &size : sizes) {
        for (qsizetype i = taken; i < samples.size() && size.previousMs > 0; ++i) {
            if (samples[i].timeMs == size.previousMs) {
                takeUpTo(i + 1);
                break;
            }
        }
        m_waiting.push_back({size.timeMs, size.bytes, {}});
    }
    takeUpTo(samples.size());
    m_logEnd = logEnd;
    goOn();
}

void RunObserver::goOn()
{
    for (; !m_waiting.empty(); m_waiting.pop_front()) {
        const Moment &moment = m_waiting.front();
        if (moment.logBytes < 0) {
            m_judge.sampleAt(moment.ms, moment.loads);
            continue;
        }
        if (m_logAt < std::min(moment.logBytes, m_logEnd))
            return;
        m_hasMarks = true;
        m_judge.saidAt(moment.ms);
        tellSteps(moment.logBytes, moment.ms);
    }
}

void RunObserver::logCameBy(qint64 nowMs)
{
    if (m_hasMarks)
        return;
    m_judge.saidAt(nowMs);
    tellSteps(m_logAt, nowMs);
}

QList<TrainingRecord> RunObserver::takeLog(const QByteArray &bytes)
{
    m_explainer.takeLog(bytes);
    QList<TrainingRecord> records = m_training.feed(bytes, m_logAt);
    for (const TrainingRecord &record : std::as_const(records))
        takeRecord(record);
    // Lines end as on a terminal and as for the series, so a line's record is the one that begins at the same offset.
    qsizetype begin = 0, said = 0;
    for (qsizetype i = 0; i < bytes.size(); ++i) {
        if (bytes[i] != '\n' && bytes[i] != '\r' && bytes[i] != '\b')
            continue;
        const qsizetype room = std::max<qsizetype>(0, kMaxRankLine - m_logLine.size());
        m_logLine += QByteArrayView(bytes).sliced(begin, std::min(room, i - begin)).toByteArray();
        std::optional<double> step;
        for (; said < records.size() && records[said].offset < m_logAt + i; ++said)
            step = records[said].step ? records[said].step : step;
        if (!m_logLine.isEmpty())
            m_ranks.take(m_logLine, step, m_lineAt);
        m_logLine.clear();
        begin = i + 1;
        m_lineAt = m_logAt + begin;
    }
    const qsizetype room = std::max<qsizetype>(0, kMaxRankLine - m_logLine.size());
    m_logLine += QByteArrayView(bytes).sliced(begin, std::min(room, bytes.size() - begin)).toByteArray();
    m_logAt += bytes.size();
    goOn();
    return records;
}

void RunObserver::takeRecord(const TrainingRecord &record)
{
    for (const TrainingValue &value : record.values) {
        if (value.name == kLoss)
            m_loss = value.value;
        if (value.name != kStepTime || !(value.value > 0) || !std::isfinite(value.value))
            continue;
        if (m_reportedPaces.size() < kReportedPaces)
            m_reportedPaces.push_back(value.value);
        else
            m_reportedPaces[m_nextPace++ % kReportedPaces] = value.value;
    }
    if (!record.step)
        return;
    m_lastStep = record.step;
    if (record.totalSteps)
        m_totalSteps = record.totalSteps;
    if (record.epoch)
        m_epochs.take(*record.step, *record.epoch);
    m_pending.push_back({record.offset, *record.step});
    if (m_pending.size() <= kMaxPending)
        return;
    // Among steps of one moment the last is enough.
    std::deque<PendingStep> kept;
    for (size_t i = 1; i < m_pending.size(); i += 2)
        kept.push_back(m_pending[i]);
    kept.push_back(m_pending.back());
    m_pending = std::move(kept);
}

void RunObserver::tellSteps(qint64 upTo, qint64 ms)
{
    // A copy of the log that arrives late reports steps of an earlier moment.
    const qint64 when = ms < m_judge.lastMs() && m_judge.lastMs() - ms < 3'600'000 ? m_judge.lastMs() : ms;
    while (!m_pending.empty() && m_pending.front().offset < upTo) {
        m_judge.stepAt(when, m_pending.front().step);
        m_steps.take(when, m_pending.front().step);
        m_pending.pop_front();
    }
    m_ranks.cameBy(when, upTo);
}

void RunObserver::setEnd(const std::optional<ExplainEnd> &end)
{
    m_end = end;
    m_explainer.setEnd(end);
}

std::optional<Forecast> RunObserver::ahead() const
{
    const auto own = forecast(m_judge.track(), m_totalSteps);
    if (m_reportedPaces.size() < kFewReportedPaces)
        return own;
    std::vector<double> sorted = m_reportedPaces;
    const auto middle = sorted.begin() + std::ptrdiff_t(sorted.size() / 2);
    std::nth_element(sorted.begin(), middle, sorted.end());
    const Forecast told{*middle, {}};  // as the program itself reports; no range without a track
    if (!own)
        return told;
    // A range wider than what the program reports is not worth showing.
    const auto &range = own->remaining;
    return own->isUneven || (range && double(range->mostMs - range->leastMs) > kWidestRange * double(range->likelyMs)) ? told : *own;
}

RunObservation RunObserver::at(qint64 nowMs) const
{
    RunObservation seen;
    seen.gpus = m_use;
    const RunEnding ending = !m_end ? RunEnding::GoesOn : m_end->hasFinished ? RunEnding::Finished : RunEnding::Dead;
    seen.progress = m_judge.judge(nowMs, ending);
    seen.totalSteps = m_totalSteps;
    seen.stepsPerEpoch = m_epochs.steps();
    seen.loss = m_loss;
    seen.lastStep = m_lastStep;
    seen.forecast = ahead();
    seen.cards = m_explainer.cards();
    seen.ranks = m_ranks.ranks();
    seen.machineMs = m_judge.lastMs();
    if (m_isWhole)
        seen.steps = std::make_shared<const std::vector<StepMoment>>(m_steps.moments());
    return seen;
}

}  // namespace trainyard
