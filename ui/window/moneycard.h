// SPDX-License-Identifier: GPL-3.0-or-later
// The cost section of the settings: this month's spending so far, and access to the budgets.
//
// Object names: moneyCard, settingsBudgetsButton, moneySpent.
#pragma once

#include "ui/common/card.h"

namespace trainyard {

class Label;
struct MeterNow;

class MoneyCard : public Card {
    Q_OBJECT
public:
    explicit MoneyCard(QWidget *parent = nullptr);

    void setMeter(const MeterNow &meter);

Q_SIGNALS:
    void budgetsRequested();

private:
    Label *m_spent;
};

}  // namespace trainyard
