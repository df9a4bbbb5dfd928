// SPDX-License-Identifier: GPL-3.0-or-later
// Has the checkpoints of followed runs looked after whenever other ones may be found: one round at a time for each run, and again
// a little later while something is being written. Main thread; a round itself works elsewhere.
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
    // Something was done or could not be; the same problem of a run is told once.
    void tended(const RunId &runId, const trainyard::MaintenanceReport &report);

private:
    struct One {
        bool isBusy = false, isTouched = false;
        int again = 0;     // how often it was looked at again by itself
        QStringList told;  // problems
    };
    void begin(const RunId &runId);
    void end(const RunId &runId, const Result<MaintenanceReport> &report);

    const Round m_round;
    std::map<RunId, One> m_runs;
};

}  // namespace trainyard
