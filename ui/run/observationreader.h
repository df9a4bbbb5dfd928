// SPDX-License-Identifier: GPL-3.0-or-later
// Watches a run's local files on a thread of its own and says what is seen: progress, forecast, cards, ranks. Lives in the
// thread that made it; signals arrive there, at most a few times a second.
#pragma once

#include "core/model/run.h"
#include "core/observe/diagnosis/runobserver.h"

#include <QObject>
#include <QThread>

#include <atomic>
#include <memory>

namespace trainyard {

class ObservationReader : public QObject {
    Q_OBJECT
public:
    explicit ObservationReader(QObject *parent = nullptr);
    ~ObservationReader() override;  // stops and joins the thread

    // `seriesPattern`: a person's own expression for lines of the log.
    void open(const QString &logFile, const QString &metricsFile, const Run &run, const QString &seriesPattern = {});
    void setRun(const Run &run);
    // Reads what is new and judges as of `machineMs`; any rate. 0: of when the machine last said something.
    void look(qint64 machineMs);

Q_SIGNALS:
    void observed(const trainyard::RunObservation &seen);

private:
    class Worker;

    QThread m_thread;
    Worker *m_worker;
    std::atomic<bool> m_isAsked = false;
    std::atomic<qint64> m_now = 0;
    std::shared_ptr<std::atomic<quint64>> m_generation;
};

}  // namespace trainyard
