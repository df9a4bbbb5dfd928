// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/agent/runalerts.h"

#include "core/service/runs/diskspacesamples.h"

#include <QDateTime>
#include <QFile>
#include <QFileInfo>

#include <algorithm>

namespace trainyard {

namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
constexpr qint64 kPiece = 1 << 20;   // some milliseconds of work
constexpr qint64 kTail = 2 << 20;    // where a program that starts late begins: ten minutes of eight GPUs
constexpr qint64 kHead = 64 * 1024;  // where the names of the GPUs' columns stand
constexpr int kMinSteps = 2;         // one line may be a setting that looks like a step
constexpr seconds kFresh{60};        // without samples for so long the log may be missing as well

double inSeconds(milliseconds time) { return double(time.count()) / 1000; }

}  // namespace

RunAlerts::RunAlerts(const QString &metricsFile, const QString &logFile, const AlertRules &rules)
    : m_metricsFile(metricsFile), m_logFile(logFile), m_use(metricsFile), m_samples(rules), m_time(rules)
{
}

RunAlerts::Changes RunAlerts::look(const QDateTime &now, bool isRunning, const std::optional<RunProgress> &progress)
{
    Changes changes;
    const milliseconds passed(m_looked.isValid() ? std::clamp<qint64>(m_looked.msecsTo(now), 0, milliseconds(kMaxStep).count()) : 0);
    m_looked = now;
    bool hasGrown = false;
    m_readings.setRemaining(progress ? progress->remaining : std::nullopt);
    m_readings.setUse(m_use.read());
    changes.hasMore = readSamples(changes.ofSamples, hasGrown);
    const int before = m_steps;
    // Who sees more than steps is believed; as long as they say nothing, steps count.
    const bool isTold = progress && progress->state != ProgressState::Unknown;
    if (!isTold)
        readLog();
    if (!isRunning)
        return changes;
    m_silent = hasGrown ? milliseconds(0) : m_silent + passed;
    const bool isFresh = m_silent < kFresh;
    m_quiet = m_steps != before ? milliseconds(0) : m_quiet + (isFresh ? passed : milliseconds(0));

    QList<AlertReading> readings;
    if (m_metricsAt > 0)
        readings << AlertReading{AlertKind::NoData, inSeconds(m_silent), -1, {}};
    if (isTold) {
        m_quiet = std::chrono::milliseconds(0);
        const bool isStuck = progress->state == ProgressState::Silent || progress->state == ProgressState::Hung;
        const bool isKnown = isStuck || progress->state == ProgressState::Advancing || progress->state == ProgressState::Slow;
        if (isKnown) {
            readings << AlertReading{AlertKind::NoProgress, isStuck ? double(progress->quiet.count()) : 0, -1, {}}
                     << AlertReading{AlertKind::Hung, progress->state == ProgressState::Hung ? 1.0 : 0.0, -1, {}};
        }
    } else if (m_steps >= kMinSteps) {
        readings << AlertReading{AlertKind::NoProgress, inSeconds(m_quiet), -1, {}};
    }
    if (const auto room = roomReading(now, progress))
        readings << *room;
    changes.ofTime = m_time.feed(now.toMSecsSinceEpoch(), readings);
    const bool hasFallenSilent = std::any_of(changes.ofTime.begin(), changes.ofTime.end(), [](const AlertChange &change) {
        return change.kind == AlertKind::NoData && change.what == AlertChange::Opened;
    });
    if (hasFallenSilent)
        changes.ofSamples += m_samples.fallSilent(m_sampled);
    return changes;
}

std::optional<AlertReading> RunAlerts::roomReading(const QDateTime &now, const std::optional<RunProgress> &progress)
{
    const QFileInfo file(m_roomFile);
    if (m_roomFile.isEmpty() || !file.exists())
        return std::nullopt;
    if (const QDateTime written = file.lastModified(); written != m_roomRead) {
        m_roomRead = written;
        m_room = readRoomLooks(m_roomFile);
    }
    const auto ends = roomEndsIn(m_room, now.toSecsSinceEpoch());
    if (!ends)
        return std::nullopt;
    AlertReading reading{AlertKind::CheckpointRoom, *ends, -1, {}};
    // Only a checkpoint that comes before the run's end can lack room.
    if (progress && progress->remaining)
        reading.threshold = double(progress->remaining->count());
    return reading;
}

bool RunAlerts::readSamples(QList<AlertChange> &changes, bool &hasGrown)
{
    QFile file(m_metricsFile);
    if (!file.open(QIODevice::ReadOnly))
        return false;
    if (m_metricsAt > file.size())
        m_metricsAt = -1;  // the copy turned out wrong and begins anew
    if (m_metricsAt < 0) {
        m_metricsAt = 0;
        m_parser.emplace();
        if (file.size() > kTail + kHead) {
            const QByteArrayList head = file.read(kHead).split('\n');
            for (const QByteArray &line : head) {
                if (line.contains(" gpufields "))
                    m_parser->feed(line + '\n');
            }
            file.seek(file.size() - kTail);
            file.readLine(kHead);
            m_metricsAt = file.pos();
        }
    }
    file.seek(m_metricsAt);
    const QByteArray bytes = file.read(kPiece);
    hasGrown = !bytes.isEmpty();
    m_metricsAt += bytes.size();
    const QList<MachineSample> samples = m_parser->feed(bytes);
    for (const MachineSample &sample : samples) {
        changes += m_samples.feed(sample.timeMs, m_readings.feed(sample));
        m_sampled = sample.timeMs;
    }
    return bytes.size() == kPiece;
}

void RunAlerts::readLog()
{
    QFile file(m_logFile);
    if (!file.open(QIODevice::ReadOnly))
        return;
    // Only whether a step came is asked, so what is older than a piece may be passed over.
    if (m_logAt < 0 || m_logAt > file.size() || file.size() - m_logAt > kPiece)
        m_logAt = std::max<qint64>(0, file.size() - kPiece);
    file.seek(m_logAt);
    const QByteArray bytes = file.read(kPiece);
    const QList<TrainingRecord> records = m_training.feed(bytes, m_logAt);
    m_logAt += bytes.size();
    for (const TrainingRecord &record : records) {
        if (!record.step || m_step == record.step)
            continue;
        m_step = record.step;
        m_steps = std::min(m_steps + 1, 1 << 30);
    }
}

void RunAlerts::restore(AlertKind kind, const QList<int> &gpus)
{
    (kind == AlertKind::NoData || kind == AlertKind::NoProgress || kind == AlertKind::Hung || kind == AlertKind::CheckpointRoom ? m_time
                                                                                                                                : m_samples)
        .restore(kind, gpus);
}

RunAlerts::Changes RunAlerts::setRules(const AlertRules &rules, const QDateTime &now)
{
    return {m_samples.setRules(rules, now.toMSecsSinceEpoch()), m_time.setRules(rules, now.toMSecsSinceEpoch()), false};
}

RunAlerts::Changes RunAlerts::clearAll(const QDateTime &now)
{
    return {m_samples.clearAll(now.toMSecsSinceEpoch()), m_time.clearAll(now.toMSecsSinceEpoch()), false};
}

}  // namespace trainyard
