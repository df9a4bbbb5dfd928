// SPDX-License-Identifier: GPL-3.0-or-later
// Schedules maintenance of the checkpoints of followed runs whenever new ones may exist: one round at a time for each run, and again a
// little later while something is being written. Main thread; a round itself runs elsewhere.
#pragma once

#include "core/base/result.h"
#include "core/model/ids.h"
#include "core/service/checkpoints/checkpointmaintenance.h"

#include <QFuture>
#include <QObject>

#include <functional>
#include <map>

namespace trainyard {

class MaintenanceScheduler : public QObject {
    Q_OBJECT
public:
    using Round = std::function<QFuture<Result<MaintenanceReport>>(const RunId &runId)>;
    explicit MaintenanceScheduler(Round round, QObject *parent = nullptr) : QObject(parent), m_round(std::move(round)) {}

    void touch(const RunId &runId);

Q_SIGNALS:
    // Something was done or failed; the same problem of a run is reported once.
    void tended(const RunId &runId, const trainyard::MaintenanceReport &report);

private:
    struct One {
        bool isBusy = false, isTouched = false;
        int again = 0;     // how many automatic repeats there were
        QStringList told;  // reported problems
    };
    void begin(const RunId &runId);
    void end(const RunId &runId, const Result<MaintenanceReport> &report);

    const Round m_round;
    std::map<RunId, One> m_runs;
};

}  // namespace trainyard
