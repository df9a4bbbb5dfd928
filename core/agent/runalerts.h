// SPDX-License-Identifier: GPL-3.0-or-later
// One run as alerts see it: takes its samples and log data (core/service/runs/runfollower.h) and feeds the rules. Time is measured by the
// calls, at most kMaxStep per call, so that neither sleep nor a clock change counts as silence. Main thread; the only file it reads is
// the one with the disk space samples.
#pragma once

#include "core/checkpoint/retention/diskspaceforecast.h"
#include "core/observe/alert/samplereadings.h"
#include "core/observe/diagnosis/runobserver.h"

#include <QDateTime>
#include <QString>

#include <chrono>
#include <optional>

namespace trainyard {

// The progress of a run's training.
struct RunProgress {
    ProgressState state = ProgressState::Unknown;
    std::chrono::seconds quiet{0};                  // since the last step; counts when silent or hung
    std::optional<std::chrono::seconds> remaining;  // until its end
    GpuUse gpus;                                    // the run's own GPUs
};
RunProgress progressFrom(const RunObservation &seen);

class RunAlerts {
public:
    static constexpr std::chrono::seconds kMaxStep{30};

    explicit RunAlerts(const AlertRules &rules) : m_samples(rules), m_time(rules) {}

    struct Changes {
        QList<AlertChange> ofSamples;  // by the machine's clock
        QList<AlertChange> ofTime;     // by this computer's clock
    };
    // The file in which scans of its checkpoint folder record the free disk space (diskspacesamples.h).
    void setDiskSpaceFile(const QString &file) { m_diskSpaceFile = file; }
    // `samples`: those since the last look. `isRunning`: missing steps and samples are cause for an alert.
    Changes look(const QDateTime &now, bool isRunning, const QList<MachineSample> &samples, const RunProgress &progress);
    void restore(AlertKind kind, const QList<int> &gpus);
    Changes setRules(const AlertRules &rules, const QDateTime &now);
    Changes clearAll(const QDateTime &now);
    bool isSimulated() const { return m_readings.isSimulated(); }

private:
    std::optional<AlertReading> diskSpaceReading(const QDateTime &now, const RunProgress &progress);

    QString m_diskSpaceFile;
    QDateTime m_diskSpaceRead;  // the file's modification time
    QList<DiskSpaceSample> m_diskSpace;
    AlertEngine m_samples, m_time;
    SampleReadings m_readings;
    qint64 m_sampled = 0;  // time of the last sample
    QDateTime m_looked;
    std::chrono::milliseconds m_silent{0};  // without samples
};

}  // namespace trainyard
