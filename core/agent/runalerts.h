// SPDX-License-Identifier: GPL-3.0-or-later
// One run as alerts see it: reads what its samples and its log say from the local copy, at most a piece at a time, and feeds the
// rules. Judges time by how often it is asked, a step of kMaxStep at most, so that neither sleep nor a clock that was set passes
// for silence. Main thread; reads files.
#pragma once

#include "core/checkpoint/retention/diskspaceforecast.h"
#include "core/observe/alert/samplereadings.h"
#include "core/observe/metrics/sample.h"
#include "core/observe/trainlog/traininglog.h"
#include "core/service/runs/gpuusefile.h"
#include "core/service/runs/progresswatch.h"

#include <QDateTime>
#include <QString>

#include <chrono>
#include <optional>

namespace trainyard {

class RunAlerts {
public:
    static constexpr std::chrono::seconds kMaxStep{30};

    RunAlerts(const QString &metricsFile, const QString &logFile, const AlertRules &rules);

    struct Changes {
        QList<AlertChange> ofSamples;  // by the machine's clock
        QList<AlertChange> ofTime;     // by this computer's
        bool hasMore = false;          // ask again soon
    };
    // A person's own expression for lines of the log (runseries.h); before look().
    void setPattern(std::shared_ptr<const SeriesPattern> pattern) { m_training.setPattern(std::move(pattern)); }
    // Where looks at its checkpoints' folder say how much room there is (diskspacesamples.h).
    void setRoomFile(const QString &file) { m_roomFile = file; }
    // `isRunning`: what stands still may be missed. Without a `progress` steps are read from the log.
    Changes look(const QDateTime &now, bool isRunning, const std::optional<RunProgress> &progress);
    void restore(AlertKind kind, const QList<int> &gpus);
    Changes setRules(const AlertRules &rules, const QDateTime &now);
    Changes clearAll(const QDateTime &now);
    bool isSimulated() const { return m_readings.isSimulated(); }

private:
    bool readSamples(QList<AlertChange> &changes, bool &hasGrown);
    void readLog();
    std::optional<AlertReading> roomReading(const QDateTime &now, const std::optional<RunProgress> &progress);

    const QString m_metricsFile, m_logFile;
    GpuUseFile m_use;
    QString m_roomFile;
    QDateTime m_roomRead;  // the file's time
    QList<DiskSpaceSample> m_room;
    AlertEngine m_samples, m_time;
    std::optional<SampleParser> m_parser;
    TrainingLog m_training;
    SampleReadings m_readings;
    qint64 m_metricsAt = -1, m_logAt = -1;  // -1: not begun
    qint64 m_sampled = 0;                   // time of the last sample
    std::optional<double> m_step;
    int m_steps = 0;  // that were seen
    QDateTime m_looked;
    std::chrono::milliseconds m_silent{0}, m_quiet{0};  // without samples, without a step
};

}  // namespace trainyard
