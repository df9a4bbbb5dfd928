// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/agent/runalerts.h"

#include "core/service/runs/diskspacesamples.h"

#include <QFileInfo>

#include <algorithm>

namespace trainyard {

namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

double inSeconds(milliseconds time) { return double(time.count()) / 1000; }

}  // namespace

RunProgress progressFrom(const RunObservation &seen)
{
    RunProgress progress{seen.progress.state, seconds(seen.progress.sinceStepMs.value_or(0) / 1000), {}, seen.gpus};
    if (seen.forecast && seen.forecast->remaining)
        progress.remaining = seconds(seen.forecast->remaining->likelyMs / 1000);
    return progress;
}

RunAlerts::Changes RunAlerts::look(const QDateTime &now, bool isRunning, const QList<MachineSample> &samples, const RunProgress &progress)
{
    Changes changes;
    const milliseconds passed(m_looked.isValid() ? std::clamp<qint64>(m_looked.msecsTo(now), 0, milliseconds(kMaxStep).count()) : 0);
    m_looked = now;
    m_readings.setRemaining(progress.remaining);
    m_readings.setUse(progress.gpus);
    for (const MachineSample &sample : samples) {
        changes.ofSamples += m_samples.feed(sample.timeMs, m_readings.feed(sample));
        m_sampled = sample.timeMs;
    }
    if (!isRunning)
        return changes;
    m_silent = samples.isEmpty() ? m_silent + passed : milliseconds(0);

    QList<AlertReading> readings;
    if (m_sampled > 0)
        readings << AlertReading{AlertKind::NoData, inSeconds(m_silent), -1, {}};
    const bool isStuck = progress.state == ProgressState::Silent || progress.state == ProgressState::Hung;
    if (isStuck || progress.state == ProgressState::Advancing || progress.state == ProgressState::Slow) {
        readings << AlertReading{AlertKind::NoProgress, isStuck ? double(progress.quiet.count()) : 0, -1, {}}
                 << AlertReading{AlertKind::Hung, progress.state == ProgressState::Hung ? 1.0 : 0.0, -1, {}};
    }
    if (const auto room = diskSpaceReading(now, progress))
        readings << *room;
    changes.ofTime = m_time.feed(now.toMSecsSinceEpoch(), readings);
    const bool hasFallenSilent = std::any_of(changes.ofTime.begin(), changes.ofTime.end(), [](const AlertChange &change) {
        return change.kind == AlertKind::NoData && change.what == AlertChange::Opened;
    });
    if (hasFallenSilent)
        changes.ofSamples += m_samples.fallSilent(m_sampled);
    return changes;
}

std::optional<AlertReading> RunAlerts::diskSpaceReading(const QDateTime &now, const RunProgress &progress)
{
    const QFileInfo file(m_diskSpaceFile);
    if (m_diskSpaceFile.isEmpty() || !file.exists())
        return std::nullopt;
    if (const QDateTime written = file.lastModified(); written != m_diskSpaceRead) {
        m_diskSpaceRead = written;
        m_diskSpace = readDiskSpaceSamples(m_diskSpaceFile);
    }
    const auto ends = secondsUntilFull(m_diskSpace, now.toSecsSinceEpoch());
    if (!ends)
        return std::nullopt;
    AlertReading reading{AlertKind::CheckpointRoom, *ends, -1, {}};
    // Only a checkpoint before the run's end can lack space.
    if (progress.remaining)
        reading.threshold = double(progress.remaining->count());
    return reading;
}

void RunAlerts::restore(AlertKind kind, const QList<int> &gpus)
{
    (kind == AlertKind::NoData || kind == AlertKind::NoProgress || kind == AlertKind::Hung || kind == AlertKind::CheckpointRoom ? m_time
                                                                                                                                : m_samples)
        .restore(kind, gpus);
}

RunAlerts::Changes RunAlerts::setRules(const AlertRules &rules, const QDateTime &now)
{
    return {m_samples.setRules(rules, now.toMSecsSinceEpoch()), m_time.setRules(rules, now.toMSecsSinceEpoch())};
}

RunAlerts::Changes RunAlerts::clearAll(const QDateTime &now)
{
    return {m_samples.clearAll(now.toMSecsSinceEpoch()), m_time.clearAll(now.toMSecsSinceEpoch())};
}

}  // namespace trainyard
