// SPDX-License-Identifier: GPL-3.0-or-later
// What machines cost and how far budgets are used, brought to Home: knows what needs the person, opens the dialog of budgets and turns what
// it asks for into calls of the services.
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
    // Budgets that are used up by half or more, and rented machines that do nothing; without what was dismissed.
    QList<Need> needs() const;
    bool handleNeed(const QString &id);  // false: not one of ours
    void dismissNeed(const QString &id);

    void showBudgets();

Q_SIGNALS:
    void metered();
    void rentRequested(MachineId machineId);  // its rental is to be shown: it costs and does nothing
    void told(const trainyard::Message &message);
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
