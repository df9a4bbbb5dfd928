// SPDX-License-Identifier: GPL-3.0-or-later
// Live samples of one machine: one SSH channel that runs sample.sh from standard input, so nothing is written on the machine and the
// sampler ends with the connection. Reconnects indefinitely (backoff 1 s to 30 s). Lives in the thread that made it; signals arrive there,
// samples at most 10 a second. History is kept in memory: the last hour at 1 Hz.
#pragma once

#include "core/base/error.h"
#include "core/model/machine.h"
#include "core/observe/metrics/sample.h"
#include "core/service/machines/linkstate.h"

#include <QObject>

#include <deque>
#include <memory>

namespace trainyard {

class ConnectionPool;

class MachineWatch : public QObject {
    Q_OBJECT
public:
    MachineWatch(const Machine &machine, std::shared_ptr<ConnectionPool> pool, QObject *parent = nullptr);
    ~MachineWatch() override;

    const Machine &machine() const;
    LinkState linkState() const;
    Error lastError() const;
    const std::deque<MachineSample> &history() const;
    void start();
    void stop();
    void retryNow();

Q_SIGNALS:
    void sampled();  // history() grew
    void linkStateChanged(trainyard::LinkState state);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

}  // namespace trainyard
