// SPDX-License-Identifier: GPL-3.0-or-later
// When the machine itself ends the run. objectNames: "taskHours", those of MoneyEdit with "taskBudget" and "taskPrice", "taskIdle",
// "taskIdleBelow", "taskLease", "taskSave", "taskGrace", "taskSpot", "taskShutdown".
#pragma once

#include "ui/launch/formsection.h"

class QWidget;

namespace trainyard {

class MoneyEdit;

class LimitsSection : public FormSection {
    Q_OBJECT
public:
    explicit LimitsSection(QWidget *parent = nullptr);

    void refresh(const Task &task) override;

private:
    MoneyEdit *m_price;
    QWidget *m_idleBelow;
};

}  // namespace trainyard
