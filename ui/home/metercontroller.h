// SPDX-License-Identifier: GPL-3.0-or-later
// Shows machine costs and budget use on Home: determines the items that need attention, opens the budgets dialog and carries out its
// requests through the services.
#pragma once

#include "core/agent/budgetwatch.h"
#include "core/model/ids.h"
#include "ui/home/budgetsdialog.h"
#include "ui/home/needsyou.h"

#include <QObject>
#include <QPointer>
#include <QSet>

namespace trainyard {

struct Message;

class MeterController : public QObject {
    Q_OBJECT
public:
    MeterController(Services &services, BudgetWatch &watch, QWidget *window);

    const MeterNow &meter() const { return m_watch.meter(); }
    // Budgets that are at least half used, and rented machines that are idle, except dismissed ones.
    QList<Need> needs() const;
    bool handleNeed(const QString &id);  // false: not one of needs()
    void dismissNeed(const QString &id);

    void showBudgets();

Q_SIGNALS:
    void metered();
    void rentRequested(MachineId machineId);  // show its rental: it costs money but is idle
    void messageRaised(const trainyard::Message &message);
    void failed(const QString &id, const trainyard::Error &error);

private:
    void tell(const BudgetState &state);
    void changeBudgets(const Result<void> &changed);

    Services &m_services;
    QWidget *m_window;
    BudgetWatch &m_watch;
    QSet<QString> m_dismissed;
    QPointer<BudgetsDialog> m_budgets;
};

}  // namespace trainyard
