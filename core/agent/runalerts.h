// SPDX-License-Identifier: GPL-3.0-or-later
// One run as alerts see it: takes what its samples and its log say (core/service/runs/runfollower.h) and feeds the rules. Judges time
// by how often it is asked, a step of kMaxStep at most, so that neither sleep nor a clock that was set passes for silence. Main
// thread; of files it reads only the one of the disk's space.
#pragma once

#include "core/checkpoint/retention/diskspaceforecast.h"
#include "core/observe/alert/samplereadings.h"
#include "core/observe/diagnosis/runobserver.h"

#include <QDateTime>
#include <QString>

#include <chrono>
#include <optional>

namespace trainyard {

// How the training of a run goes.
struct RunProgress {
    ProgressState state = ProgressState::Unknown;
    std::chrono::seconds quiet{0};                  // since the last step; counts when silent or hung
    std::optional<std::chrono::seconds> remaining;  // until its end
    GpuUse gpus;                                    // which are its own
};
RunProgress progressFrom(const RunObservation &seen);

class RunAlerts {
public:
    static constexpr std::chrono::seconds kMaxStep{30};

    explicit RunAlerts(const AlertRules &rules) : m_samples(rules), m_time(rules) {}

    struct Changes {
        QList<AlertChange> ofSamples;  // by the machine's clock
        QList<AlertChange> ofTime;     // by this computer's
    };
    // Where looks at its checkpoints' folder say how much room there is (diskspacesamples.h).
    void setRoomFile(const QString &file) { m_roomFile = file; }
    // `samples`: what came since the last look. `isRunning`: steps and samples that do not come may be missed.
    Changes look(const QDateTime &now, bool isRunning, const QList<MachineSample> &samples, const RunProgress &progress);
    void restore(AlertKind kind, const QList<int> &gpus);
    Changes setRules(const AlertRules &rules, const QDateTime &now);
    Changes clearAll(const QDateTime &now);
    bool isSimulated() const { return m_readings.isSimulated(); }

private:
    std::optional<AlertReading> roomReading(const QDateTime &now, const RunProgress &progress);

    QString m_roomFile;
    QDateTime m_roomRead;  // the file's time
    QList<DiskSpaceSample> m_room;
    AlertEngine m_samples, m_time;
    SampleReadings m_readings;
    qint64 m_sampled = 0;  // time of the last sample
    QDateTime m_looked;
    std::chrono::milliseconds m_silent{0};  // without samples
};

}  // namespace trainyard
