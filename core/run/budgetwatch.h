// Looks after the budgets while this program runs: at each step that is reached for the first time, by this program or
// another, a person is told; at 80 % the runs under it are asked to save, at 100 % they are stopped with time to save. A
// run's own budget is kept by its machine as well (docs/lease.md), with this computer off. Main thread.
#pragma once

#include "core/run/meternow.h"

#include <QObject>
#include <QTimer>

namespace trainyard {

class Workbench;

class BudgetWatch : public QObject {
    Q_OBJECT
public:
    explicit BudgetWatch(Workbench &workbench, QObject *parent = nullptr);

    void start();                      // looks now, then every half minute and after changes
    const MeterNow &meter() const { return m_meter; }
    void look();

Q_SIGNALS:
    void metered();                    // meter() is new
    void reached(const trainyard::BudgetState &state);
    void failed(const trainyard::Error &error);

private:
    void act(const BudgetState &state);

    Workbench &m_workbench;
    MeterNow m_meter;
    QTimer m_timer;
};

}  // namespace trainyard
